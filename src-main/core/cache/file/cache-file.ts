import type { TableTally } from '#contract/messages/data.ts';
import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { putBack, replaceFile, salvagePath, undoReplacing } from '#core/files/replace-file.ts';
import { salvageFile, type Salvaged, type StoredTables } from '#core/salvage/salvage-file.ts';
import { isDamage, openDatabase, transaction } from '#core/sqlite/database.ts';
import { number } from '#core/sqlite/row.ts';

export type QuarantinedFile = {
  readonly why: 'damaged' | 'newer';
  readonly name: string;
  /** What the new file received from it. */
  readonly tables: readonly TableTally[];
};

/**
 * Up to this size a file is checked in full at every start. A larger one is checked only when the
 * last run did not close it.
 */
const alwaysCheckedBytes = 8 * 1024 * 1024;

/** Opens, checks and migrates the file of a cache or history, and quarantines a damaged one. */
export class CacheFile {
  readonly #file: string;
  readonly #now: () => number;
  readonly #tables: StoredTables;
  readonly #checkedBytes: number;
  #db: DatabaseSync;
  #quarantine: QuarantinedFile | null = null;

  /** A file above `checkedBytes` that the last run closed is not checked. */
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

  /** The file quarantined since the last call. */
  takeQuarantined(): QuarantinedFile | null {
    const quarantined = this.#quarantine;
    this.#quarantine = null;
    return quarantined;
  }

  /**
   * Replaces a damaged file by an empty one. All or nothing: when the file cannot be moved (on
   * Windows, while another process has it open) or the new one cannot be made, the old file is
   * opened again. The next read finds the damage again, and the replacement is retried.
   */
  replaceDamaged(): void {
    this.close();
    try {
      this.#db = this.#replace('damaged', this.#createReplacement(null));
    } catch (error) {
      this.#db = new DatabaseSync(this.#file);
      throw error;
    }
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }

  #open(): DatabaseSync {
    const wasInterrupted = undoReplacing(this.#file);
    try {
      return openPrepared(this.#file, this.#tables.migrations, wasInterrupted ? Infinity : this.#checkedBytes);
    } catch (error) {
      const why = error instanceof UnusableFile ? error.why : isDamage(error) ? 'damaged' : null;
      if (why === null) throw error;
      return this.#replace(why, this.#createReplacement(why === 'damaged' ? this.#file : null));
    }
  }

  /** Creates the new file with the rows salvaged from `damagedFile`, or an empty one for null. */
  #createReplacement(damagedFile: string | null): Salvaged {
    return salvageFile(damagedFile, salvagePath(this.#file, this.#now()), this.#tables);
  }

  #replace(why: QuarantinedFile['why'], salvaged: Salvaged): DatabaseSync {
    const oldFile = replaceFile(this.#file, salvaged.file, why);
    try {
      const db = openPrepared(this.#file, this.#tables.migrations, this.#checkedBytes);
      this.#quarantine = { why, name: basename(oldFile), tables: salvaged.tables };
      return db;
    } catch (error) {
      putBack(this.#file, oldFile);
      throw error;
    }
  }
}

class UnusableFile extends Error {
  readonly why: QuarantinedFile['why'];

  constructor(why: QuarantinedFile['why']) {
    super(`The cache file is ${why}`);
    this.why = why;
  }
}

const openPrepared = (file: string, migrations: readonly string[], checkedBytes: number): DatabaseSync => {
  const mustCheck = existsSync(`${file}-wal`) || (existsSync(file) && statSync(file).size <= checkedBytes);
  const db = openDatabase(file);
  try {
    if (mustCheck) check(db);
    migrate(db, migrations);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};

const check = (db: DatabaseSync): void => {
  const verdict = db.prepare('PRAGMA quick_check(1)').get();
  if (verdict?.['quick_check'] !== 'ok') throw new UnusableFile('damaged');
};

const migrate = (db: DatabaseSync, migrations: readonly string[]): void => {
  const version = numberOf(db, 'PRAGMA user_version', 'user_version');
  if (version > migrations.length) throw new UnusableFile('newer');
  if (version === migrations.length) return;
  // A database with tables and without a version is not ours.
  if (version === 0 && numberOf(db, 'SELECT count(*) AS tables FROM sqlite_schema', 'tables') > 0) {
    throw new UnusableFile('damaged');
  }
  transaction(db, () => {
    for (const migration of migrations.slice(version)) db.exec(migration);
    db.exec(`PRAGMA user_version = ${migrations.length}`);
  });
};

const numberOf = (db: DatabaseSync, sql: string, column: string): number => {
  const row = db.prepare(sql).get();
  return row === undefined ? 0 : number(row, column);
};
