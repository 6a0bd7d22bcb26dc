import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const unlimited = 1_073_741_823;

/**
 * A disk that fills up, without root: the journal's own file is given a largest size, so that SQLite itself answers
 * SQLITE_FULL, in whichever statement it needs the next page. Giving up the ballast makes as much room as it took.
 */
export class JournalRoom {
  #journal: DatabaseSync | null = null;
  #pages: number | null = null;
  #usesBallast = false;

  constructor() {
    const exec = DatabaseSync.prototype.exec;
    const seen = (database: DatabaseSync, sql: string): void => this.#seen(database, exec, sql);
    DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
      if (this.location()?.endsWith('journal.db') === true) seen(this, sql);
      exec.call(this, sql);
    };
  }

  leave(pages: number | null): void {
    this.#pages = pages;
    this.#usesBallast = false;
    this.#limit();
  }

  #seen(database: DatabaseSync, exec: DatabaseSync['exec'], sql: string): void {
    this.#journal = database;
    if (this.#pages === null || this.#usesBallast || !sql.startsWith('BEGIN')) return;
    if (existsSync(join(dirname(database.location() ?? ''), 'journal.ballast'))) return;
    this.#usesBallast = true;
    exec.call(database, `PRAGMA max_page_count = ${this.#count() + 128}`);
  }

  #limit(): void {
    const most = this.#pages === null ? unlimited : this.#count() + this.#pages;
    this.#journal?.exec(`PRAGMA max_page_count = ${most}`);
  }

  #count(): number {
    return Number(this.#journal?.prepare('PRAGMA page_count').get()?.['page_count'] ?? 0);
  }
}
