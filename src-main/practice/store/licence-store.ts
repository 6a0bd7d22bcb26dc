import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import { licenceDue, type Licence } from '#rules/licence.ts';
import { fromText, toText } from './record-text.ts';

export const LICENCE_TABLES = `
CREATE TABLE IF NOT EXISTS licences (id INTEGER PRIMARY KEY, person INTEGER NOT NULL, due INTEGER, record TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS licences_person ON licences (person);
CREATE INDEX IF NOT EXISTS licences_due ON licences (due) WHERE due IS NOT NULL
`;

const DIGITS = /^\d{1,18}$/;

/** Software licences that private platforms hold for their people. */
export class LicenceStore {
  readonly #put: StatementSync;
  readonly #get: StatementSync;
  readonly #ofPerson: StatementSync;
  readonly #due: StatementSync;
  readonly #last: StatementSync;

  constructor(db: DatabaseSync) {
    this.#put = db.prepare(
      `INSERT INTO licences (id, person, due, record) VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET due = excluded.due, record = excluded.record`,
    );
    this.#get = db.prepare('SELECT record FROM licences WHERE id = ?');
    this.#ofPerson = db.prepare('SELECT record FROM licences WHERE person = ? ORDER BY id');
    this.#due = db.prepare('SELECT record FROM licences WHERE due <= ? ORDER BY due, id');
    this.#last = db.prepare('SELECT max(id) AS last FROM licences');
  }

  put(licence: Licence): void {
    this.#put.run(BigInt(licence.id), BigInt(licence.personId), licenceDue(licence), toText(licence));
  }

  get(id: string): Licence | undefined {
    const row = DIGITS.test(id) ? this.#get.get(BigInt(id)) : undefined;
    return row && licenceOf(row);
  }

  ofPerson(personId: string): Licence[] {
    return this.#ofPerson.all(BigInt(personId)).map(licenceOf);
  }

  due(now: number): Licence[] {
    return this.#due.all(now).map(licenceOf);
  }

  nextId(): string {
    return String(Number(this.#last.get()?.['last'] ?? 0) + 1);
  }
}

function licenceOf(row: Record<string, SQLOutputValue>): Licence {
  return fromText<Licence>(String(row['record']));
}
