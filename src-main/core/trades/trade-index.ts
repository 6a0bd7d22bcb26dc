// Filters and sorts the trades of one strategy without SQL. A table of 100,000 trades can be sorted
// by 17 columns and filtered by eight bounds at once. Database indexes for all of them would double
// the time of every first load. A text search would need one more index, and a page far down would
// still take the time to read all rows before it.
// With columns in memory (about 5 MB for 100,000 trades) a filter is one pass of a millisecond,
// each sort is done once, and a page is a slice of row ids at any depth.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { Sort } from '#contract/model/scalars.ts';
import type { TradeFilter, TradeSums } from '#contract/model/trade-filter.ts';
import { ProfitSums } from '#core/review/trades/profit-sums.ts';
import { arrayRows } from '#core/sqlite/row.ts';
import { sortKeys } from './sort-keys.ts';
import { tradeIndexColumns, type TradeIndexColumns } from './trade-index-columns.ts';
import { tradeTests } from './trade-tests.ts';

export type SelectedRows = {
  /** Row ids of the table, in the requested order. */
  readonly rowIds: Float64Array<ArrayBuffer>;
  readonly sums: TradeSums;
};

/** Row numbers in ascending order of a column. Only the first `valueCount` rows have a value. */
type SortedPlaces = { readonly places: Uint32Array; readonly valueCount: number };

export class TradeIndex {
  /** The revision of the trades when the index was built. */
  readonly revision: number;
  readonly #systemId: string;
  readonly #columns: TradeIndexColumns;
  readonly #sorted = new Map<string, SortedPlaces>();

  constructor(db: DatabaseSync, systemId: string, revision: number) {
    this.#systemId = systemId;
    this.revision = revision;
    this.#columns = tradeIndexColumns(db, systemId);
  }

  /** Without a known sort column, the newest trades come first. */
  select(db: DatabaseSync, filter: TradeFilter, sort: Sort | null): SelectedRows {
    const passes = this.#passing(db, filter);
    const known = sort !== null && sortKeys.has(sort.column) ? sort : { column: 'openedAt', descending: true };
    return {
      rowIds: this.#inOrder(this.#sortedBy(db, known.column), known.descending, passes),
      sums: this.#sums(passes),
    };
  }

  /** For each row, 1 if it passes the filter, else 0. */
  #passing(db: DatabaseSync, filter: TradeFilter): Uint8Array {
    const passes = new Uint8Array(this.#columns.count).fill(1);
    for (const test of tradeTests(this.#columns, filter, this.#rowIdsOf(db, filter.ids))) {
      for (let row = 0; row < passes.length; row += 1) if (passes[row] === 1 && !test(row)) passes[row] = 0;
    }
    return passes;
  }

  #rowIdsOf(db: DatabaseSync, ids: readonly string[] | null): ReadonlySet<number> | null {
    if (ids === null) return null;
    const rows = db
      .prepare('SELECT rowid AS rowId FROM trades WHERE system_id = ? AND trade_id IN (SELECT value FROM json_each(?))')
      .all(this.#systemId, JSON.stringify(ids));
    return new Set(rows.map(({ rowId }) => Number(rowId)));
  }

  #sums(passes: Uint8Array): TradeSums {
    const { profits, states } = this.#columns;
    const money = new ProfitSums(profits, 3);
    const counts = [0, 0, 0];
    const unknownCounts = [0, 0, 0];
    const sums = { count: 0, wins: 0, losses: 0 };
    for (let row = 0; row < passes.length; row += 1) {
      if (passes[row] === 0) continue;
      const state = states[row] ?? 0;
      const profit = profits.units[row] ?? Number.NaN;
      money.add(state, row);
      counts[state] = (counts[state] ?? 0) + 1;
      sums.count += 1;
      if (Number.isNaN(profit)) unknownCounts[state] = (unknownCounts[state] ?? 0) + 1;
      else if (state === 2 && profit > 0) sums.wins += 1;
      else if (state === 2 && profit < 0) sums.losses += 1;
    }
    const [, open = 0, closed = 0] = counts;
    const [unknownEnded = 0, unknownOpen = 0, unknownClosed = 0] = unknownCounts;
    return {
      ...sums,
      open,
      closed,
      withoutProfitCount: unknownEnded + unknownOpen + unknownClosed,
      openProfit: open > 0 && unknownOpen === open ? null : money.text(1),
      closedProfit: closed > 0 && unknownClosed === closed ? null : money.text(2),
    };
  }

  /** Missing values sort last in both directions. Equal values keep the order of their ids. */
  #inOrder({ places, valueCount }: SortedPlaces, descending: boolean, passes: Uint8Array): Float64Array<ArrayBuffer> {
    const sorted = new Float64Array(passes.length);
    let count = 0;
    const addAt = (at: number): void => {
      const place = places[at] ?? 0;
      if (passes[place] === 1) sorted[count++] = this.#columns.rowIds[place] ?? 0;
    };
    if (descending) {
      for (let at = valueCount - 1; at >= 0; at -= 1) addAt(at);
      for (let at = places.length - 1; at >= valueCount; at -= 1) addAt(at);
    } else {
      for (let at = 0; at < places.length; at += 1) addAt(at);
    }
    return sorted.slice(0, count);
  }

  #sortedBy(db: DatabaseSync, column: string): SortedPlaces {
    const known = this.#sorted.get(column);
    if (known !== undefined) return known;
    const sorted = sortPlaces(this.#keys(db, column));
    this.#sorted.set(column, sorted);
    return sorted;
  }

  /**
   * The sort keys of a column: numbers unchanged, texts as their rank. Values are looked up by row
   * id, because trades may have been added since the index was built.
   */
  #keys(db: DatabaseSync, column: string): Float64Array {
    // The columns are already in the order of the ids, which may be too long for a number.
    if (column === 'tradeId') return Float64Array.from(this.#columns.rowIds, (_, place) => place);
    const rows = arrayRows(db, `SELECT rowid, ${sortKeys.get(column)} FROM trades WHERE system_id = ?`, this.#systemId);
    const values = new Map(rows.map(([rowId = null, value = null]) => [rowId, value]));
    const ranks = ranksOf([...values.values()]);
    return Float64Array.from(this.#columns.rowIds, (rowId) => keyOf(values.get(rowId) ?? null, ranks));
  }
}

const keyOf = (value: SQLOutputValue, ranks: ReadonlyMap<SQLOutputValue, number>): number => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? (ranks.get(value) ?? Number.NaN) : Number.NaN;
};

const ranksOf = (values: readonly SQLOutputValue[]): ReadonlyMap<SQLOutputValue, number> => {
  const texts = [...new Set(values)].filter((value) => typeof value === 'string').sort((a, b) => (a < b ? -1 : 1));
  return new Map(texts.map((text, rank) => [text, rank]));
};

const sortPlaces = (keys: Float64Array): SortedPlaces => {
  const hasValue = (place: number): boolean => !Number.isNaN(keys[place] ?? Number.NaN);
  const all = Uint32Array.from(keys, (_, place) => place);
  const withValue = all.filter(hasValue);
  // Places are in the order of the ids and the sort is stable, so equal values keep that order.
  withValue.sort((left, right) => (keys[left] ?? 0) - (keys[right] ?? 0));
  const places = new Uint32Array(all.length);
  places.set(withValue);
  places.set(
    all.filter((place) => !hasValue(place)),
    withValue.length,
  );
  return { places, valueCount: withValue.length };
};
