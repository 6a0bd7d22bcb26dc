export type ChosenRow = {
  readonly symbol: string;
  readonly positionId: string | null;
  readonly signalRowId: string | null;
  /** `symbolChangeCount` of the order ticket when the row was chosen. */
  readonly symbolChangeCount: number;
};

/**
 * The row that the trader focused or chose, which keys act on. The blotters set it. It remains
 * while another page is open and is cleared when the strategy changes.
 */
export class FocusedRowStore {
  #symbol = $state.raw<string | null>(null);
  #positionId = $state.raw<string | null>(null);
  #selectedRowIds = $state.raw<readonly string[]>([]);
  #focusedSignalRowId = $state.raw<string | null>(null);
  #chosen = $state.raw<ChosenRow | null>(null);

  /**
   * The row chosen with Enter, for keys that send at once. It is valid until the symbol in the ticket
   * changes.
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

  /** The selected signals. If none is selected, the focused signal. */
  get selectedOrFocusedRowIds(): readonly string[] {
    if (this.#selectedRowIds.length > 0) return this.#selectedRowIds;
    return this.#focusedSignalRowId === null ? [] : [this.#focusedSignalRowId];
  }

  get selectedRowIds(): readonly string[] {
    return this.#selectedRowIds;
  }

  focusPosition(id: string | null, symbol: string | null): void {
    this.#positionId = id;
    if (symbol !== null) this.#symbol = symbol;
  }

  focusSignal(rowId: string | null, symbol: string | null): void {
    this.#focusedSignalRowId = rowId;
    if (symbol !== null) this.#symbol = symbol;
  }

  selectSignals(rowIds: readonly string[]): void {
    this.#selectedRowIds = rowIds;
  }

  forget(): void {
    this.#chosen = null;
    this.#symbol = null;
    this.#positionId = null;
    this.#selectedRowIds = [];
    this.#focusedSignalRowId = null;
  }
}
