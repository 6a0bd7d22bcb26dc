import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { subscriptionDue, type Subscription } from '#rules/billing/subscription.ts';
import { fromText, toText } from './record-text.ts';

export const SUBSCRIPTION_TABLES = `
CREATE TABLE IF NOT EXISTS subscriptions (
  id INTEGER PRIMARY KEY,
  strategy INTEGER NOT NULL,
  person INTEGER NOT NULL,
  state TEXT NOT NULL,
  due INTEGER,
  record TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS subscriptions_strategy ON subscriptions (strategy);
CREATE INDEX IF NOT EXISTS subscriptions_person ON subscriptions (person);
CREATE INDEX IF NOT EXISTS subscriptions_due ON subscriptions (due) WHERE due IS NOT NULL
`;

const DIGITS = /^\d{1,18}$/;

export class SubscriptionStore {
  readonly #put: StatementSync;
  readonly #get: StatementSync;
  readonly #ofStrategy: StatementSync;
  readonly #ofPerson: StatementSync;
  readonly #live: StatementSync;
  readonly #due: StatementSync;
  readonly #last: StatementSync;

  constructor(db: DatabaseSync) {
    this.#put = db.prepare(
      `INSERT INTO subscriptions (id, strategy, person, state, due, record) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET state = excluded.state, due = excluded.due, record = excluded.record`,
    );
    this.#get = db.prepare('SELECT record FROM subscriptions WHERE id = ?');
    this.#ofStrategy = db.prepare('SELECT record FROM subscriptions WHERE strategy = ? ORDER BY id');
    this.#ofPerson = db.prepare('SELECT record FROM subscriptions WHERE person = ? ORDER BY id');
    this.#live = db.prepare(
      "SELECT record FROM subscriptions WHERE strategy = ? AND person = ? AND state <> 'ended' ORDER BY id DESC",
    );
    this.#due = db.prepare('SELECT record FROM subscriptions WHERE due <= ? ORDER BY due, id');
    this.#last = db.prepare('SELECT max(id) AS last FROM subscriptions');
  }

  put(subscription: Subscription): void {
    const { id, systemId, personId, state } = subscription;
    const due = subscriptionDue(subscription);
    this.#put.run(BigInt(id), BigInt(systemId), BigInt(personId), state, due, toText(subscription));
  }

  get(id: string): Subscription | undefined {
    const row = DIGITS.test(id) ? this.#get.get(BigInt(id)) : undefined;
    return row && subscriptionOf(row);
  }

  ofStrategy(systemId: string): Subscription[] {
    return this.#ofStrategy.all(BigInt(systemId)).map(subscriptionOf);
  }

  ofPerson(personId: string): Subscription[] {
    return this.#ofPerson.all(BigInt(personId)).map(subscriptionOf);
  }

  /** This person's newest subscription to this strategy, among those that have not ended. */
  live(systemId: string, personId: string): Subscription | undefined {
    const row = this.#live.get(BigInt(systemId), BigInt(personId));
    return row && subscriptionOf(row);
  }

  /** Subscriptions with a change due at `now`. */
  due(now: number): Subscription[] {
    return this.#due.all(now).map(subscriptionOf);
  }

  /** One more than the highest id. */
  nextId(): string {
    return String(Number(this.#last.get()?.['last'] ?? 0) + 1);
  }
}

function subscriptionOf(row: Record<string, SQLOutputValue>): Subscription {
  return fromText<Subscription>(String(row['record']));
}
