import type { Snippet } from 'svelte';
import type { GridController } from './grid-controller.svelte.ts';
import type { GridSource } from './grid-source.ts';
import type { GridColumn, GridLayout, GridPoint, GridRow, GridRowTone, GridSort } from './grid-types.ts';

export interface GridProps<T extends GridRow> {
  /** Accessible name of the grid: `Signals`, `Positions`, `Trades`, `Strategies`, `Activity`. */
  label: string;
  columns: readonly GridColumn<T>[];
  source: GridSource<T>;
  /** For panels that steer the grid (reveal a row, read the selection). Made inside when absent. */
  controller?: GridController<T> | undefined;
  /** Filter as you type; terms parted by spaces must all match. */
  filter?: string | undefined;
  /** The sort before any layout or click. */
  sort?: GridSort | null | undefined;
  layout?: GridLayout | undefined;
  onlayout?: ((layout: GridLayout) => void) | undefined;
  rowTone?: ((row: T) => GridRowTone | undefined) | undefined;
  /** Enter or double click: details, never anything that cannot be undone. */
  onopen?: ((row: T) => void) | undefined;
  /** Delete: the selected rows in view, or the focused row when none is selected. */
  ondelete?: ((rows: readonly T[]) => void) | undefined;
  /** Right click, Shift+F10 or the menu key. */
  onmenu?: ((row: T, point: GridPoint) => void) | undefined;
  onaction?: ((row: T, action: string) => void) | undefined;
  /** A key the grid has no use for, with the focused row. Call `preventDefault` when it was used. */
  onkey?: ((row: T, event: KeyboardEvent) => void) | undefined;
  onselect?: ((rows: readonly T[]) => void) | undefined;
  /** The focused row changed (null: there is none). For master and detail. */
  onfocusrow?: ((row: T | null) => void) | undefined;
  /** A tree row was opened or folded, for children that are read on demand. */
  onfold?: ((row: T, open: boolean) => void) | undefined;
  emptyText?: string | undefined;
  /** Instead of `emptyText`, when there is nothing to show. */
  empty?: Snippet | undefined;
  loadingText?: string | undefined;
  /** What a row is called in the footer, e.g. `signal`, `signals`. */
  noun?: readonly [one: string, many: string] | undefined;
  /** At the end of the footer line: sums, buttons. */
  footer?: Snippet | undefined;
  /** No footer line, for small tables. */
  bare?: boolean | undefined;
}
