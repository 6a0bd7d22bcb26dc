import { type BenchColumn, installGrid, ROW_HEIGHT } from './grid-harness.ts';
import type { BenchTrade } from './grid-trades.ts';
import { loadPeer } from './load-peer.ts';

type Block = {
  readonly num_rows: number;
  readonly num_columns: number;
  readonly column_headers: readonly (readonly string[])[];
  readonly data: readonly (readonly string[])[];
};

/** The part of regular-table that is used. */
type RegularTable = HTMLElement & {
  setDataListener(listener: (left: number, top: number, right: number, bottom: number) => Block): void;
  draw(): Promise<void>;
};

await loadPeer('regular-table');
const style = document.createElement('style');
style.textContent = `regular-table{width:1500px;height:840px;position:absolute!important}
  regular-table td,regular-table th{height:${ROW_HEIGHT}px!important;padding:0 8px!important;box-sizing:border-box}`;
document.head.append(style);

const table = document.createElement('regular-table') as RegularTable;
let all: BenchTrade[] = [];
/**
 * The rows that the table shows, sorted and filtered. The library has no sort and no filter, so
 * both are written here as a developer would write them.
 */
let view: BenchTrade[] = [];
let benchColumns: readonly BenchColumn[] = [];
let text = '';
let descending: boolean | null = null;

function block(left: number, top: number, right: number, bottom: number): Block {
  const columns = benchColumns.slice(left, right);
  const rows = view.slice(top, bottom);
  return {
    num_rows: view.length,
    num_columns: benchColumns.length,
    column_headers: columns.map((benchColumn) => [benchColumn.title]),
    data: columns.map((benchColumn) => rows.map(benchColumn.text)),
  };
}

function arrange(): Promise<void> {
  view = text === '' ? all.slice() : all.filter((row) => row.description.includes(text));
  if (descending === true) view.sort((a, b) => b.amount - a.amount);
  if (descending === false) view.sort((a, b) => a.amount - b.amount);
  return table.draw();
}

await installGrid({
  headerHeight: ROW_HEIGHT,
  mount(host, rows, given) {
    all = rows;
    view = rows;
    benchColumns = given;
    host.append(table);
    table.setDataListener(block);
    return table.draw();
  },
  scroller: () => table,
  text(place, column) {
    const row = table.querySelectorAll('tbody tr')[place === 'top' ? 0 : 17];
    return row?.children[benchColumns.findIndex(({ id }) => id === column)]?.textContent ?? '';
  },
  sort(down) {
    descending = down;
    return arrange();
  },
  filter(wanted) {
    text = wanted;
    return arrange();
  },
  update(changes, sorted) {
    for (const { at, row } of changes) all[at] = row;
    if (sorted) return arrange();
    if (view !== all) view = all.slice();
    return table.draw();
  },
});
