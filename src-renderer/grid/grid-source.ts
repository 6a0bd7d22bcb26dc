import type { GridColumn, GridRow, GridSort } from './grid-types.ts';

/** `rows`: rows were added, removed or changed. `order`: the trader sorted, filtered or folded. */
export type GridChange = 'rows' | 'order';

export type GridSourceState = 'loading' | 'ready' | 'failed';

/** The rows of a grid. An index is a position in the view, which is sorted, filtered and folded. */
export interface GridSource<T extends GridRow> {
  /** True: the grid is a treegrid. */
  readonly tree: boolean;
  readonly state: GridSourceState;
  /** The message of a failed read. Earlier rows remain. */
  readonly failure: string | null;
  /** Number of rows in the view. */
  readonly count: number;
  /**
   * Number of rows that match the filter. A tree also counts their ancestors and descendants. Rows
   * inside folded parents are included.
   */
  readonly matchingCount: number;
  /** Number of rows before filtering and folding. */
  readonly total: number;
  /** Undefined: not loaded yet. The grid shows a placeholder. */
  row(index: number): T | undefined;
  /** −1: not in the view. Undefined: not known, it may be on a page that is not loaded. */
  indexOf(id: string): number | undefined;
  /** Searches for a row that `indexOf` does not know. Null: not in the view. */
  locate?(id: string): Promise<number | null>;
  /** Opens the folded parents of a row. */
  openParents?(id: string): void;
  /** The row by its id, even if it is not in the view. */
  get(id: string): T | undefined;
  /** The given ids that are, or may be, in the view. */
  idsInView(ids: ReadonlySet<string>): Set<string>;
  /** The ids in the view as far as they are known. */
  ids(): string[];
  /** 1: top level. */
  level(index: number): number;
  /** Undefined: no children. */
  expanded(index: number): boolean | undefined;
  /** The index of the parent, −1 at the top. */
  parent(index: number): number;
  /** Shows or hides the children of a row. */
  setOpen(id: string, open: boolean): void;
  setColumns(columns: readonly GridColumn<T>[]): void;
  setSort(sort: GridSort | null): void;
  /** The text of the filter. */
  setText(text: string): void;
  /**
   * Tells the source which rows are painted, including a few above and below the viewport. `end` is
   * the index after the last painted row.
   */
  setVisibleRange(first: number, end: number): void;
  /** Reads again after a failure. Missing if rows arrive by themselves. */
  readonly retry?: (() => void) | undefined;
  /** Returns a function that unsubscribes. */
  subscribe(listener: (change: GridChange) => void): () => void;
}
