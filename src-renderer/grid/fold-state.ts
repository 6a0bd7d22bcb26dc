/**
 * Which parents of a tree are folded: the default, the rows toggled against it, and the same apart while a filter is on (a
 * filter opens what it finds; when it is cleared the tree is as it was).
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
    return this.#set().has(id) === this.#default();
  }

  /** False: it was so before. */
  fold(id: string, open: boolean): boolean {
    if (this.folded(id) !== open) return false;
    const set = this.#set();
    if (!set.delete(id)) set.add(id);
    return true;
  }

  foldAll(parents: Iterable<string>, open: boolean): void {
    const set = this.#set();
    set.clear();
    if (open === this.#default()) return;
    for (const id of parents) set.add(id);
  }

  #default(): boolean {
    return this.#filtered || this.#open;
  }

  #set(): Set<string> {
    return this.#filtered ? this.#toggledInFilter : this.#toggled;
  }
}
