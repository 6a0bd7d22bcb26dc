import type { GridColumn, GridLayout, GridRow, GridSort } from './grid-types.ts';

/** A column as the trader has arranged it. */
export interface ArrangedColumn<T extends GridRow> {
  readonly column: GridColumn<T>;
  readonly width: number;
  readonly hidden: boolean;
}

export interface PlacedColumn {
  readonly left: number;
  readonly width: number;
}

const MIN_WIDTH = 36;
const MAX_WIDTH = 900;

type Arranged<T extends GridRow> = readonly ArrangedColumn<T>[];

/** Columns in the order, width and visibility of a kept layout; row actions always last. */
export function arrangeColumns<T extends GridRow>(
  columns: readonly GridColumn<T>[],
  layout: GridLayout | undefined,
): Arranged<T> {
  const kept = new Map(layout?.columns.map((entry, at) => [entry.id, { ...entry, at }]));
  const place = (column: GridColumn<T>, at: number): number => {
    if (column.actions !== undefined) return Infinity;
    return kept.get(column.id)?.at ?? kept.size + at;
  };
  return columns
    .map((column, at) => ({ column, at: place(column, at) }))
    .sort((a, b) => (a.at === b.at ? 0 : a.at - b.at))
    .map(({ column }) => {
      const entry = kept.get(column.id);
      const hidden = column.fixed === true ? false : (entry?.hidden ?? column.hidden ?? false);
      return { column, width: bounded(entry?.width ?? column.width, column), hidden };
    });
}

/** Left edges and widths in a window this wide: columns that grow share what is left over. */
export function placeColumns<T extends GridRow>(visible: Arranged<T>, viewport: number): readonly PlacedColumn[] {
  const shares = visible.reduce((sum, { column }) => sum + (column.grow ?? 0), 0);
  const spare = Math.max(0, viewport - totalWidth(visible));
  let left = 0;
  return visible.map(({ column, width }) => {
    const more = shares === 0 ? 0 : Math.floor((spare * (column.grow ?? 0)) / shares);
    const placed = { left, width: width + more };
    left += placed.width;
    return placed;
  });
}

export function totalWidth<T extends GridRow>(visible: Arranged<T>): number {
  return visible.reduce((sum, { width }) => sum + width, 0);
}

export function resizeColumn<T extends GridRow>(arranged: Arranged<T>, id: string, width: number): Arranged<T> {
  return arranged.map((entry) => (entry.column.id === id ? { ...entry, width: bounded(width, entry.column) } : entry));
}

/** The last visible column can not be hidden. */
export function showColumn<T extends GridRow>(arranged: Arranged<T>, id: string, show: boolean): Arranged<T> {
  const next = arranged.map((entry) =>
    entry.column.id === id && entry.column.fixed !== true ? { ...entry, hidden: !show } : entry,
  );
  return next.some((entry) => !entry.hidden && entry.column.actions === undefined) ? next : arranged;
}

/** Moves a column past its neighbour; hidden ones count, row actions stay last. */
export function moveColumn<T extends GridRow>(arranged: Arranged<T>, id: string, by: -1 | 1): Arranged<T> {
  const from = arranged.findIndex((entry) => entry.column.id === id);
  const moved = arranged[from];
  const passed = arranged[from + by];
  if (moved === undefined || passed === undefined) return arranged;
  if (moved.column.actions !== undefined || passed.column.actions !== undefined) return arranged;
  const next = [...arranged];
  next[from] = passed;
  next[from + by] = moved;
  return next;
}

export function keptLayout<T extends GridRow>(arranged: Arranged<T>, sort: GridSort | null): GridLayout {
  return { columns: arranged.map(({ column, width, hidden }) => ({ id: column.id, width, hidden })), sort };
}

function bounded(width: number, { least = MIN_WIDTH }: { readonly least?: number | undefined }): number {
  return Math.round(Math.min(MAX_WIDTH, Math.max(least, width)));
}
