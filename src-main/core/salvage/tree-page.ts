import { varint } from './varint.ts';

/**
 * The part of a row on its page. The rest is in a chain of pages from `overflow` (0: there is no
 * rest).
 */
export type Payload = { readonly bytes: Buffer; readonly size: number; readonly overflow: number };

/**
 * `rowId` is null in a table without row ids, `payload` is null if the cell has no row, and
 * `child` is 0 on a leaf.
 */
export type Cell = { readonly rowId: number | null; readonly payload: Payload | null; readonly child: number };

export type TreePage = {
  readonly hasRowIds: boolean;
  readonly cells: readonly Cell[];
  /** The page after the last cell; null on a leaf. */
  readonly lastChild: number | null;
};

type Extent = { readonly start: number; readonly end: number };
type Form = { readonly hasRowIds: boolean; readonly isLeaf: boolean; readonly usableBytes: number };

/** The kinds of tree pages, by their type byte. */
const forms: Readonly<Record<number, Omit<Form, 'usableBytes'>>> = {
  2: { hasRowIds: false, isLeaf: false },
  5: { hasRowIds: true, isLeaf: false },
  10: { hasRowIds: false, isLeaf: true },
  13: { hasRowIds: true, isLeaf: true },
};

/**
 * A page of a table, or null when it is inconsistent. Cells and free blocks must not overlap, and
 * together with the counted fragments they must fill their part of the page to the byte.
 * Overwritten bytes hardly ever form such a page. https://sqlite.org/fileformat2.html#b_tree_pages
 */
export function treePage(bytes: Buffer, usableBytes: number, isFirst: boolean): TreePage | null {
  const start = isFirst ? 100 : 0;
  const form = forms[bytes[start] ?? 0];
  if (form === undefined) return null;
  const count = bytes.readUInt16BE(start + 3);
  const contentStart = bytes.readUInt16BE(start + 5) || 65_536;
  const pointersStart = start + (form.isLeaf ? 8 : 12);
  if (pointersStart + 2 * count > contentStart || contentStart > usableBytes) return null;
  const cells: Cell[] = [];
  const extents: Extent[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = bytes.readUInt16BE(pointersStart + 2 * index);
    const found = at < contentStart ? null : readCell(bytes, at, { ...form, usableBytes });
    if (found === null) return null;
    cells.push(found.cell);
    extents.push({ start: at, end: found.end });
  }
  if (!addFreeBlocks(bytes, { at: bytes.readUInt16BE(start + 1), contentStart, usable: usableBytes }, extents))
    return null;
  if (!isFilled(extents, { contentStart, usable: usableBytes, fragmentBytes: bytes[start + 7] ?? 0 })) return null;
  const lastChild = form.isLeaf ? null : bytes.readUInt32BE(start + 8);
  return { hasRowIds: form.hasRowIds, cells, lastChild };
}

function addFreeBlocks(
  bytes: Buffer,
  { at, contentStart, usable }: { readonly at: number; readonly contentStart: number; readonly usable: number },
  extents: Extent[],
): boolean {
  for (let block = at; block !== 0;) {
    if (block < contentStart || block + 4 > usable) return false;
    const next = bytes.readUInt16BE(block);
    const end = block + bytes.readUInt16BE(block + 2);
    if (end < block + 4 || end > usable || (next !== 0 && next < end)) return false;
    extents.push({ start: block, end });
    block = next;
  }
  return true;
}

function isFilled(
  extents: Extent[],
  {
    contentStart,
    usable,
    fragmentBytes,
  }: { readonly contentStart: number; readonly usable: number; readonly fragmentBytes: number },
): boolean {
  let previousEnd = contentStart;
  let gapBytes = 0;
  for (const { start, end } of extents.sort((one, other) => one.start - other.start)) {
    if (start < previousEnd || end > usable) return false;
    gapBytes += start - previousEnd;
    previousEnd = end;
  }
  return gapBytes + (usable - previousEnd) === fragmentBytes;
}

function readCell(bytes: Buffer, start: number, form: Form): { readonly cell: Cell; readonly end: number } | null {
  const { hasRowIds, isLeaf, usableBytes } = form;
  let at = start + (isLeaf ? 0 : 4);
  if (at > usableBytes) return null;
  const child = isLeaf ? 0 : bytes.readUInt32BE(start);
  const size = hasRowIds && !isLeaf ? { value: 0, end: at } : varint(bytes, at);
  if (size === null) return null;
  const rowId = hasRowIds ? varint(bytes, size.end) : { value: null, end: size.end };
  if (rowId === null) return null;
  at = rowId.end;
  if (hasRowIds && !isLeaf) return { cell: { rowId: rowId.value, payload: null, child }, end: Math.max(at, start + 4) };
  const local = localBytes(size.value, form);
  const end = at + local + (local < size.value ? 4 : 0);
  if (end > usableBytes) return null;
  const overflow = local < size.value ? bytes.readUInt32BE(at + local) : 0;
  const payload = { bytes: bytes.subarray(at, at + local), size: size.value, overflow };
  // A cell takes at least four bytes, so that its space can become a free block.
  return { cell: { rowId: rowId.value, payload, child }, end: Math.max(end, start + 4) };
}

/** How many bytes of a row are on the page itself. */
function localBytes(size: number, { hasRowIds, usableBytes }: Form): number {
  const maxLocal = hasRowIds ? usableBytes - 35 : Math.floor(((usableBytes - 12) * 64) / 255) - 23;
  if (size <= maxLocal) return size;
  const minLocal = Math.floor(((usableBytes - 12) * 32) / 255) - 23;
  const fitting = minLocal + ((size - minLocal) % (usableBytes - 4));
  return fitting <= maxLocal ? fitting : minLocal;
}
