import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { PathState } from '#practice/market/market.ts';
import { STRATEGY_DEFAULTS, type Strategy } from '#practice/strategy.ts';
import { CreditStore } from './credit-store.ts';
import { DesiredStore } from './desired-store.ts';
import { EquityStore } from './equity-store.ts';
import { LicenseStore } from './license-store.ts';
import { LinkStore } from './link-store.ts';
import { MetaStore } from './meta-store.ts';
import { PeopleStore } from './people-store.ts';
import { fromText, toText } from './record-text.ts';
import { SignalStore } from './signal-store.ts';
import { SubscriptionStore } from './subscription-store.ts';
import { TradeStore } from './trade-store.ts';

/**
 * The service's database, with one store for each subject. All access is synchronous and from one
 * thread, so a transaction is never interleaved.
 */
export class Store {
  readonly meta: MetaStore;
  readonly signals: SignalStore;
  readonly trades: TradeStore;
  readonly equity: EquityStore;
  readonly people: PeopleStore;
  readonly subscriptions: SubscriptionStore;
  readonly licenses: LicenseStore;
  readonly credits: CreditStore;
  readonly desired: DesiredStore;
  readonly links: LinkStore;
  readonly #db: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#begin = db.prepare('BEGIN IMMEDIATE');
    this.#commit = db.prepare('COMMIT');
    this.meta = new MetaStore(db);
    this.signals = new SignalStore(db);
    this.trades = new TradeStore(db);
    this.equity = new EquityStore(db);
    this.people = new PeopleStore(db);
    this.subscriptions = new SubscriptionStore(db);
    this.licenses = new LicenseStore(db);
    this.credits = new CreditStore(db);
    this.desired = new DesiredStore(db);
    this.links = new LinkStore(db);
  }

  /** Commits all writes of `work` or none. They are durable when this returns. */
  transaction<T>(work: () => T): T {
    this.#begin.run();
    try {
      const result = work();
      this.#commit.run();
      return result;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  strategies(): Strategy[] {
    const rows = this.#db.prepare('SELECT record FROM strategies ORDER BY id').all();
    return rows.map((row) => ({ ...STRATEGY_DEFAULTS, ...fromText<Strategy>(String(row['record'])) }));
  }

  putStrategy(strategy: Strategy): void {
    const statement = this.#db.prepare(
      'INSERT INTO strategies (id, record) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET record = excluded.record',
    );
    statement.run(BigInt(strategy.id), toText(strategy));
  }

  pricePaths(): PathState[] {
    const rows = this.#db.prepare('SELECT record FROM paths').all();
    return rows.map((row) => fromText<PathState>(String(row['record'])));
  }

  putPricePaths(states: readonly PathState[]): void {
    const statement = this.#db.prepare('INSERT OR REPLACE INTO paths (key, record) VALUES (?, ?)');
    for (const state of states) statement.run(state.key, toText(state));
  }

  close(): void {
    this.#db.close();
  }
}
