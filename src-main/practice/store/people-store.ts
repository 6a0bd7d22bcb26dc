import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Person } from '#practice/person.ts';
import { fromText, toText } from './record-text.ts';

export const PEOPLE_TABLES = `
CREATE TABLE IF NOT EXISTS people (id INTEGER PRIMARY KEY, platform TEXT, screen_name TEXT NOT NULL, record TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS people_platform ON people (platform);
CREATE INDEX IF NOT EXISTS people_screen_name ON people (screen_name COLLATE NOCASE)
`;

const DIGITS = /^\d{1,18}$/;

/**
 * Person ids of a platform. A caller may act for the people in `notDeleted`, and has access to the
 * strategies of all people in `all`, which includes the deleted ones.
 */
type Members = { readonly notDeleted: readonly string[]; readonly all: ReadonlySet<string> };

/** People of the site and of its private platforms. */
export class PeopleStore {
  readonly #put: StatementSync;
  readonly #get: StatementSync;
  readonly #ofPlatform: StatementSync;
  readonly #members: StatementSync;
  readonly #byScreenName: StatementSync;
  /** By platform, cached because every request reads it. Cleared by every write. */
  readonly #cachedMembers = new Map<string, Members>();

  constructor(db: DatabaseSync) {
    this.#put = db.prepare(
      `INSERT INTO people (id, platform, screen_name, record) VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET screen_name = excluded.screen_name, record = excluded.record`,
    );
    this.#get = db.prepare('SELECT record FROM people WHERE id = ?');
    this.#ofPlatform = db.prepare('SELECT record FROM people WHERE platform = ? ORDER BY id');
    this.#members = db.prepare(
      "SELECT CAST(id AS TEXT) AS id, record ->> '$.deletedAt' IS NOT NULL AS isDeleted FROM people WHERE platform = ? ORDER BY people.id",
    );
    this.#byScreenName = db.prepare('SELECT record FROM people WHERE screen_name = ? COLLATE NOCASE');
  }

  put(person: Person): void {
    this.#put.run(BigInt(person.id), person.platformId, person.screenName, toText(person));
    this.#cachedMembers.clear();
  }

  get(id: string): Person | undefined {
    const row = DIGITS.test(id) ? this.#get.get(BigInt(id)) : undefined;
    return row && fromText<Person>(String(row['record']));
  }

  ofPlatform(platformId: string): Person[] {
    return this.#ofPlatform.all(platformId).map((row) => fromText<Person>(String(row['record'])));
  }

  members(platformId: string): Members {
    const known = this.#cachedMembers.get(platformId);
    if (known) return known;
    const rows = this.#members
      .all(platformId)
      .map(({ id, isDeleted }) => ({ id: String(id), isDeleted: isDeleted === 1 }));
    const notDeleted = rows.filter(({ isDeleted }) => !isDeleted).map(({ id }) => id);
    const members = { notDeleted, all: new Set(rows.map(({ id }) => id)) };
    this.#cachedMembers.set(platformId, members);
    return members;
  }

  /** Whether another person who is not deleted has the screen name, in upper or lower case. */
  isScreenNameTaken(screenName: string, exceptId: string): boolean {
    const people = this.#byScreenName.all(screenName).map((row) => fromText<Person>(String(row['record'])));
    return people.some((person) => person.id !== exceptId && person.deletedAt === null);
  }
}
