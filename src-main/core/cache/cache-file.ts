import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDamage, openDatabase, transaction } from './database.ts';
import { number } from './row.ts';

export type SetAside = { readonly why: 'damaged' | 'newer'; readonly name: string };

/** Files up to this size are checked whole at every start; larger ones only when the last run did not close them. */
const alwaysCheckedBytes = 8 * 1024 * 1024;

/** The database file and its life: open, check, migrate, set aside. */
export class CacheFile {
  readonly #file: string;
  readonly #now: () => number;
  readonly #migrations: readonly string[];
  readonly #checkedBytes: number;
  #db: DatabaseSync;
  #setAside: SetAside | null = null;

  /** Above `checkedBytes` a file that the last run closed is taken to be whole. */
  constructor(file: string, now: () => number, migrations: readonly string[], checkedBytes = alwaysCheckedBytes) {
    this.#file = file;
    this.#now = now;
    this.#migrations = migrations;
    this.#checkedBytes = checkedBytes;
    this.#db = this.#open();
  }

  database(): DatabaseSync {
    return this.#db;
  }

  /** What was set aside since this was last asked. */
  takeSetAside(): SetAside | null {
    const taken = this.#setAside;
    this.#setAside = null;
    return taken;
  }

  /**
   * All or nothing: where the file can not be moved (on Windows, while anybody has it open) or an empty one can not be begun, it
   * stays where it was, and open, so that whoever reads it meets its damage again and this is tried again.
   */
  setAside(why: SetAside['why']): void {
    this.close();
    const target = this.#target(why);
    try {
      move(this.#file, target);
    } catch (error) {
      this.#db = new DatabaseSync(this.#file);
      throw error;
    }
    try {
      this.#db = this.#open();
    } catch (error) {
      for (const suffix of parts) rmSync(this.#file + suffix, { force: true });
      move(target, this.#file);
      this.#db = new DatabaseSync(this.#file);
      throw error;
    }
    this.#setAside = { why, name: basename(target) };
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }

  #open(): DatabaseSync {
    try {
      return prepared(this.#file, this.#migrations, this.#checkedBytes);
    } catch (error) {
      const why = error instanceof Unusable ? error.why : isDamage(error) ? 'damaged' : null;
      if (why === null) throw error;
      const target = this.#target(why);
      move(this.#file, target);
      this.#setAside = { why, name: basename(target) };
      return prepared(this.#file, this.#migrations, this.#checkedBytes);
    }
  }

  #target(why: SetAside['why']): string {
    return `${this.#file}.${why}-${this.#now()}`;
  }
}

/** A database and its write-ahead log, which belongs to it. */
const parts = ['', '-wal', '-shm'] as const;

/** All parts, or none where one of them can not be moved. */
const move = (from: string, to: string): void => {
  const moved: string[] = [];
  try {
    for (const suffix of parts.filter((part) => existsSync(from + part))) {
      renameSync(from + suffix, to + suffix);
      moved.push(suffix);
    }
  } catch (error) {
    for (const suffix of moved) renameSync(to + suffix, from + suffix);
    throw error;
  }
};

class Unusable extends Error {
  readonly why: SetAside['why'];

  constructor(why: SetAside['why']) {
    super(`The cache file is ${why}`);
    this.why = why;
  }
}

const prepared = (file: string, migrations: readonly string[], checkedBytes: number): DatabaseSync => {
  const isSuspect = existsSync(`${file}-wal`) || (existsSync(file) && statSync(file).size <= checkedBytes);
  const db = openDatabase(file);
  try {
    if (isSuspect) check(db);
    migrate(db, migrations);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};

const check = (db: DatabaseSync): void => {
  const verdict = db.prepare('PRAGMA quick_check(1)').get();
  if (verdict?.['quick_check'] !== 'ok') throw new Unusable('damaged');
};

const migrate = (db: DatabaseSync, migrations: readonly string[]): void => {
  const version = countOf(db, 'PRAGMA user_version', 'user_version');
  if (version > migrations.length) throw new Unusable('newer');
  if (version === migrations.length) return;
  // A database that has tables and no version is not one of ours.
  if (version === 0 && countOf(db, 'SELECT count(*) AS tables FROM sqlite_schema', 'tables') > 0) {
    throw new Unusable('damaged');
  }
  transaction(db, () => {
    for (const migration of migrations.slice(version)) db.exec(migration);
    db.exec(`PRAGMA user_version = ${migrations.length}`);
  });
};

const countOf = (db: DatabaseSync, sql: string, column: string): number => {
  const row = db.prepare(sql).get();
  return row === undefined ? 0 : number(row, column);
};
