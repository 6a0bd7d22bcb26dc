import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { putBack, replaceFile, salvagePath, undoReplacing } from '#core/durable/replace-file.ts';
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

/** The database file and its life: open, check, migrate, set aside. */
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
    return salvagePath(this.#file, this.#now());
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
    const aside = replaceFile(this.#file, salvaged.file, why);
    try {
      const db = prepared(this.#file, this.#tables.migrations, this.#checkedBytes);
      this.#setAside = { why, name: basename(aside), tables: salvaged.tables };
      return db;
    } catch (error) {
      putBack(this.#file, aside);
      throw error;
    }
  }
}

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
