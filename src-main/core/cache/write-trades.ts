import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ComponentSignal, Trade } from '#contract/model/trade.ts';
import { writeComponents } from './components-table.ts';
import { indexesAfter } from './indexes-after.ts';
import { knownTrades } from './known-trades.ts';
import { rowHash } from './row-hash.ts';
import { tradesTable } from './trades-columns.ts';
import { upsert } from './upsert.ts';

/** A trade with the signals that made it; null when the answer did not carry them. */
export type AnsweredTrade = { readonly trade: Trade; readonly components: readonly ComponentSignal[] | null };

type Cell = string | number | null;

/** Rows of one statement: measured, more of them gain nothing. */
const rowsAtOnce = 32;
/** From here on a first answer is stored before its indexes are made. */
const manyRows = 10_000;
const columns = [...tradesTable.keys, ...tradesTable.columns, 'answer_hash'];

/** A trade that an answer holds is listed, whatever an earlier one left out. */
const listed = null;
const changedTable = {
  ...tradesTable,
  columns: [...tradesTable.columns, 'unlisted_at'],
  rules: { unlisted_at: 'new.unlisted_at' },
  along: ['answer_hash'],
};

/**
 * Writes what an answer says of trades; returns how many were new or different. Within one transaction of the caller, who
 * calls `forgetTrades` when it fails.
 */
export const writeTrades = (db: DatabaseSync, systemId: string, answered: readonly AnsweredTrade[]): number => {
  if (answered.length < manyRows || db.prepare('SELECT 1 FROM trades LIMIT 1').get() !== undefined) {
    return writeAll(db, systemId, answered);
  }
  let changed = 0;
  indexesAfter(db, 'trades', () => {
    changed = writeAll(db, systemId, answered);
  });
  return changed;
};

const writeAll = (db: DatabaseSync, systemId: string, answered: readonly AnsweredTrade[]): number => {
  const known = knownTrades(db, systemId);
  const rows = new NewRows(db);
  const fresh: AnsweredTrade[] = [];
  const differing: [AnsweredTrade, Cell[]][] = [];
  for (const one of answered) {
    const values = valuesOf(one.trade);
    if (one.components !== null) values.push(componentsText(one.components));
    const hash = rowHash(values);
    const before = known.get(one.trade.tradeId);
    if (before === hash) continue;
    known.set(one.trade.tradeId, hash);
    if (one.components !== null) values.pop();
    if (before !== undefined) {
      values.push(listed, hash);
      differing.push([one, values]);
    } else {
      values.push(hash);
      rows.add(values);
      if (one.components !== null) fresh.push(one);
    }
  }
  rows.end();
  const componentsChanged = writeComponents(db, systemId);
  for (const { trade, components } of fresh) componentsChanged(trade.tradeId, components ?? []);
  return rows.count + change(db, differing, componentsChanged);
};

/** One by one, since each may keep members that the answer leaves out. */
const change = (
  db: DatabaseSync,
  differing: readonly (readonly [AnsweredTrade, Cell[]])[],
  componentsChanged: (tradeId: string, components: readonly ComponentSignal[]) => boolean,
): number => {
  const write = upsert(db, changedTable);
  let changed = 0;
  for (const [{ trade, components }, values] of differing) {
    if (write(values)) changed += 1;
    if (components !== null && componentsChanged(trade.tradeId, components)) changed += 1;
  }
  return changed;
};

/** Inserts by statements of many rows. */
class NewRows {
  count = 0;
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;
  #batch: Cell[] = [];

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#insert = db.prepare(insertSql(rowsAtOnce));
  }

  add(values: readonly Cell[]): void {
    this.count += 1;
    for (const value of values) this.#batch.push(value);
    if (this.#batch.length < rowsAtOnce * columns.length) return;
    this.#insert.run(...this.#batch);
    this.#batch = [];
  }

  /** Writes what is left over. */
  end(): void {
    const rows = this.#batch.length / columns.length;
    if (rows > 0) this.#db.prepare(insertSql(rows)).run(...this.#batch);
    this.#batch = [];
  }
}

const insertSql = (count: number): string => {
  const row = `(${columns.map(() => '?').join(', ')})`;
  return `INSERT INTO trades (${columns.join(', ')}) VALUES ${Array.from({ length: count }, () => row).join(', ')}`;
};

const componentsText = (components: readonly ComponentSignal[]): string =>
  components
    .map((one) => `${one.serviceId} ${one.action} ${one.quantity} ${one.symbol} ${one.price} ${one.tradedText}`)
    .join('|');

const valuesOf = (one: Trade): Cell[] => [
  one.systemId,
  one.tradeId,
  Number(one.open),
  Number(one.open),
  one.side,
  one.symbol,
  one.description,
  one.instrument,
  one.pointValue,
  one.currency,
  one.quantityOpened,
  one.quantityClosed,
  one.openPrice,
  one.closePrice,
  one.openedAt,
  one.closedAt,
  one.markedAt,
  one.profit,
  one.heldSeconds,
];
