export type ChosenRow = {
  readonly symbol: string;
  readonly positionId: string | null;
  readonly signalRowId: string | null;
  readonly ticketSymbol: string;
};

/**
 * The row that the trader focused or chose, which keys act on. The blotters set it. It remains
 * while another page is open and is cleared when the strategy changes.
 */
export class FocusedRowStore {
  #symbol = $state.raw<string | null>(null);
  #positionId = $state.raw<string | null>(null);
  #signalRowIds = $state.raw<readonly string[]>([]);
  #signalRowId = $state.raw<string | null>(null);
  #chosen = $state.raw<ChosenRow | null>(null);

  /**
   * The row chosen with Enter, which sending keys act on. It is valid while the ticket has the same
   * symbol as at the time of the choice.
   */
  get chosen(): ChosenRow | null {
    return this.#chosen;
  }

  choose(row: ChosenRow): void {
    this.#chosen = row;
  }

  /** The symbol of the last focused row of any blotter. */
  get symbol(): string | null {
    return this.#symbol;
  }

  get positionId(): string | null {
    return this.#positionId;
  }

  /** The selected signals, or the focused one if none is selected. */
  get signalRowIds(): readonly string[] {
    if (this.#signalRowIds.length > 0) return this.#signalRowIds;
    return this.#signalRowId === null ? [] : [this.#signalRowId];
  }

  get selectedRowIds(): readonly string[] {
    return this.#signalRowIds;
  }

  focusPosition(id: string | null, symbol: string | null): void {
    this.#positionId = id;
    if (symbol !== null) this.#symbol = symbol;
  }

  focusSignal(rowId: string | null, symbol: string | null): void {
    this.#signalRowId = rowId;
    if (symbol !== null) this.#symbol = symbol;
  }

  selectSignals(rowIds: readonly string[]): void {
    this.#signalRowIds = rowIds;
  }

  forget(): void {
    this.#chosen = null;
    this.#symbol = null;
    this.#positionId = null;
    this.#signalRowIds = [];
    this.#signalRowId = null;
  }
}
