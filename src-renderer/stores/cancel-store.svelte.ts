/** Which orders are about to be canceled: asked for by a row, a key or the palette, from every page. */
export class CancelStore {
  #asking = $state.raw<readonly string[] | null>(null);

  /** The rows whose plan is on screen. */
  get asking(): readonly string[] | null {
    return this.#asking;
  }

  ask(rowIds: readonly string[]): void {
    if (rowIds.length > 0) this.#asking = rowIds;
  }

  drop(): void {
    this.#asking = null;
  }
}
