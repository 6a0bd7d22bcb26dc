import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { fromText, toText } from './record-text.ts';

export const CREDIT_TABLES = `
CREATE TABLE IF NOT EXISTS credit_grants (id INTEGER PRIMARY KEY, strategy INTEGER NOT NULL, record TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS credit_grants_strategy ON credit_grants (strategy)
`;

/** Time or signal credits given to a strategy: an entry of its `transactions_list`. */
export type CreditGrant = {
  readonly at: number;
  readonly kind: 'time' | 'signals';
  /** Seconds of time credit, or signals. */
  readonly amount: number;
};

export class CreditStore {
  readonly #add: StatementSync;
  readonly #ofStrategy: StatementSync;

  constructor(db: DatabaseSync) {
    this.#add = db.prepare('INSERT INTO credit_grants (strategy, record) VALUES (?, ?)');
    this.#ofStrategy = db.prepare('SELECT id, record FROM credit_grants WHERE strategy = ? ORDER BY id');
  }

  add(systemId: string, grant: CreditGrant): void {
    this.#add.run(BigInt(systemId), toText(grant));
  }

  ofStrategy(systemId: string): (CreditGrant & { readonly id: string })[] {
    const rows = this.#ofStrategy.all(BigInt(systemId));
    return rows.map((row) => ({ ...fromText<CreditGrant>(String(row['record'])), id: String(row['id']) }));
  }
}
