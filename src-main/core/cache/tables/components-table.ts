import type { DatabaseSync } from 'node:sqlite';
import type { ComponentSignal } from '#contract/model/trade.ts';
import { decimal, decimalOrNull, flag, numberOrNull, oneOfOrNull, text, type Row } from '#core/sqlite/row.ts';
import { words } from './words.ts';

/**
 * Returns a function that replaces the whole component list of a trade, and returns true when the
 * stored list changed.
 */
export const writeComponents = (
  db: DatabaseSync,
  systemId: string,
): ((tradeId: string, components: readonly ComponentSignal[]) => boolean) => {
  const read = db.prepare('SELECT * FROM components WHERE system_id = ? AND trade_id = ? ORDER BY place');
  const clear = db.prepare('DELETE FROM components WHERE system_id = ? AND trade_id = ?');
  const insert = db.prepare('INSERT INTO components VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const mark = db.prepare('UPDATE trades SET components_read = 1 WHERE system_id = ? AND trade_id = ?');
  return (tradeId, components) => {
    const known = read.all(systemId, tradeId).map(componentOf);
    const isSame = JSON.stringify(known) === JSON.stringify(components.map(ordered));
    if (isSame && known.length > 0) return false;
    // An empty answer does not replace stored components.
    if (components.length === 0 && known.length > 0) return false;
    clear.run(systemId, tradeId);
    for (const [place, one] of components.entries()) {
      insert.run(
        systemId,
        tradeId,
        place,
        one.serviceId,
        one.action,
        one.quantity,
        one.symbol,
        one.price,
        one.tradedAt,
        one.tradedText,
      );
    }
    mark.run(systemId, tradeId);
    return components.length > 0;
  };
};

/** The members in the order of `componentOf`, so that JSON texts can be compared. */
const ordered = ({ serviceId, action, quantity, symbol, price, tradedAt, tradedText }: ComponentSignal) => ({
  serviceId,
  action,
  quantity,
  symbol,
  price,
  tradedAt,
  tradedText,
});

export const componentOf = (row: Row): ComponentSignal => ({
  serviceId: text(row, 'service_id'),
  action: oneOfOrNull(row, 'action', words.action),
  quantity: decimal(row, 'quantity'),
  symbol: text(row, 'symbol'),
  price: decimalOrNull(row, 'price'),
  tradedAt: numberOrNull(row, 'traded_at'),
  tradedText: text(row, 'traded_text'),
});

export const readComponents = (db: DatabaseSync, systemId: string, tradeId: string): ComponentSignal[] | null => {
  const trade = db
    .prepare('SELECT components_read FROM trades WHERE system_id = ? AND trade_id = ?')
    .get(systemId, tradeId);
  if (trade === undefined || !flag(trade, 'components_read')) return null;
  return db
    .prepare('SELECT * FROM components WHERE system_id = ? AND trade_id = ? ORDER BY place')
    .all(systemId, tradeId)
    .map(componentOf);
};

/** The components of all trades of a strategy. */
export function* readAllComponents(db: DatabaseSync, systemId: string): Generator<ComponentSignal> {
  for (const row of db.prepare('SELECT * FROM components WHERE system_id = ?').iterate(systemId))
    yield componentOf(row);
}
