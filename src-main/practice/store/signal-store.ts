import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { SignalArchive } from '#rules/book/book.ts';
import type { IdUse } from '#rules/signals/book-view.ts';
import type { Fixed } from '#rules/decimal.ts';
import type { Signal, SignalState } from '#rules/signals/signal.ts';
import { marked } from './record-text.ts';

export type SignalFilter = {
  readonly by: 'posted' | 'traded' | 'expired' | 'canceled';
  readonly from: number;
  readonly to: number;
};

/** A row of the table, which `signalOf` turns into a signal. */
export type SignalRow = Readonly<Record<string, SQLOutputValue>>;

const DIGITS = /^\d{1,18}$/;

/** Signals of every state. Service ids are integers in the table and text everywhere else. */
export class SignalStore {
  readonly #put: StatementSync;
  readonly #byId: StatementSync;
  readonly #byOwn: StatementSync;
  readonly #usedAs: StatementSync;
  readonly #chosenOwnIds: StatementSync;
  readonly #chosenGroupIds: StatementSync;
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
    this.#usedAs = db.prepare(
      `SELECT 'ownId' AS used FROM signals WHERE strategy = ?1 AND own = ?3
       UNION ALL SELECT 'group' FROM signals WHERE strategy = ?1 AND oca = ?3
       UNION ALL SELECT 'signal' FROM signals WHERE id = ?2 AND strategy = ?1 LIMIT 1`,
    );
    const chosenIds = (column: 'own' | 'oca'): StatementSync =>
      db.prepare(
        `SELECT DISTINCT ${column} AS id FROM strategies JOIN signals ON strategy = strategies.id
         WHERE ${column} BETWEEN ?1 AND ?2 AND length(${column}) = length(?1)`,
      );
    this.#chosenOwnIds = chosenIds('own');
    this.#chosenGroupIds = chosenIds('oca');
    this.#live = db.prepare(
      "SELECT record FROM signals WHERE strategy = ? AND state IN ('working', 'waiting') ORDER BY id",
    );
    this.#posted = db.prepare(
      'SELECT record FROM signals WHERE strategy = ? AND posted BETWEEN ? AND ? ORDER BY posted, id',
    );
    this.#ended = db.prepare(
      'SELECT record FROM signals WHERE strategy = ? AND state = ? AND ended BETWEEN ? AND ? ORDER BY ended, id',
    );
    this.#counts = db.prepare(
      'SELECT state, count(*) AS count FROM signals WHERE strategy = ? GROUP BY state ORDER BY state',
    );
  }

  put(strategy: string, signal: Signal): void {
    const { id, ownId, ocaId, state, postedAt, endedAt } = signal;
    this.#put.run(BigInt(id), BigInt(strategy), ownId, ocaId, state, postedAt, endedAt, textOf(signal));
  }

  live(strategy: string): Signal[] {
    return this.#live.all(BigInt(strategy)).map(signalOf);
  }

  /**
   * The times `from` and `to` are included. Returns stored rows, because `signalOf` is slow for a
   * long list.
   */
  filtered(strategy: string, filter: SignalFilter): SignalRow[] {
    const id = BigInt(strategy);
    if (filter.by === 'posted') return this.#posted.all(id, filter.from, filter.to);
    return this.#ended.all(id, filter.by, filter.from, filter.to);
  }

  counts(strategy: string): Partial<Record<SignalState, number>> {
    const rows = this.#counts.all(BigInt(strategy));
    return Object.fromEntries(rows.map((row) => [String(row['state']), Number(row['count'])]));
  }

  /**
   * The ids from `first` to `last` that callers chose for signals or groups, in any strategy.
   */
  chosenBetween(first: number, last: number): string[] {
    const found: string[] = [];
    // Chosen ids are stored as text. Only texts of the same length compare like numbers.
    for (let from = first; from <= last; from = 10 ** String(from).length) {
      const to = Math.min(last, 10 ** String(from).length - 1);
      for (const statement of [this.#chosenOwnIds, this.#chosenGroupIds])
        for (const row of statement.iterate(String(from), String(to))) found.push(String(row['id']));
    }
    return found;
  }

  archive(strategy: string): SignalArchive {
    const key = BigInt(strategy);
    const signalIfFound = (row: SignalRow | undefined): Signal | undefined => row && signalOf(row);
    return {
      signal: (id) => (DIGITS.test(id) ? signalIfFound(this.#byId.get(BigInt(id), key)) : undefined),
      byOwnId: (ownId) => signalIfFound(this.#byOwn.get(key, ownId)),
      usedAs: (id) => {
        const number = DIGITS.test(id) ? BigInt(id) : null;
        return useOf(this.#usedAs.get(key, number, id));
      },
    };
  }
}

function useOf(row: SignalRow | undefined): IdUse | undefined {
  const used = row?.['used'];
  return used === 'ownId' || used === 'group' || used === 'signal' ? used : undefined;
}

/** A signal as it is stored in JSON. Exact decimals are marked. */
type StoredRecord = {
  readonly [Key in keyof Signal]: Signal[Key] extends Fixed
    ? Marked
    : Signal[Key] extends Fixed | null
      ? Marked | null
      : Signal[Key];
};
type Marked = ReturnType<typeof marked>;

/**
 * Does not use `fromText`: its reviver would be called for every member of thousands of signals.
 */
export function signalOf(row: SignalRow): Signal {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own database, written by textOf
  const stored = JSON.parse(String(row['record'])) as StoredRecord;
  return {
    ...stored,
    quantity: BigInt(stored.quantity.n),
    limit: exactOrNull(stored.limit),
    stop: exactOrNull(stored.stop),
    profitTarget: exactOrNull(stored.profitTarget),
    stopLoss: exactOrNull(stored.stopLoss),
    tradedPrice: exactOrNull(stored.tradedPrice),
  };
}

function textOf(signal: Signal): string {
  const stored: StoredRecord = {
    ...signal,
    quantity: marked(signal.quantity),
    limit: markedOrNull(signal.limit),
    stop: markedOrNull(signal.stop),
    profitTarget: markedOrNull(signal.profitTarget),
    stopLoss: markedOrNull(signal.stopLoss),
    tradedPrice: markedOrNull(signal.tradedPrice),
  };
  return JSON.stringify(stored);
}

const markedOrNull = (value: Fixed | null): Marked | null => (value === null ? null : marked(value));

const exactOrNull = (stored: Marked | null): Fixed | null => (stored === null ? null : BigInt(stored.n));
