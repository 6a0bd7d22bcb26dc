import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { instrumentCode } from '#core/review/trades/trade-columns.ts';
import { profitColumn, type ProfitColumn } from '#core/review/trades/profit-column.ts';
import type { Instrument } from '#contract/model/scalars.ts';
import { arrayRows } from '#core/sqlite/row.ts';
import { words } from '#core/cache/tables/words.ts';

/** The columns that filters and sums use, in the order of trade ids. NaN means no value. */
export type TradeIndexColumns = {
  readonly count: number;
  readonly rowIds: Float64Array;
  /** Indexes into `nameList`. */
  readonly names: Int32Array;
  /** 1 for a short trade, 0 for a long one. */
  readonly shorts: Uint8Array;
  readonly instruments: Uint8Array;
  /**
   * 1 for an open trade that is listed as open, 2 for a closed trade, 0 for an open trade that is
   * no longer listed.
   */
  readonly states: Uint8Array;
  readonly openedAt: Float64Array;
  readonly closedAt: Float64Array;
  readonly profits: ProfitColumn;
  /**
   * Each pair of symbol and description once: 100,000 trades have a few thousand pairs.
   * `searchText` contains both in lower case.
   */
  readonly nameList: readonly { readonly symbol: string; readonly searchText: string }[];
};

const sql = `SELECT rowid, symbol, description, side, instrument, open, in_open, opened_at, closed_at, profit
  FROM trades WHERE system_id = ? ORDER BY trade_key, trade_id`;

export function tradeIndexColumns(db: DatabaseSync, systemId: string): TradeIndexColumns {
  const rows = arrayRows(db, sql, systemId);
  const names = new NameList();
  const columns = {
    count: rows.length,
    rowIds: new Float64Array(rows.length),
    names: new Int32Array(rows.length),
    shorts: new Uint8Array(rows.length),
    instruments: new Uint8Array(rows.length),
    states: new Uint8Array(rows.length),
    openedAt: new Float64Array(rows.length),
    closedAt: new Float64Array(rows.length),
  };
  const profits: (string | null)[] = [];
  rows.forEach(([rowId, symbol, description, side, instrument, open, inOpen, openedAt, closedAt, profit], row) => {
    columns.rowIds[row] = Number(rowId);
    columns.names[row] = names.place(String(symbol), String(description));
    columns.shorts[row] = side === 'short' ? 1 : 0;
    columns.instruments[row] = instrumentCode(instrumentOf(instrument));
    columns.states[row] = open === 0 ? 2 : Number(inOpen);
    columns.openedAt[row] = timeOf(openedAt);
    columns.closedAt[row] = timeOf(closedAt);
    profits.push(typeof profit === 'string' ? profit : null);
  });
  return { ...columns, profits: profitColumn(profits), nameList: names.list };
}

const timeOf = (value: SQLOutputValue | undefined): number => (typeof value === 'number' ? value : Number.NaN);

const instrumentOf = (value: SQLOutputValue | undefined): Instrument | null =>
  words.instrument.find((word) => word === value) ?? null;

class NameList {
  readonly list: { symbol: string; searchText: string }[] = [];
  readonly #places = new Map<string, number>();

  /** The index of this pair in `list`. A new pair is added. */
  place(symbol: string, description: string): number {
    const key = `${symbol}\n${description}`;
    const existing = this.#places.get(key);
    if (existing !== undefined) return existing;
    this.#places.set(key, this.list.length);
    this.list.push({ symbol, searchText: key.toLowerCase() });
    return this.list.length - 1;
  }
}
