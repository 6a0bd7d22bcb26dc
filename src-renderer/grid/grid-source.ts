import type { GridColumn, GridRow, GridSort } from './grid-types.ts';

/** `rows`: rows came, went or changed in place. `order`: the trader sorted, filtered or folded. */
export type GridChange = 'rows' | 'order';

export type GridSourceState = 'loading' | 'ready' | 'failed';

/** What the grid asks of rows, wherever they are. An index is a position in the view: sorted, filtered and folded. */
export interface GridSource<T extends GridRow> {
  /** True: the grid is a treegrid. */
  readonly tree: boolean;
  readonly state: GridSourceState;
  /** What to tell when reading failed; rows read before stay. */
  readonly failure: string | null;
  /** Rows in the view. */
  readonly count: number;
  /** Rows that the filter lets through, those inside folded parents too. */
  readonly matching: number;
  /** Rows without filter and folding. */
  readonly total: number;
  /** Undefined = not here yet: the grid draws a placeholder. */
  row(index: number): T | undefined;
  /** −1 = not in the view; undefined = cannot be told (it may be on a page that is not read). */
  indexOf(id: string): number | undefined;
  /** Where a row is that `indexOf` cannot tell; null = nowhere. */
  locate?(id: string): Promise<number | null>;
  /** Opens the folded parents of a row. */
  expose?(id: string): void;
  /** The row by its id, also when it is not in the view. */
  get(id: string): T | undefined;
  /** Those of the ids that are in the view or may be. */
  retain(ids: ReadonlySet<string>): Set<string>;
  /** The ids in the view as far as they are known. */
  ids(): string[];
  /** 1 = top. */
  level(index: number): number;
  /** Undefined = has no children. */
  expanded(index: number): boolean | undefined;
  /** The index of the parent, −1 at the top. */
  parent(index: number): number;
  fold(id: string, open: boolean): void;
  setColumns(columns: readonly GridColumn<T>[]): void;
  setSort(sort: GridSort | null): void;
  setText(text: string): void;
  /** The rows about to be painted, last excluded. */
  want(first: number, last: number): void;
  retry(): void;
  /** Returns its release. */
  subscribe(listener: (change: GridChange) => void): () => void;
}
