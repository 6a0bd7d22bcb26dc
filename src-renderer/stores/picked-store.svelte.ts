export type ChosenRow = {
  readonly symbol: string;
  readonly positionId: string | null;
  readonly signalId: string | null;
  readonly ticketSymbol: string;
};

/**
 * What the trader's hand is on: the row a key speaks of when it says "this". Told by the blotters, kept while another
 * page is open, and forgotten with the strategy.
 */
export class PickedStore {
  #symbol = $state.raw<string | null>(null);
  #positionId = $state.raw<string | null>(null);
  #signalIds = $state.raw<readonly string[]>([]);
  #signalId = $state.raw<string | null>(null);
  #chosen = $state.raw<ChosenRow | null>(null);

  /** The row chosen by Enter, for keys that send. It counts while the ticket still has the symbol it had then. */
  get chosen(): ChosenRow | null {
    return this.#chosen;
  }

  choose(row: ChosenRow): void {
    this.#chosen = row;
  }

  /** Of the row the focus was on last, in whichever blotter. */
  get symbol(): string | null {
    return this.#symbol;
  }

  get positionId(): string | null {
    return this.#positionId;
  }

  /** The selected signals, or the one the focus is on when none is selected. */
  get signalIds(): readonly string[] {
    if (this.#signalIds.length > 0) return this.#signalIds;
    return this.#signalId === null ? [] : [this.#signalId];
  }

  get selectedIds(): readonly string[] {
    return this.#signalIds;
  }

  position(id: string | null, symbol: string | null): void {
    this.#positionId = id;
    if (symbol !== null) this.#symbol = symbol;
  }

  signal(rowId: string | null, symbol: string | null): void {
    this.#signalId = rowId;
    if (symbol !== null) this.#symbol = symbol;
  }

  selectSignals(rowIds: readonly string[]): void {
    this.#signalIds = rowIds;
  }

  forget(): void {
    this.#chosen = null;
    this.#symbol = null;
    this.#positionId = null;
    this.#signalIds = [];
    this.#signalId = null;
  }
}
