/**
 * The folded parents of a tree: the default, and the rows that differ from it. A filter opens all
 * parents. Rows that the trader folds while the filter is active are stored separately, so that the
 * earlier state of the tree returns when the filter is cleared.
 */
export class FoldState {
  readonly #open: boolean;
  readonly #toggled = new Set<string>();
  readonly #toggledInFilter = new Set<string>();
  #filtered = false;

  constructor(openByDefault: boolean) {
    this.#open = openByDefault;
  }

  setFiltered(filtered: boolean): void {
    if (filtered && !this.#filtered) this.#toggledInFilter.clear();
    this.#filtered = filtered;
  }

  folded(id: string): boolean {
    return this.#activeToggles().has(id) === this.#opensByDefault();
  }

  /** Opens a parent, or folds it if `open` is false. Returns false if nothing changed. */
  setOpen(id: string, open: boolean): boolean {
    if (this.folded(id) !== open) return false;
    const set = this.#activeToggles();
    if (!set.delete(id)) set.add(id);
    return true;
  }

  #opensByDefault(): boolean {
    return this.#filtered || this.#open;
  }

  #activeToggles(): Set<string> {
    return this.#filtered ? this.#toggledInFilter : this.#toggled;
  }
}
