/**
 * The row numbers of the view (null: all, in source order), and the level of each (null: all at the
 * top).
 */
export interface TreeView {
  readonly view: Uint32Array | null;
  readonly levels: Uint8Array | null;
}

/**
 * The parents of rows by row number. Arranges a sorted list as a tree: children follow their
 * parent, in the order of the sort. A row whose parent is not listed is at the top level. Of the
 * rows of a cycle, one is at the top level, with the others below it. A wrong parent therefore
 * hides no row.
 */
export class TreeIndex {
  readonly #hasChildren: Uint8Array;
  readonly #parents: Int32Array;
  readonly #flat: boolean;

  /** `parents[i]` is the row number of the parent of row i, or −1. Null if no row has a parent. */
  constructor(parents: Int32Array | null) {
    this.#flat = parents === null;
    this.#parents = parents ?? new Int32Array(0);
    this.#hasChildren = new Uint8Array(this.#parents.length);
    breakCycles(this.#parents);
    for (const parent of this.#parents) if (parent >= 0) this.#hasChildren[parent] = 1;
  }

  isParent(row: number): boolean {
    return this.#hasChildren[row] === 1;
  }

  parent(row: number): number {
    return this.#parents[row] ?? -1;
  }

  /** True if no row has a parent: the sorted list is the view. */
  get flat(): boolean {
    return this.#flat;
  }

  /**
   * `hits`: matching rows (null: no filter). Their ancestors and descendants are also in the view.
   */
  flatten(order: Uint32Array, hits: Uint8Array | null, folded: (row: number) => boolean): TreeView {
    const shown = hits === null ? null : this.#related(hits);
    const { first, next } = this.#chains(order);
    const view = new Uint32Array(order.length);
    const levels = new Uint8Array(order.length);
    let at = 0;
    for (const root of order) {
      if (this.#parents[root]! >= 0) continue;
      let row = root;
      let level = 1;
      for (;;) {
        const show = shown === null || shown[row] === 1;
        if (show) {
          levels[at] = Math.min(level, 255);
          view[at++] = row;
        }
        const child = first[row]!;
        if (show && child >= 0 && !folded(row)) {
          row = child;
          level++;
          continue;
        }
        while (row !== root && next[row]! < 0) {
          row = this.#parents[row]!;
          level--;
        }
        if (row === root) break;
        row = next[row]!;
      }
    }
    return { view: view.subarray(0, at), levels: levels.subarray(0, at) };
  }

  /** First child and next sibling of every row, in the given order. */
  #chains(order: Uint32Array): { first: Int32Array; next: Int32Array } {
    const first = new Int32Array(order.length).fill(-1);
    const next = new Int32Array(order.length).fill(-1);
    for (let i = order.length - 1; i >= 0; i--) {
      const row = order[i]!;
      const parent = this.#parents[row]!;
      if (parent < 0) continue;
      next[row] = first[parent]!;
      first[parent] = row;
    }
    return { first, next };
  }

  #related(hits: Uint8Array): Uint8Array {
    const out = hits.slice();
    for (let row = 0; row < hits.length; row++) {
      for (let ancestor = this.#parents[row]!; ancestor >= 0; ancestor = this.#parents[ancestor]!) {
        if (hits[row] === 1) out[ancestor] = 1;
        if (hits[ancestor] === 1) out[row] = 1;
      }
    }
    return out;
  }
}

/** Breaks cycles: on the way up, a row whose parent was already passed gets no parent. */
function breakCycles(parents: Int32Array): void {
  const seenFrom = new Int32Array(parents.length).fill(-1);
  for (let start = 0; start < parents.length; start++) {
    let row = start;
    while (row >= 0 && seenFrom[row] === -1) {
      seenFrom[row] = start;
      const parent = parents[row]!;
      if (parent >= 0 && seenFrom[parent] === start) parents[row] = -1;
      row = parents[row]!;
    }
  }
}
