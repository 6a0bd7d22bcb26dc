import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { EquityPoint } from '#practice/equity-point.ts';
import { fromText, toText } from './record-text.ts';

export class EquityStore {
  readonly #put: StatementSync;
  readonly #all: StatementSync;
  readonly #last: StatementSync;

  constructor(db: DatabaseSync) {
    this.#put = db.prepare(
      'INSERT INTO equity (strategy, at, record) VALUES (?, ?, ?) ON CONFLICT (strategy, at) DO UPDATE SET record = excluded.record',
    );
    this.#all = db.prepare('SELECT record FROM equity WHERE strategy = ? ORDER BY at');
    this.#last = db.prepare('SELECT record FROM equity WHERE strategy = ? ORDER BY at DESC LIMIT 1');
  }

  put(strategy: string, point: EquityPoint): void {
    this.#put.run(BigInt(strategy), point.at, toText(point));
  }

  all(strategy: string): EquityPoint[] {
    return this.#all.all(BigInt(strategy)).map((row) => fromText<EquityPoint>(String(row['record'])));
  }

  last(strategy: string): EquityPoint | undefined {
    const row = this.#last.get(BigInt(strategy));
    return row && fromText<EquityPoint>(String(row['record']));
  }
}
