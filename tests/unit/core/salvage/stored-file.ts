import { words } from '#renderer/messages/words.ts';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { storedFacets } from '#core/history/account-facets.ts';
import { openHistory, type History } from '#core/history/open-history.ts';
import { salvageFile, type StoredTables } from '#core/salvage/salvage-file.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';

export const pageBytes = 4_096;
/** The number of moments of each strategy in a filled file. */
export const momentCount = 180;

type StoredNotice = { readonly title: string; readonly text: string };

/** A folder with one file of past readings that is damaged and opened repeatedly. */
export class StoredFile {
  readonly folder = mkdtempSync(join(tmpdir(), 'stratdesk-salvage-'));
  readonly notices: StoredNotice[] = [];
  readonly ports = {
    dataDir: this.folder,
    clock: new FakeClock(),
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  };
  readonly path = join(this.folder, 'history-p.db');

  openHistory(): History {
    return openHistory({
      ports: this.ports,
      profileId: 'p',
      notify: ({ title, text }) => this.notices.push({ title: words(title), text: words(text) }),
    });
  }

  names(): string[] {
    return readdirSync(this.folder).sort();
  }

  /** Writes these bytes to the file, deletes the other files and forgets the notices. */
  replaceWith(content: Uint8Array): void {
    for (const name of this.names()) rmSync(join(this.folder, name), { recursive: true });
    this.notices.length = 0;
    writeFileSync(this.path, content);
  }

  /** Replaces the file by its salvaged copy, whether its damage would be detected or not. */
  salvage(tables: StoredTables): void {
    const { file } = salvageFile(this.path, `${this.path}.salvage-1`, tables);
    renameSync(file, this.path);
  }

  bytes(): Buffer {
    return readFileSync(this.path);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Keys appear, change, end and return, as orders and positions do. */
export function fillHistory(path: string, { from, to } = { from: 0, to: momentCount }): void {
  const db = new DatabaseSync(path);
  db.exec('BEGIN');
  const put = db.prepare('INSERT INTO readings_of VALUES (?, ?, ?, ?, ?)');
  const moment = db.prepare('INSERT INTO moments VALUES (?, ?, ?)');
  for (const systemId of ['7', '8']) {
    for (let at = from; at < to; at += 1) {
      const keys = [0, 1, 2].map((part) => `${(at * 7 + part * 31) % 40}`);
      let changes = 0;
      for (const [part, name] of keys.entries()) {
        const facet = storedFacets[(at + part) % storedFacets.length] ?? 'margin';
        const value = at % 5 === 4 ? null : JSON.stringify({ name, at, part, text: 'x'.repeat(at % 60) });
        put.run(systemId, facet, name, 1_000 + at, value);
        if (facet !== 'read') changes += 1;
      }
      moment.run(systemId, 1_000 + at, changes);
    }
  }
  db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}

export const rowsOf = (path: string, sql: string): Record<string, SQLOutputValue>[] => {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return db.prepare(sql).all();
  } finally {
    db.close();
  }
};

/** The numbers of the leaf or internal pages of a table. */
export const pagesOf = (path: string, table: string, kind: 'leaf' | 'internal'): number[] =>
  rowsOf(path, `SELECT pageno FROM dbstat WHERE name = '${table}' AND pagetype = '${kind}' ORDER BY path`).map((row) =>
    Number(row['pageno']),
  );

/** The numbers of the root pages of all tables and indexes. */
export const rootPagesOf = (path: string): ReadonlySet<number> =>
  new Set(rowsOf(path, 'SELECT rootpage FROM sqlite_schema').map((row) => Number(row['rootpage'])));
