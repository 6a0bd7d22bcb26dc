/** Which orders are about to be canceled: asked for by a row, a key or the palette, from every page. */
export class CancelStore {
  #asking = $state.raw<readonly string[] | null>(null);
  #all = $state.raw(false);

  /** The rows whose plan is on screen. */
  get asking(): readonly string[] | null {
    return this.#asking;
  }

  /** All of them were asked for: where stops work, the entries alone are offered first. */
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
