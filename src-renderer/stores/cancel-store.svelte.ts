/** The orders of the cancel dialog. Rows, keys and the palette can open it on every page. */
export class CancelStore {
  #rowIds = $state.raw<readonly string[] | null>(null);
  #all = $state.raw(false);

  /** The ids of the rows to cancel; null while the dialog is closed. */
  get rowIds(): readonly string[] | null {
    return this.#rowIds;
  }

  /**
   * True if the trader asked for all orders. If working stops are among them, the dialog first
   * offers to cancel only the entries.
   */
  get all(): boolean {
    return this.#all;
  }

  ask(rowIds: readonly string[], all = false): void {
    if (rowIds.length === 0) return;
    this.#rowIds = rowIds;
    this.#all = all;
  }

  /** `rowIds`: closes only the dialog of these orders. Another one can be open by now. */
  drop(rowIds = this.#rowIds): void {
    if (rowIds === this.#rowIds) this.#rowIds = null;
  }
}
