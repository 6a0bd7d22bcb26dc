import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { salvageFile, type Salvaged, type StoredTables, type TableTally } from '#core/salvage/salvage-file.ts';
import { isDamage, openDatabase, transaction } from './database.ts';
import { number } from './row.ts';

export type SetAside = {
  readonly why: 'damaged' | 'newer';
  readonly name: string;
  /** What was taken over into the new file. */
  readonly tables: readonly TableTally[];
};

/** Files up to this size are checked whole at every start; larger ones only when the last run did not close them. */
const alwaysCheckedBytes = 8 * 1024 * 1024;

/**
 * The database file and its life: open, check, migrate, set aside. What takes the place of a damaged file is made beside it under a
 * name of its own, and gets the name that is opened as the last step of all: until then everything can begin again.
 */
export class CacheFile {
  readonly #file: string;
  readonly #now: () => number;
  readonly #tables: StoredTables;
  readonly #checkedBytes: number;
  #db: DatabaseSync;
  #setAside: SetAside | null = null;

  /** Above `checkedBytes` a file that the last run closed is taken to be whole. */
  constructor(file: string, now: () => number, tables: StoredTables, checkedBytes = alwaysCheckedBytes) {
    this.#file = file;
    this.#now = now;
    this.#tables = tables;
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

  /** Where what can be read of this file is to be copied to before it is set aside. */
  salvagePath(): string {
    return `${this.#file}.salvage-${this.#now()}`;
  }

  /**
   * A damaged file makes room for what could be read of it. All or nothing: where it can not be moved (on Windows, while anybody has
   * it open) or the new one can not be opened, it stays where it was, and open, so that whoever reads it meets its damage again and
   * this is tried again.
   */
  setAside(salvaged: Salvaged): void {
    this.close();
    try {
      this.#db = this.#replace('damaged', salvaged);
    } catch (error) {
      this.#db = new DatabaseSync(this.#file);
      throw error;
    }
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }

  #open(): DatabaseSync {
    const wasBegun = undoReplacing(this.#file);
    try {
      return prepared(this.#file, this.#tables.migrations, wasBegun ? Infinity : this.#checkedBytes);
    } catch (error) {
      const why = error instanceof Unusable ? error.why : isDamage(error) ? 'damaged' : null;
      if (why === null) throw error;
      const from = why === 'damaged' ? this.#file : null;
      return this.#replace(why, salvageFile(from, this.salvagePath(), this.#tables));
    }
  }

  #replace(why: SetAside['why'], salvaged: Salvaged): DatabaseSync {
    const target = `${this.#file}.${why}-${salvaged.file.slice(`${this.#file}.salvage-`.length)}`;
    try {
      move(this.#file, target);
    } catch (error) {
      rmSync(salvaged.file, { force: true });
      throw error;
    }
    try {
      renameSync(salvaged.file, this.#file);
      const db = prepared(this.#file, this.#tables.migrations, this.#checkedBytes);
      this.#setAside = { why, name: basename(target), tables: salvaged.tables };
      return db;
    } catch (error) {
      for (const path of [salvaged.file, ...parts.map((suffix) => this.#file + suffix)]) rmSync(path, { force: true });
      move(target, this.#file, logsFirst);
      throw error;
    }
  }
}

/**
 * The program ended while a new file was being made: the old one comes back to its name if it had been moved. True when there was
 * one; then the old one is damaged.
 */
const undoReplacing = (file: string): boolean => {
  const begins = `${basename(file)}.salvage-`;
  const begun = readdirSync(dirname(file)).filter((name) => name.startsWith(begins));
  for (const name of begun) {
    for (const why of ['damaged', 'newer']) {
      const moved = `${file}.${why}-${name.slice(begins.length)}`;
      if (!existsSync(file) && existsSync(moved)) move(moved, file, logsFirst);
    }
    rmSync(`${file}.salvage-${name.slice(begins.length)}`, { force: true });
  }
  return begun.length > 0;
};

/** A database and its write-ahead log, which belongs to it. */
const parts = ['', '-wal', '-shm'] as const;
const logsFirst = parts.toReversed();

/**
 * All parts, or none where one of them can not be moved. The database leaves its name first and comes back to it last (`logsFirst`):
 * where it stands there, its log does too, wherever this is cut off.
 */
const move = (from: string, to: string, order: readonly string[] = parts): void => {
  const moved: string[] = [];
  try {
    for (const suffix of order.filter((part) => existsSync(from + part))) {
      renameSync(from + suffix, to + suffix);
      moved.unshift(suffix);
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
