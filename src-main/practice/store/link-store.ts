import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { BrokerOrder, Link } from '#rules/autotrade/link.ts';
import { fromText, toText } from './record-text.ts';

export const LINK_TABLES = `
CREATE TABLE IF NOT EXISTS links (guid TEXT PRIMARY KEY, number INTEGER NOT NULL, record TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS broker_orders (number INTEGER PRIMARY KEY, link TEXT NOT NULL, record TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS broker_orders_link ON broker_orders (link)
`;

/** AutoTrade links with their simulated accounts and broker orders. No password is stored. */
export class LinkStore {
  readonly #put: StatementSync;
  readonly #all: StatementSync;
  readonly #addOrder: StatementSync;
  readonly #orders: StatementSync;

  constructor(db: DatabaseSync) {
    this.#put = db.prepare(
      `INSERT INTO links (guid, number, record) VALUES (?, (SELECT coalesce(max(number), 0) + 1 FROM links), ?)
       ON CONFLICT (guid) DO UPDATE SET record = excluded.record`,
    );
    this.#all = db.prepare('SELECT record FROM links ORDER BY number');
    this.#addOrder = db.prepare('INSERT INTO broker_orders (link, record) VALUES (?, ?)');
    this.#orders = db.prepare('SELECT record FROM broker_orders WHERE link = ? ORDER BY number DESC LIMIT ?');
  }

  put(link: Link, orders: readonly BrokerOrder[]): void {
    this.#put.run(link.guid, toText(link));
    for (const order of orders) this.#addOrder.run(link.guid, toText(order));
  }

  /** All links, in the order in which they were first started. */
  all(): Link[] {
    return this.#all.all().map((row) => fromText<Link>(String(row['record'])));
  }

  /** The latest broker orders of a link, newest first. */
  orders(guid: string, limit: number): BrokerOrder[] {
    return this.#orders.all(guid, limit).map((row) => fromText<BrokerOrder>(String(row['record'])));
  }
}
