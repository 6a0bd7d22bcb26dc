import type { GridColumn, GridLayout, GridRow, GridSort } from './grid-types.ts';

/** A column with the width and visibility that the trader chose. */
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
/** Least width of a text column when the grid is narrow. */
const MIN_TEXT_WIDTH = 72;

type Arranged<T extends GridRow> = readonly ArrangedColumn<T>[];

/** Columns with the order, width and visibility of a stored layout. Row actions are always last. */
export function arrangeColumns<T extends GridRow>(
  columns: readonly GridColumn<T>[],
  layout: GridLayout | undefined,
): Arranged<T> {
  const stored = new Map(layout?.columns.map((entry, at) => [entry.id, { ...entry, at }]));
  const place = (column: GridColumn<T>, at: number): number => {
    if (column.actions !== undefined) return Infinity;
    return stored.get(column.id)?.at ?? stored.size + at;
  };
  return columns
    .map((column, at) => ({ column, at: place(column, at) }))
    .sort((a, b) => (a.at === b.at ? 0 : a.at - b.at))
    .map(({ column }) => {
      const entry = stored.get(column.id);
      const hidden = column.fixed === true ? false : (entry?.hidden ?? column.hidden ?? false);
      return { column, width: boundedWidth(entry?.width ?? column.width, column), hidden };
    });
}

/**
 * Left edges and widths for a viewport. A cut figure or symbol could be read as another one, so
 * columns of figures and symbols get the width that their content needs (`needs`, in px by visible
 * column). If there is too little room, text columns are narrowed first, each down to its minimum,
 * and only then does the grid scroll. Spare width is given to the columns that grow.
 */
export function placeColumns<T extends GridRow>(
  visible: Arranged<T>,
  viewport: number,
  needs: readonly number[] = [],
): readonly PlacedColumn[] {
  const preferred = visible.map(({ column, width }, at) =>
    isText(column) ? width : Math.max(width, Math.min(MAX_WIDTH, needs[at] ?? 0)),
  );
  const spare = viewport - preferred.reduce((sum, width) => sum + width, 0);
  const widths = spare < 0 ? narrowedWidths(visible, preferred, -spare) : widenedWidths(visible, preferred, spare);
  let left = 0;
  return widths.map((width) => {
    const placed = { left, width };
    left += width;
    return placed;
  });
}

/** True for columns of sentences. A tooltip or the details show their full text. */
const isText = <T extends GridRow>({ grow = 0, fixed, neverNarrows }: GridColumn<T>): boolean =>
  grow > 0 && fixed !== true && neverNarrows !== true;

/** The visible part of a row, in px from its left end. */
export interface RowView {
  readonly left: number;
  readonly right: number;
}

/** The padding of a cell. An edge of the viewport within the padding cuts no text. */
const PADDING = 8;

/**
 * True if an edge of the viewport cuts a column of figures that is not wider than the viewport. A
 * cut figure could be read as another one, so the grid does not paint the column.
 */
export function isFigureCut<T extends GridRow>(column: GridColumn<T>, placed: PlacedColumn, view: RowView): boolean {
  if (column.actions !== undefined || isText(column) || placed.width > view.right - view.left) return false;
  const right = placed.left + placed.width;
  const isVisible = placed.left < view.right && right > view.left;
  return isVisible && (placed.left < view.left - PADDING || right > view.right + PADDING);
}

function narrowedWidths<T extends GridRow>(visible: Arranged<T>, widths: readonly number[], excess: number): number[] {
  let remaining = excess;
  return widths.map((width, at) => {
    const entry = visible[at];
    if (entry === undefined || !isText(entry.column)) return width;
    const reduction = Math.min(remaining, Math.max(0, width - Math.max(MIN_TEXT_WIDTH, entry.column.minWidth ?? 0)));
    remaining -= reduction;
    return width - reduction;
  });
}

function widenedWidths<T extends GridRow>(visible: Arranged<T>, widths: readonly number[], spare: number): number[] {
  const shares = visible.reduce((sum, { column }) => sum + (column.grow ?? 0), 0);
  return widths.map((width, at) =>
    shares === 0 ? width : width + Math.floor((spare * (visible[at]?.column.grow ?? 0)) / shares),
  );
}

export function resizeColumn<T extends GridRow>(arranged: Arranged<T>, id: string, width: number): Arranged<T> {
  return arranged.map((entry) =>
    entry.column.id === id ? { ...entry, width: boundedWidth(width, entry.column) } : entry,
  );
}

/** Shows or hides a column. The only column that is still visible cannot be hidden. */
export function showColumn<T extends GridRow>(arranged: Arranged<T>, id: string, show: boolean): Arranged<T> {
  const next = arranged.map((entry) =>
    entry.column.id === id && entry.column.fixed !== true ? { ...entry, hidden: !show } : entry,
  );
  return next.some((entry) => !entry.hidden && entry.column.actions === undefined) ? next : arranged;
}

/** Moves a column past its neighbor, which may be a hidden column. Row actions remain last. */
export function moveColumn<T extends GridRow>(arranged: Arranged<T>, id: string, step: -1 | 1): Arranged<T> {
  const from = arranged.findIndex((entry) => entry.column.id === id);
  const moved = arranged[from];
  const neighbor = arranged[from + step];
  if (moved === undefined || neighbor === undefined) return arranged;
  if (moved.column.actions !== undefined || neighbor.column.actions !== undefined) return arranged;
  const next = [...arranged];
  next[from] = neighbor;
  next[from + step] = moved;
  return next;
}

export function layoutOf<T extends GridRow>(arranged: Arranged<T>, sort: GridSort | null): GridLayout {
  return { columns: arranged.map(({ column, width, hidden }) => ({ id: column.id, width, hidden })), sort };
}

function boundedWidth(width: number, { minWidth = MIN_WIDTH }: { readonly minWidth?: number | undefined }): number {
  return Math.round(Math.min(MAX_WIDTH, Math.max(minWidth, width)));
}
