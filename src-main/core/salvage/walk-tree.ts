import type { PageFile } from './page-file.ts';
import { readRecord, type StoredValue } from './record.ts';
import { treePage, type Cell, type Payload, type TreePage } from './tree-page.ts';

export type TreeVisitor<Row> = {
  /** Null where this can be no row of the table. A page on which one can not is not believed at all. */
  readonly read: (values: readonly StoredValue[]) => Row | null;
  /** In the order of the keys. */
  readonly row: (row: Row) => void;
  /** Between the rows before and those that follow, some could not be read. */
  readonly gap: () => void;
};

type Key = readonly StoredValue[];
type Item<Row> = { readonly key: Key | null; readonly row: Row | null; readonly child: number };
type Page<Row> = { readonly items: readonly Item<Row>[]; readonly lastChild: number | null };

/** Deeper than any file can be. */
const deepest = 20;
/** Ways down that are tried. */
const ways = 7;

/**
 * Every row that can be reached from the root over pages that hold together, each page once and in the order of the keys: neither a
 * page that was given up earlier and still lies in the file, nor one of another table, can be taken for a part of this one.
 */
export function walkTree<Row>(file: PageFile, root: number, visitor: TreeVisitor<Row>): void {
  new Walk(file, visitor, leafDepth(file, root)).visit(root, null, 0);
}

class Walk<Row> {
  readonly #file: PageFile;
  readonly #visitor: TreeVisitor<Row>;
  readonly #leafDepth: number;
  readonly #seen = new Set<number>();
  #last: Key | null = null;
  #hasRowIds: boolean | null = null;

  constructor(file: PageFile, visitor: TreeVisitor<Row>, depth: number) {
    this.#file = file;
    this.#visitor = visitor;
    this.#leafDepth = depth;
  }

  /** `bound`: the key behind this page in its parent; null where there is none. */
  visit(number: number, bound: Key | null, depth: number): void {
    const page = depth > this.#leafDepth || this.#seen.has(number) ? null : this.#page(number);
    if (page === null || !this.#isInPlace(page, bound, depth)) return this.#visitor.gap();
    this.#seen.add(number);
    for (const { key, row, child } of page.items) {
      if (page.lastChild !== null) this.visit(child, key, depth + 1);
      if (key !== null) this.#last = key;
      if (row !== null) this.#visitor.row(row);
      else if (page.lastChild === null) this.#visitor.gap();
    }
    if (page.lastChild !== null) this.visit(page.lastChild, bound, depth + 1);
  }

  #page(number: number): Page<Row> | null {
    const bytes = this.#file.page(number);
    const page = bytes === null ? null : treePage(bytes, this.#file.usable, number === 1);
    if (page === null) return null;
    this.#hasRowIds ??= page.hasRowIds;
    if (page.hasRowIds !== this.#hasRowIds) return null;
    const items: Item<Row>[] = [];
    for (const cell of page.cells) {
      const item = this.#item(cell, page);
      if (item === null) return null;
      items.push(item);
    }
    return { items, lastChild: page.lastChild };
  }

  /**
   * Null where this is no row, which condemns its page. One that goes on on another page, which is broken, is lost alone, but for
   * one between root and leaves, without which nobody knows what belongs on its sides.
   */
  #item({ rowId, payload, child }: Cell, { hasRowIds, lastChild }: TreePage): Item<Row> | null {
    const rowKey = hasRowIds ? [rowId] : null;
    if (payload === null) return { key: rowKey, row: null, child };
    const bytes = payload.overflow === 0 ? payload.bytes : this.#whole(payload);
    const values = bytes === null ? null : readRecord(bytes);
    const row = values === null ? null : this.#visitor.read(values);
    if (row !== null) return { key: rowKey ?? values, row, child };
    return payload.overflow !== 0 && (hasRowIds || lastChild === null) ? { key: rowKey, row: null, child } : null;
  }

  #whole({ bytes, size, overflow }: Payload): Buffer | null {
    const parts = [bytes];
    let left = size - bytes.length;
    let next = overflow;
    while (left > 0) {
      const page = this.#seen.has(next) ? null : this.#file.page(next);
      if (page === null) return null;
      const length = Math.min(left, this.#file.usable - 4);
      parts.push(page.subarray(4, 4 + length));
      left -= length;
      next = page.readUInt32BE(0);
    }
    return next === 0 ? Buffer.concat(parts, size) : null;
  }

  #isInPlace({ items, lastChild }: Page<Row>, bound: Key | null, depth: number): boolean {
    // A leaf where other pages should hang would pass for all of them.
    if ((lastChild === null) !== (depth === this.#leafDepth)) return false;
    // Only a table without rows has a leaf without any, and that is its root.
    if (lastChild === null && items.length === 0 && depth > 0) return false;
    let before = this.#last;
    for (const { key } of items) {
      if (key === null) continue;
      if (before !== null && compareKeys(before, key) >= 0) return false;
      before = key;
    }
    return before === null || bound === null || compareKeys(before, bound) <= 0;
  }
}

/** How far all leaves are from the root, as most of some ways down say. */
function leafDepth(file: PageFile, root: number): number {
  const children = childrenOf(file, root);
  if (children === null || children.length === 0) return 0;
  const tried = Array.from({ length: Math.min(ways, children.length) }, (_, way) =>
    Math.floor((way * (children.length - 1)) / Math.max(1, Math.min(ways, children.length) - 1)),
  );
  const depths = new Map<number, number>();
  for (const at of tried) {
    const depth = depthBelow(file, children[at] ?? 0);
    if (depth !== null) depths.set(depth, (depths.get(depth) ?? 0) + 1);
  }
  const [most] = [...depths].sort(([one, ones], [other, others]) => others - ones || other - one);
  return most?.[0] ?? 1;
}

/** Of a page right below the root; null where the way ends at a broken page. */
function depthBelow(file: PageFile, number: number): number | null {
  let next = number;
  for (let depth = 1; depth <= deepest; depth += 1) {
    const children = childrenOf(file, next);
    if (children === null) return null;
    if (children.length === 0) return depth;
    next = children[children.length >> 1] ?? 0;
  }
  return null;
}

/** None below a leaf; null where the page is broken. */
function childrenOf(file: PageFile, number: number): number[] | null {
  const bytes = file.page(number);
  const page = bytes === null ? null : treePage(bytes, file.usable, number === 1);
  if (page === null) return null;
  return page.lastChild === null ? [] : [...page.cells.map(({ child }) => child), page.lastChild];
}

/** No two rows of a table have one key, and it stands first: comparing whole rows compares keys. */
function compareKeys(one: Key, other: Key): number {
  for (let at = 0; at < one.length && at < other.length; at += 1) {
    const order = compareValues(one[at] ?? null, other[at] ?? null);
    if (order !== 0) return order;
  }
  return one.length - other.length;
}

const rankOf = (value: StoredValue): number =>
  value === null ? 0 : typeof value === 'number' ? 1 : typeof value === 'string' ? 2 : 3;

function compareValues(one: StoredValue, other: StoredValue): number {
  if (one === other) return 0;
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one === 'string' && typeof other === 'string') return compareTexts(one, other);
  if (one instanceof Uint8Array && other instanceof Uint8Array) return Buffer.compare(one, other);
  return rankOf(one) - rankOf(other);
}

/** As their bytes are ordered, which is another order than that of UTF-16 beyond its first plane. */
const compareTexts = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));
