import { installGrid, ROW_HEIGHT } from './grid-harness.ts';
import type { BenchTrade } from './grid-trades.ts';
import { loadPeer } from './load-peer.ts';

type Event<A> = { subscribe(listener: (event: unknown, args: A) => void): void };

/** The part of SlickGrid 5 that is used. */
type DataView = {
  readonly onRowCountChanged: Event<unknown>;
  readonly onRowsChanged: Event<{ readonly rows: readonly number[] }>;
  beginUpdate(): void;
  endUpdate(): void;
  setItems(rows: BenchTrade[], id: string): void;
  updateItem(id: number, row: BenchTrade): void;
  setFilterArgs(args: { readonly text: string }): void;
  setFilter(filter: (row: BenchTrade, args: { readonly text: string }) => boolean): void;
  sort(compare: (a: BenchTrade, b: BenchTrade) => number, ascending: boolean): void;
  reSort(): void;
};
type SlickGrid = {
  updateRowCount(): void;
  render(): void;
  invalidateRows(rows: readonly number[]): void;
};
type SlickModule = {
  readonly SlickDataView: new (options: object) => DataView;
  readonly SlickGrid: new (host: HTMLElement, data: DataView, columns: object[], options: object) => SlickGrid;
};

const { SlickDataView, SlickGrid } = await loadPeer<SlickModule>('slickgrid');
const style = document.createElement('style');
style.textContent = `.slick-header-column{height:20px!important}.slick-row{line-height:16px}.slick-cell{padding:3px 8px;border-width:0 1px 0 0}`;
document.head.append(style);
const view = new SlickDataView({ inlineFilters: true });

const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

await installGrid({
  headerHeight: 28,
  mount(host, rows, benchColumns) {
    const box = document.createElement('div');
    box.style.cssText = 'width:100%;height:100%';
    host.append(box);
    const columns = benchColumns.map(({ id, title, width, text }) => ({
      id,
      field: id,
      name: title,
      width,
      sortable: true,
      formatter: (_row: number, _cell: number, _value: unknown, _column: unknown, row: BenchTrade) =>
        escaped(text(row)),
    }));
    const grid = new SlickGrid(box, view, columns, {
      rowHeight: ROW_HEIGHT,
      enableColumnReorder: false,
      enableCellNavigation: true,
      forceFitColumns: false,
    });
    view.onRowCountChanged.subscribe(() => {
      grid.updateRowCount();
      grid.render();
    });
    view.onRowsChanged.subscribe((_event, { rows: changed }) => {
      grid.invalidateRows(changed);
      grid.render();
    });
    view.beginUpdate();
    view.setItems(rows, 'number');
    view.endUpdate();
  },
  scroller: () => document.querySelector<HTMLElement>('.slick-viewport-top.slick-viewport-left')!,
  sort(descending) {
    if (descending === null) view.sort((a, b) => a.number - b.number, true);
    else view.sort((a, b) => a.amount - b.amount, !descending);
  },
  filter(text) {
    view.setFilterArgs({ text });
    // The library compiles this function again from its source text. So the function may use its
    // arguments only.
    view.setFilter((row, args) => row.description.includes(args.text));
  },
  update(changes, sorted) {
    view.beginUpdate();
    for (const { row } of changes) view.updateItem(row.number, row);
    if (sorted) view.reSort();
    view.endUpdate();
  },
});
