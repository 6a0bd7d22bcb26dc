/**
 * The public types of the blotter grid. A panel makes a source (`ArraySource` for rows in memory,
 * `PagedSource` for rows read by page) and a list of columns, and puts `<Grid label columns source
 * … />` (see `grid-props.ts`) into a box that has a height.
 */

/**
 * A row. Its id is unique in its source. Focus, selection and updates use it. Rows are values: a
 * changed row is a new object, because the grid skips a row object that it has already painted.
 */
export interface GridRow {
  readonly id: string;
}

export type GridAlign = 'start' | 'center' | 'end';

/** Tone of a cell: a class with a color token. A tone is never the only mark of a meaning. */
export type GridTone =
  'muted' | 'strong' | 'buy' | 'sell' | 'gain' | 'loss' | 'warn' | 'danger' | 'accent' | 'good' | GroupTone;

/** Marks the rows of one group, which also show the number of the group. */
export type GroupTone = 'group-1' | 'group-2' | 'group-3' | 'group-4' | 'group-5' | 'group-6';

/** Tone of a whole row. */
export type GridRowTone = 'row-warn' | 'row-rejected' | 'row-stale' | 'row-muted' | 'row-strong' | 'row-new';

/** A button in a column of row actions. */
export interface GridAction<T extends GridRow> {
  readonly id: string;
  /** Accessible name and tooltip. Shown as text if there is neither an icon nor a sign. */
  readonly label: string;
  /** A character of the font. It renders twice as fast as an icon. */
  readonly sign?: string | undefined;
  /** SVG path data on a 24 × 24 box, stroked. */
  readonly icon?: string | undefined;
  readonly tone?: GridTone | undefined;
  /**
   * Default: always. A disabled action remains visible, so that the buttons are at the same place
   * in all rows.
   */
  readonly enabled?: ((row: T) => boolean) | undefined;
}

export interface GridColumn<T extends GridRow> {
  readonly id: string;
  readonly title: string;
  /** Preferred width in CSS px. */
  readonly width: number;
  /** Minimum width, at which the texts are not cut. */
  readonly minWidth?: number | undefined;
  /** `end` for numbers (tabular digits). Default `start`. */
  readonly align?: GridAlign | undefined;
  /** Share of the spare width. Default 0. */
  readonly grow?: number | undefined;
  /** True for a growing column of figures, which is never narrowed. */
  readonly neverNarrows?: boolean | undefined;
  /**
   * The text of the cell, which the filter also searches. Called for visible rows, and for all rows
   * on the first filter.
   */
  readonly text: (row: T) => string;
  /**
   * Makes the column sortable. All keys of a column are numbers, or all are strings. Null is last
   * in both directions. With a paged source this function is never called, because the `fetch` of
   * the source sorts by column id.
   */
  readonly sortKey?: ((row: T) => number | string | null) | undefined;
  /** The direction of the first click. Default: ascending. */
  readonly sortFirst?: 'ascending' | 'descending' | undefined;
  readonly tone?: ((row: T) => GridTone | undefined) | undefined;
  /** Tooltip of a cell. Default: the text, if it is clipped. */
  readonly tooltip?: ((row: T) => string | undefined) | undefined;
  /** `badge` draws the text as a small chip in the color of its tone. Default `text`. */
  readonly look?: 'text' | 'badge' | undefined;
  /**
   * Row actions instead of text. The column is last, and remains in view while the table is
   * scrolled horizontally.
   */
  readonly actions?: readonly GridAction<T>[] | undefined;
  /**
   * If this is true for any column, the text filter searches only the columns with true. Otherwise
   * it searches all columns except `end`-aligned ones and those with false.
   */
  readonly search?: boolean | undefined;
  /** Hidden by default. */
  readonly hidden?: boolean | undefined;
  /** Cannot be hidden. */
  readonly fixed?: boolean | undefined;
}

export interface GridSort {
  readonly column: string;
  readonly descending: boolean;
}

/** The layout that a trader chose for a table. It is stored as JSON in the preferences. */
export interface GridLayout {
  /** Left to right. Columns that are missing here have their defaults and are last. */
  readonly columns: readonly { readonly id: string; readonly width: number; readonly hidden: boolean }[];
  readonly sort: GridSort | null;
}

/** Where to open a menu, in CSS px of the window. */
export interface GridPoint {
  readonly x: number;
  readonly y: number;
}
