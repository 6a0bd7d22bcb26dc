import type { PageFile } from './page-file.ts';
import { readRecord, type StoredValue } from './record.ts';
import { treePage, type Cell, type Payload, type TreePage } from './tree-page.ts';

export type TreeVisitor<Row> = {
  /** Null when the values cannot be a row of the table. A page with such a row is rejected. */
  readonly read: (values: readonly StoredValue[]) => Row | null;
  /** Called for each row in key order. */
  readonly row: (row: Row) => void;
  /** Called between rows when some could not be read. */
  readonly gap: () => void;
};

type Key = readonly StoredValue[];
type Item<Row> = { readonly key: Key | null; readonly row: Row | null; readonly child: number };
type Page<Row> = { readonly items: readonly Item<Row>[]; readonly lastChild: number | null };

/** Deeper than any real file. */
const maxDepth = 20;
/** How many paths are followed at most to find the depth of the leaves. */
const maxPaths = 7;

/**
 * Visits every row that is reachable from the root over consistent pages, each page once and in key
 * order. So neither a freed page that is still in the file nor a page of another table can be taken
 * for a part of this table.
 */
export function walkTree<Row>(file: PageFile, root: number, visitor: TreeVisitor<Row>): void {
  new TreeWalk(file, visitor, leafDepth(file, root)).visit(root, null, 0);
}

class TreeWalk<Row> {
  readonly #file: PageFile;
  readonly #visitor: TreeVisitor<Row>;
  readonly #leafDepth: number;
  readonly #visited = new Set<number>();
  #last: Key | null = null;
  #hasRowIds: boolean | null = null;

  constructor(file: PageFile, visitor: TreeVisitor<Row>, depth: number) {
    this.#file = file;
    this.#visitor = visitor;
    this.#leafDepth = depth;
  }

  /** `bound`: the key after this page in its parent; null without one. */
  visit(number: number, bound: Key | null, depth: number): void {
    const page = depth > this.#leafDepth || this.#visited.has(number) ? null : this.#page(number);
    if (page === null || !this.#isInPlace(page, bound, depth)) return this.#visitor.gap();
    this.#visited.add(number);
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
    const page = bytes === null ? null : treePage(bytes, this.#file.usableBytes, number === 1);
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
   * Null when the cell is not a row. Its page is then rejected. If a row continues on a broken
   * page, only that row is lost. If that row is on an inner page, the inner page is rejected:
   * without the key of the row, the order of the pages below is unknown.
   */
  #item({ rowId, payload, child }: Cell, { hasRowIds, lastChild }: TreePage): Item<Row> | null {
    const rowKey = hasRowIds ? [rowId] : null;
    if (payload === null) return { key: rowKey, row: null, child };
    const bytes = payload.overflow === 0 ? payload.bytes : this.#joined(payload);
    const values = bytes === null ? null : readRecord(bytes);
    const row = values === null ? null : this.#visitor.read(values);
    if (row !== null) return { key: rowKey ?? values, row, child };
    return payload.overflow !== 0 && (hasRowIds || lastChild === null) ? { key: rowKey, row: null, child } : null;
  }

  #joined({ bytes, size, overflow }: Payload): Buffer | null {
    const parts = [bytes];
    let remaining = size - bytes.length;
    let next = overflow;
    while (remaining > 0) {
      const page = this.#visited.has(next) ? null : this.#file.page(next);
      if (page === null) return null;
      const length = Math.min(remaining, this.#file.usableBytes - 4);
      parts.push(page.subarray(4, 4 + length));
      remaining -= length;
      next = page.readUInt32BE(0);
    }
    return next === 0 ? Buffer.concat(parts, size) : null;
  }

  #isInPlace({ items, lastChild }: Page<Row>, bound: Key | null, depth: number): boolean {
    // A leaf in the place of an inner page would hide all pages below it.
    if ((lastChild === null) !== (depth === this.#leafDepth)) return false;
    // Only an empty table has an empty leaf, which is its root.
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

/** The depth of the leaves, by the majority of the sampled paths. */
function leafDepth(file: PageFile, root: number): number {
  const children = childrenOf(file, root);
  if (children === null || children.length === 0) return 0;
  const sampled = Array.from({ length: Math.min(maxPaths, children.length) }, (_, path) =>
    Math.floor((path * (children.length - 1)) / Math.max(1, Math.min(maxPaths, children.length) - 1)),
  );
  const depths = new Map<number, number>();
  for (const at of sampled) {
    const depth = leafDepthBelow(file, children[at] ?? 0);
    if (depth !== null) depths.set(depth, (depths.get(depth) ?? 0) + 1);
  }
  const [commonest] = [...depths].sort(
    ([depth, count], [otherDepth, otherCount]) => otherCount - count || otherDepth - depth,
  );
  return commonest?.[0] ?? 1;
}

/**
 * The depth of a leaf below this child of the root, counted from the root. Null when the path to
 * the leaf ends at a broken page.
 */
function leafDepthBelow(file: PageFile, number: number): number | null {
  let next = number;
  for (let depth = 1; depth <= maxDepth; depth += 1) {
    const children = childrenOf(file, next);
    if (children === null) return null;
    if (children.length === 0) return depth;
    next = children[children.length >> 1] ?? 0;
  }
  return null;
}

/** The children of a page: none below a leaf; null when the page is broken. */
function childrenOf(file: PageFile, number: number): number[] | null {
  const bytes = file.page(number);
  const page = bytes === null ? null : treePage(bytes, file.usableBytes, number === 1);
  if (page === null) return null;
  return page.lastChild === null ? [] : [...page.cells.map(({ child }) => child), page.lastChild];
}

/** The key columns are unique and come first in a row, so comparing whole rows compares keys. */
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

/** Compares UTF-8 bytes, whose order differs from UTF-16 beyond the first plane. */
const compareTexts = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));
