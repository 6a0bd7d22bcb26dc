import type { Snippet } from 'svelte';
import type { GridController } from './grid-controller.svelte.ts';
import type { GridSource } from './grid-source.ts';
import type { GridColumn, GridLayout, GridPoint, GridRow, GridRowTone, GridSort } from './grid-types.ts';

export interface GridProps<T extends GridRow> {
  /** Accessible name of the grid: `Orders`, `Positions`, `Trades`, `Strategies`, `Activity`. */
  label: string;
  columns: readonly GridColumn<T>[];
  source: GridSource<T>;
  /** For panels that control the grid (reveal a row, read the selection). Optional. */
  controller?: GridController<T> | undefined;
  /** Filter text. All terms, separated by spaces, have to match. */
  filter?: string | undefined;
  /** The default sort. */
  sort?: GridSort | null | undefined;
  layout?: GridLayout | undefined;
  onlayout?: ((layout: GridLayout) => void) | undefined;
  rowTone?: ((row: T) => GridRowTone | undefined) | undefined;
  /** Enter or double click. The handler shows details, or does only what can be undone. */
  onopen?: ((row: T) => void) | undefined;
  /** Delete: the selected rows, or the focused row if none is selected. */
  ondelete?: ((rows: readonly T[]) => void) | undefined;
  /** Right click, Shift+F10 or the menu key. */
  onmenu?: ((row: T, point: GridPoint) => void) | undefined;
  onaction?: ((row: T, action: string) => void) | undefined;
  /**
   * A key that the grid does not use, with the focused row. Call `preventDefault` if you use it.
   */
  onkey?: ((row: T, event: KeyboardEvent) => void) | undefined;
  /** Like `onkey`, while no row is focused: the table is empty, or its header has the focus. */
  ongridkey?: ((event: KeyboardEvent) => void) | undefined;
  onselect?: ((rows: readonly T[]) => void) | undefined;
  /** The focused row changed. Null if no row is focused. */
  onfocusrow?: ((row: T | null) => void) | undefined;
  /** A row of a tree was opened or folded. For children that are read on demand. */
  onfold?: ((row: T, open: boolean) => void) | undefined;
  emptyText?: string | undefined;
  /** Shown for an empty table instead of `emptyText`. */
  empty?: Snippet | undefined;
  loadingText?: string | undefined;
  /** The noun of a row in the footer, e.g. `order`, `orders`. */
  noun?: readonly [one: string, many: string] | undefined;
  /** At the end of the footer line: sums, buttons. */
  footer?: Snippet | undefined;
  /** No footer line, for small tables. */
  bare?: boolean | undefined;
}
