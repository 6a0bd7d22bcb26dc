import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const unlimitedPages = 1_073_741_823;

/**
 * Simulates a full disk without root: the journal's file has a maximum size, so that SQLite itself
 * answers SQLITE_FULL in the statement that needs the next page. Deleting the reserved space adds
 * as much room as it used.
 */
export class JournalRoom {
  #journal: DatabaseSync | null = null;
  #pages: number | null = null;
  #usesReservedSpace = false;

  constructor() {
    const exec = DatabaseSync.prototype.exec;
    const beforeExec = (database: DatabaseSync, sql: string): void => this.#beforeExec(database, exec, sql);
    DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
      if (this.location()?.endsWith('journal.db') === true) beforeExec(this, sql);
      exec.call(this, sql);
    };
  }

  setFreePages(pages: number | null): void {
    this.#pages = pages;
    this.#usesReservedSpace = false;
    this.#applyLimit();
  }

  #beforeExec(database: DatabaseSync, exec: DatabaseSync['exec'], sql: string): void {
    this.#journal = database;
    if (this.#pages === null || this.#usesReservedSpace || !sql.startsWith('BEGIN')) return;
    if (existsSync(join(dirname(database.location() ?? ''), 'journal.ballast'))) return;
    this.#usesReservedSpace = true;
    exec.call(database, `PRAGMA max_page_count = ${this.#pageCount() + 128}`);
  }

  #applyLimit(): void {
    const maxPages = this.#pages === null ? unlimitedPages : this.#pageCount() + this.#pages;
    this.#journal?.exec(`PRAGMA max_page_count = ${maxPages}`);
  }

  #pageCount(): number {
    return Number(this.#journal?.prepare('PRAGMA page_count').get()?.['page_count'] ?? 0);
  }
}
