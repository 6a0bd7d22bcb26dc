import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { SignalArchive } from '#rules/book.ts';
import type { Signal, SignalState } from '#rules/signal.ts';
import { fromText, toText } from './record-text.ts';

export type SignalFilter = {
  readonly by: 'posted' | 'traded' | 'expired' | 'canceled';
  readonly from: number;
  readonly to: number;
};

const DIGITS = /^\d{1,18}$/;

/** Signals of every state. Ids are integers in the table and text everywhere else. */
export class SignalStore {
  readonly #put: StatementSync;
  readonly #byId: StatementSync;
  readonly #byOwn: StatementSync;
  readonly #group: StatementSync;
  readonly #known: StatementSync;
  readonly #chosen: StatementSync;
  readonly #live: StatementSync;
  readonly #posted: StatementSync;
  readonly #ended: StatementSync;
  readonly #counts: StatementSync;

  constructor(db: DatabaseSync) {
    this.#put = db.prepare(
      `INSERT INTO signals (id, strategy, own, oca, state, posted, ended, record) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET state = excluded.state, ended = excluded.ended, record = excluded.record`,
    );
    this.#byId = db.prepare('SELECT record FROM signals WHERE id = ? AND strategy = ?');
    this.#byOwn = db.prepare('SELECT record FROM signals WHERE strategy = ? AND own = ? ORDER BY id DESC LIMIT 1');
    this.#group = db.prepare('SELECT 1 FROM signals WHERE strategy = ? AND oca = ? LIMIT 1');
    this.#known = db.prepare(
      `SELECT EXISTS (SELECT 1 FROM signals WHERE id = ?2 AND strategy = ?1)
         OR EXISTS (SELECT 1 FROM signals WHERE strategy = ?1 AND own = ?3)
         OR EXISTS (SELECT 1 FROM signals WHERE strategy = ?1 AND oca = ?3) AS known`,
    );
    this.#chosen = db.prepare(
      `SELECT EXISTS (SELECT 1 FROM signals WHERE strategy = ?1 AND own = ?2)
         OR EXISTS (SELECT 1 FROM signals WHERE strategy = ?1 AND oca = ?2) AS chosen`,
    );
    this.#live = db.prepare(
      "SELECT record FROM signals WHERE strategy = ? AND state IN ('working', 'waiting') ORDER BY id",
    );
    this.#posted = db.prepare(
      'SELECT record FROM signals WHERE strategy = ? AND posted BETWEEN ? AND ? ORDER BY posted, id',
    );
    this.#ended = db.prepare(
      'SELECT record FROM signals WHERE strategy = ? AND state = ? AND ended BETWEEN ? AND ? ORDER BY ended, id',
    );
    this.#counts = db.prepare('SELECT state, count(*) AS count FROM signals WHERE strategy = ? GROUP BY state');
  }

  put(strategy: string, signal: Signal): void {
    const { id, ownId, ocaId, state, postedAt, endedAt } = signal;
    this.#put.run(BigInt(id), BigInt(strategy), ownId, ocaId, state, postedAt, endedAt, toText(signal));
  }

  live(strategy: string): Signal[] {
    return this.#live.all(BigInt(strategy)).map(signalOf);
  }

  /** Both ends included. */
  filtered(strategy: string, filter: SignalFilter): Signal[] {
    const id = BigInt(strategy);
    if (filter.by === 'posted') return this.#posted.all(id, filter.from, filter.to).map(signalOf);
    return this.#ended.all(id, filter.by, filter.from, filter.to).map(signalOf);
  }

  counts(strategy: string): Partial<Record<SignalState, number>> {
    const rows = this.#counts.all(BigInt(strategy));
    return Object.fromEntries(rows.map((row) => [String(row['state']), Number(row['count'])]));
  }

  archive(strategy: string): SignalArchive {
    const key = BigInt(strategy);
    const found = (row: Record<string, SQLOutputValue> | undefined): Signal | undefined => row && signalOf(row);
    return {
      signal: (id) => (DIGITS.test(id) ? found(this.#byId.get(BigInt(id), key)) : undefined),
      byOwnId: (ownId) => found(this.#byOwn.get(key, ownId)),
      groupKnown: (ocaId) => this.#group.get(key, ocaId) !== undefined,
      known: (id) => this.#known.get(key, DIGITS.test(id) ? BigInt(id) : null, id)?.['known'] === 1,
      chosen: (id) => this.#chosen.get(key, id)?.['chosen'] === 1,
    };
  }
}

function signalOf(row: Record<string, SQLOutputValue>): Signal {
  return fromText<Signal>(String(row['record']));
}
