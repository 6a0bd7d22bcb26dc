import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { DesiredMode } from '#rules/desired/desired-positions.ts';
import type { WireDesiredPosition } from '#core/platform/wire/desired-records.ts';
import { fromText, toText } from './record-text.ts';

export const DESIRED_TABLES = `
CREATE TABLE IF NOT EXISTS desired (strategy INTEGER PRIMARY KEY, record TEXT NOT NULL)
`;

/** A strategy's mode, and the list that was sent last, which remains when the mode is off. */
export type DesiredState = { readonly mode: DesiredMode; readonly sent: readonly WireDesiredPosition[] };

export class DesiredStore {
  readonly #put: StatementSync;
  readonly #all: StatementSync;

  constructor(db: DatabaseSync) {
    this.#put = db.prepare(
      'INSERT INTO desired (strategy, record) VALUES (?, ?) ON CONFLICT (strategy) DO UPDATE SET record = excluded.record',
    );
    this.#all = db.prepare('SELECT CAST(strategy AS TEXT) AS id, record FROM desired ORDER BY strategy');
  }

  put(strategy: string, state: DesiredState): void {
    this.#put.run(BigInt(strategy), toText(state));
  }

  /** By strategy id. */
  all(): Map<string, DesiredState> {
    const rows = this.#all.all();
    return new Map(rows.map((row) => [String(row['id']), fromText<DesiredState>(String(row['record']))]));
  }
}
