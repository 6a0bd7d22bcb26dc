/** The orders of the cancel dialog. Rows, keys and the palette open it from every page. */
export class CancelStore {
  #asking = $state.raw<readonly string[] | null>(null);
  #all = $state.raw(false);

  /** The rows of the plan on screen. */
  get asking(): readonly string[] | null {
    return this.#asking;
  }

  /**
   * True if the trader asked for all orders. If stops work, the dialog offers the entries alone
   * first.
   */
  get all(): boolean {
    return this.#all;
  }

  ask(rowIds: readonly string[], all = false): void {
    if (rowIds.length === 0) return;
    this.#asking = rowIds;
    this.#all = all;
  }

  drop(): void {
    this.#asking = null;
  }
}
