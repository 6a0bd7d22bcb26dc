import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BundledStrategy, BundleFacts } from '#contract/model/bundle.ts';
import { CacheFile } from '#core/cache/file/cache-file.ts';
import { cacheTables } from '#core/cache/file/cache-tables.ts';
import { number, numberOrNull } from '#core/sqlite/row.ts';
import { readStrategies } from '#core/cache/tables/strategies-table.ts';
import { historyTables } from '#core/history/history-tables.ts';
import type { StoredTables } from '#core/salvage/salvage-file.ts';
import { notesFile } from '#core/notes/notes-schema.ts';
import { openNotes } from '#core/notes/open-notes.ts';
import { BundleProblem } from './bundle-problem.ts';
import { checkRows } from './check-rows.ts';
import type { MemberName } from './bundle-manifest.ts';
import { readStops } from './bundled-stops.ts';

export type BundleContent = Pick<BundleFacts, 'strategies' | 'notes' | 'pictures' | 'moments'>;

/**
 * Opens the unpacked files as the program will and reads every row once, so that no later read can
 * fail. Before any query, the schema must be exactly the one of this program, because a database
 * may contain triggers and views of its own.
 */
export function checkMembers(folder: string): BundleContent {
  const file = (name: MemberName): string => join(folder, name);
  checkSchema(file('cache.db'), 'cache.db', cacheTables.migrations);
  const strategies = readMember(file('cache.db'), cacheTables, 'cache.db', (db) => {
    const found = readStrategies(db).map(({ systemId, name }): BundledStrategy => ({
      systemId,
      name,
      readAt: lastReading(db, systemId),
    }));
    checkRows(
      db,
      found.map(({ systemId }) => systemId),
    );
    return found;
  });
  if (strategies.length === 0) {
    throw new BundleProblem('empty', { code: 'bundle.empty' });
  }
  if (readStops(readFileSync(file('stops.json'), 'utf8')) === null) throw damaged('stops.json');
  return { strategies, moments: countMoments(file('history.db')), ...notesIn(file('notes.db')) };
}

function countMoments(file: string): number {
  if (!existsSync(file)) return 0;
  checkSchema(file, 'history.db', historyTables.migrations);
  return readMember(file, historyTables, 'history.db', (db) => count(db, 'moments'));
}

function notesIn(file: string): Pick<BundleContent, 'notes' | 'pictures'> {
  if (!existsSync(file)) return { notes: 0, pictures: 0 };
  checkSchema(file, 'notes.db', [notesFile.schema], notesFile.version);
  const { notes, notices } = openNotes(file, { now: () => 0 });
  notes.close();
  // Opening repairs a damaged file, with a notice. The digest of this file matched, so it was
  // damaged before the bundle was made, and is refused.
  if (notices.length > 0) throw damaged('notes.db');
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return { notes: count(db, 'notes'), pictures: count(db, 'images') };
  } finally {
    db.close();
  }
}

/** Newer tables were made by a newer program. Older ones are migrated when they are opened. */
function checkSchema(file: string, name: MemberName, migrations: readonly string[], newest = migrations.length): void {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON');
    const version = number(db.prepare('PRAGMA user_version').get() ?? {}, 'user_version');
    if (version > newest) {
      throw new BundleProblem('newer-version', { code: 'bundle.newer-tables' });
    }
    if (version < 1 || schemaOf(db) !== expectedSchema(migrations.slice(0, version))) throw damaged(name);
    if (db.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'] !== 'ok') throw damaged(name);
  } finally {
    db.close();
  }
}

function expectedSchema(migrations: readonly string[]): string {
  const db = new DatabaseSync(':memory:');
  for (const sql of migrations) db.exec(sql);
  const schema = schemaOf(db);
  db.close();
  return schema;
}

const schemaOf = (db: DatabaseSync): string =>
  JSON.stringify(db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all());

function readMember<Value>(
  file: string,
  tables: StoredTables,
  name: MemberName,
  read: (db: DatabaseSync) => Value,
): Value {
  const member = new CacheFile(file, () => 0, tables);
  try {
    if (member.takeQuarantined() !== null) throw damaged(name);
    return read(member.database());
  } finally {
    member.close();
  }
}

function lastReading(db: DatabaseSync, systemId: string): number | null {
  const row = db.prepare('SELECT max(read_at) AS at FROM readings WHERE system_id = ?').get(systemId);
  return row === undefined ? null : numberOrNull(row, 'at');
}

const count = (db: DatabaseSync, table: string): number =>
  number(db.prepare(`SELECT count(*) AS rows FROM ${table}`).get() ?? {}, 'rows');

const damaged = (name: MemberName): BundleProblem => new BundleProblem('damaged', { code: 'bundle.bad-member', name });
