import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SignalState } from '#rules/signal.ts';

/** In the connection's own temporary schema: nothing of it is written to the file, and a transaction that is undone undoes it too. */
const COUNTED = `
PRAGMA temp_store = MEMORY;
CREATE TEMP TABLE signal_counts (
  strategy INTEGER NOT NULL, state TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (strategy, state)
) WITHOUT ROWID;
INSERT INTO signal_counts SELECT strategy, state, count(*) FROM main.signals GROUP BY strategy, state;
CREATE TEMP TRIGGER signal_came AFTER INSERT ON main.signals BEGIN
  INSERT INTO signal_counts VALUES (new.strategy, new.state, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END;
CREATE TEMP TRIGGER signal_changed AFTER UPDATE OF state ON main.signals WHEN old.state <> new.state BEGIN
  UPDATE signal_counts SET count = count - 1 WHERE strategy = old.strategy AND state = old.state;
  INSERT INTO signal_counts VALUES (new.strategy, new.state, 1) ON CONFLICT DO UPDATE SET count = count + 1;
END
`;

/**
 * How many signals of each state a strategy has. Counted once, when somebody first asks, and kept from then on: counting a million
 * takes a tenth of a second, in which nothing else is answered; whoever never asks does not pay for keeping it.
 */
export class SignalCounts {
  readonly #db: DatabaseSync;
  #read: StatementSync | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  of(strategy: string): Partial<Record<SignalState, number>> {
    const rows = this.#statement().all(BigInt(strategy));
    return Object.fromEntries(rows.map((row) => [String(row['state']), Number(row['count'])]));
  }

  #statement(): StatementSync {
    if (this.#read) return this.#read;
    this.#db.exec(COUNTED);
    this.#read = this.#db.prepare(
      'SELECT state, count FROM signal_counts WHERE strategy = ? AND count > 0 ORDER BY state',
    );
    return this.#read;
  }
}
