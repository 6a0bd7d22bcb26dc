import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { licenseDue, type License } from '#rules/billing/license.ts';
import { fromText, toText } from './record-text.ts';

export const LICENSE_TABLES = `
CREATE TABLE IF NOT EXISTS licenses (id INTEGER PRIMARY KEY, person INTEGER NOT NULL, due INTEGER, record TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS licenses_person ON licenses (person);
CREATE INDEX IF NOT EXISTS licenses_due ON licenses (due) WHERE due IS NOT NULL
`;

const DIGITS = /^\d{1,18}$/;

/** Software licenses that private platforms give to their people. */
export class LicenseStore {
  readonly #put: StatementSync;
  readonly #get: StatementSync;
  readonly #ofPerson: StatementSync;
  readonly #due: StatementSync;
  readonly #last: StatementSync;

  constructor(db: DatabaseSync) {
    this.#put = db.prepare(
      `INSERT INTO licenses (id, person, due, record) VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET due = excluded.due, record = excluded.record`,
    );
    this.#get = db.prepare('SELECT record FROM licenses WHERE id = ?');
    this.#ofPerson = db.prepare('SELECT record FROM licenses WHERE person = ? ORDER BY id');
    this.#due = db.prepare('SELECT record FROM licenses WHERE due <= ? ORDER BY due, id');
    this.#last = db.prepare('SELECT max(id) AS last FROM licenses');
  }

  put(license: License): void {
    this.#put.run(BigInt(license.id), BigInt(license.personId), licenseDue(license), toText(license));
  }

  get(id: string): License | undefined {
    const row = DIGITS.test(id) ? this.#get.get(BigInt(id)) : undefined;
    return row && licenseOf(row);
  }

  ofPerson(personId: string): License[] {
    return this.#ofPerson.all(BigInt(personId)).map(licenseOf);
  }

  due(now: number): License[] {
    return this.#due.all(now).map(licenseOf);
  }

  nextId(): string {
    return String(Number(this.#last.get()?.['last'] ?? 0) + 1);
  }
}

function licenseOf(row: Record<string, SQLOutputValue>): License {
  return fromText<License>(String(row['record']));
}
