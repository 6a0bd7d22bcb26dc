// The point value of each symbol in dollars, from its latest trade that states one. This table has
// one row per symbol. Without it an index of all trades would be needed, which would take a sixth
// of the time of a first load.
import type { DatabaseSync } from 'node:sqlite';
import type { Trade } from '#contract/model/trade.ts';
import { isInDollars } from '#core/is-in-dollars.ts';
import { decimalOrNull, text } from '#core/sqlite/row.ts';
import { upsert } from './upsert.ts';

/** Fills the table from the stored trades, with the conditions of `isInDollars`. */
export const pointValuesOfTrades = `
  INSERT INTO point_values SELECT system_id, symbol, trade_id, point_value FROM (
    SELECT system_id, symbol, trade_id, point_value, max(trade_key) FROM trades WHERE point_value IS NOT NULL
    AND currency IN ('', 'USD') AND (instrument IS NOT 'forex' OR symbol LIKE '%USD')
    GROUP BY system_id, symbol)`;

/** Collects point values from the new or changed trades of an answer. */
export class PointValues {
  readonly #latest = new Map<string, Trade>();

  add(trade: Trade): void {
    if (trade.pointValue === null || !isInDollars(trade)) return;
    const before = this.#latest.get(trade.symbol);
    if (before === undefined || isLater(trade.tradeId, before.tradeId)) this.#latest.set(trade.symbol, trade);
  }

  write(db: DatabaseSync): void {
    const write = upsert(db, {
      table: 'point_values',
      keys: ['system_id', 'symbol'],
      columns: ['trade_id', 'point_value'],
      rules: { trade_id: ofLaterTrade('trade_id'), point_value: ofLaterTrade('point_value') },
    });
    for (const { systemId, symbol, tradeId, pointValue } of this.#latest.values()) {
      write([systemId, symbol, tradeId, pointValue]);
    }
  }
}

/** The value of the later trade. For the same trade, the new value. */
const ofLaterTrade = (column: string): string =>
  `iif(CAST(new.trade_id AS INTEGER) >= CAST(old.trade_id AS INTEGER), new.${column}, old.${column})`;

/** Ids are integers that may exceed the precision of a float. */
const isLater = (one: string, other: string): boolean =>
  one.length === other.length ? one >= other : one.length > other.length;

/** Point values in dollars, by symbol. */
export const readPointValues = (db: DatabaseSync, systemId: string): ReadonlyMap<string, string> =>
  new Map(
    db
      .prepare('SELECT symbol, point_value FROM point_values WHERE system_id = ?')
      .all(systemId)
      .flatMap((row) => {
        const value = decimalOrNull(row, 'point_value');
        return value === null ? [] : [[text(row, 'symbol'), value] as const];
      }),
  );
