import { flushSync, mount } from 'svelte';
import Grid from '#renderer/grid/Grid.svelte';
import { ArraySource } from '#renderer/grid/array-source.ts';
import { GridController } from '#renderer/grid/grid-controller.svelte.ts';
import type { TradeRow } from '#renderer/trades/trade-row.ts';
import { installGrid, ROW_HEIGHT } from './grid-harness.ts';
import { tradeColumnsInMemory } from './grid-trades.ts';

const source = new ArraySource<TradeRow>({ parentOf: () => null });
const controller = new GridController<TradeRow>();
/** Made before the measurement, like the columns that the other grids get. */
const columns = tradeColumnsInMemory();

/**
 * The program's blotter as its panels use it, with tree, selection, focus and ARIA; one row is
 * focused and selected.
 */
await installGrid({
  headerHeight: ROW_HEIGHT + 2,
  mount(host, rows) {
    source.update(rows);
    mount(Grid, {
      target: host,
      props: { label: 'Trades', columns, source, controller, bare: true },
    });
    flushSync();
  },
  use() {
    const grid = document.querySelector<HTMLElement>('.grid')!;
    grid.focus();
    controller.model.moveTo(0);
    controller.model.select('only');
    controller.showFocusAndSelection();
  },
  scroller: () => document.querySelector<HTMLElement>('.grid')!,
  sort: (descending) => controller.columns.sortBy(descending === null ? null : { column: 'profit', descending }),
  filter: (text) => controller.setText(text),
  update: (changes) => source.patch(changes.map(({ row }) => row)),
});
