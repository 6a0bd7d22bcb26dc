// What a point of each symbol is worth, as the latest trade says that says it. A table of its own: it has a row for each symbol,
// where an index of all trades would be a sixth of a first load.
import type { DatabaseSync } from 'node:sqlite';
import type { Trade } from '#contract/model/trade.ts';
import { text, textOrNull } from './row.ts';
import { upsert } from './upsert.ts';

/** Fills the table from what the trades say. */
export const pointValuesOfTrades = `
  INSERT INTO point_values SELECT system_id, symbol, trade_id, point_value FROM (
    SELECT system_id, symbol, trade_id, point_value, max(trade_key) FROM trades WHERE point_value IS NOT NULL
    GROUP BY system_id, symbol)`;

/** Of the trades of an answer that are new or different. */
export class PointValues {
  readonly #latest = new Map<string, Trade>();

  see(trade: Trade): void {
    if (trade.pointValue === null) return;
    const before = this.#latest.get(trade.symbol);
    if (before === undefined || isLater(trade.tradeId, before.tradeId)) this.#latest.set(trade.symbol, trade);
  }

  write(db: DatabaseSync): void {
    const write = upsert(db, {
      table: 'point_values',
      keys: ['system_id', 'symbol'],
      columns: ['trade_id', 'point_value'],
      rules: { trade_id: later('trade_id'), point_value: later('point_value') },
    });
    for (const { systemId, symbol, tradeId, pointValue } of this.#latest.values()) {
      write([systemId, symbol, tradeId, pointValue]);
    }
  }
}

/** Of the trade that came later; the one given, where it is the same one. */
const later = (column: string): string =>
  `iif(CAST(new.trade_id AS INTEGER) >= CAST(old.trade_id AS INTEGER), new.${column}, old.${column})`;

/** Ids are whole numbers, beyond those that a float holds. */
const isLater = (one: string, other: string): boolean =>
  one.length === other.length ? one >= other : one.length > other.length;

/** By symbol, of the latest trade in it that says one. */
export const readPointValues = (db: DatabaseSync, systemId: string): ReadonlyMap<string, string | null> =>
  new Map(
    db
      .prepare('SELECT symbol, point_value FROM point_values WHERE system_id = ?')
      .all(systemId)
      .map((row) => [text(row, 'symbol'), textOrNull(row, 'point_value')]),
  );
