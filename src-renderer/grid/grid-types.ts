/**
 * The public face of the blotter grid. A panel makes a source (`ArraySource` for rows in memory, `PagedSource` for rows read
 * page by page), a list of columns, and puts `<Grid label columns source … />` (see `grid-props.ts`) into a box that has a height.
 */

/**
 * What every row has. The id is the identity that focus, selection and updates follow; it is unique in its source. Rows are
 * values: a changed row is a new object (the grid skips a row whose object it has already painted).
 */
export interface GridRow {
  readonly id: string;
}

export type GridAlign = 'start' | 'center' | 'end';

/** Tone of one cell: a closed set, each a class with a color token. Never the only carrier of a meaning. */
export type GridTone =
  'muted' | 'strong' | 'buy' | 'sell' | 'gain' | 'loss' | 'warn' | 'danger' | 'accent' | 'good' | GroupTone;

/** Rows that belong together; beside it a number says the same. */
export type GroupTone = 'group-1' | 'group-2' | 'group-3' | 'group-4' | 'group-5' | 'group-6';

/** Tone of a whole row. */
export type GridRowTone = 'row-unknown' | 'row-rejected' | 'row-stale' | 'row-muted' | 'row-strong' | 'row-new';

/** A button in a column of row actions. */
export interface GridAction<T extends GridRow> {
  readonly id: string;
  /** The accessible name and tooltip; shown as text when there is neither an icon nor a sign. */
  readonly label: string;
  /** One character of the font, which costs a browser half of what an icon does. */
  readonly sign?: string | undefined;
  /** SVG path data on a 24 × 24 box, stroked. */
  readonly icon?: string | undefined;
  readonly tone?: GridTone | undefined;
  /** Absent = always. A disabled action keeps its place, so that the buttons do not move between rows. */
  readonly enabled?: ((row: T) => boolean) | undefined;
}

export interface GridColumn<T extends GridRow> {
  readonly id: string;
  readonly title: string;
  /** Preferred width in CSS px. */
  readonly width: number;
  /** Never narrower than this, whatever was kept or dragged: its texts must not be cut off. */
  readonly least?: number | undefined;
  /** `end` for numbers (tabular digits). Default `start`. */
  readonly align?: GridAlign | undefined;
  /** Takes a share of the width that is left over. Default 0. */
  readonly grow?: number | undefined;
  /** Its texts are figures: it grows, but never gives way. */
  readonly whole?: boolean | undefined;
  /** The text of the cell, also what the filter looks at. Called only for rows in view and when an index is made. */
  readonly text: (row: T) => string;
  /**
   * Makes the column sortable. One type per column: all numbers or all strings; null (no value) goes last both ways.
   * For a paged source only its presence counts: the page function sorts by the column id.
   */
  readonly sortKey?: ((row: T) => number | string | null) | undefined;
  /** The direction of the first click; default ascending. */
  readonly sortFirst?: 'ascending' | 'descending' | undefined;
  readonly tone?: ((row: T) => GridTone | undefined) | undefined;
  /** Read when the pointer rests on the cell. Without it a clipped text shows itself. */
  readonly tooltip?: ((row: T) => string | undefined) | undefined;
  /** `badge` draws the text as a small chip in the color of its tone. Default `text`. */
  readonly look?: 'text' | 'badge' | undefined;
  /** Row actions instead of text; such a column stays at the end and in view when the table is scrolled sideways. */
  readonly actions?: readonly GridAction<T>[] | undefined;
  /** Part of the text filter. When no column says so, all that are not `end`-aligned are. */
  readonly search?: boolean | undefined;
  /** Not shown until chosen. */
  readonly hidden?: boolean | undefined;
  /** Cannot be hidden. */
  readonly fixed?: boolean | undefined;
}

export interface GridSort {
  readonly column: string;
  readonly descending: boolean;
}

/** What a trader changed of a table: JSON-safe, to be kept in the preferences. */
export interface GridLayout {
  /** Left to right. Columns not named here keep their definition and come last. */
  readonly columns: readonly { readonly id: string; readonly width: number; readonly hidden: boolean }[];
  readonly sort: GridSort | null;
}

/** Where to open a menu, in CSS px of the window. */
export interface GridPoint {
  readonly x: number;
  readonly y: number;
}
