import { DatabaseSync } from 'node:sqlite';
import { transaction } from '#core/sqlite/database.ts';
import { migrations } from '#core/cache/tables/migrations.ts';
import { number, text } from '#core/sqlite/row.ts';
import { historyMigrations } from '#core/history/history-file.ts';
import { excludedTables, bundledTables } from './bundle-tables.ts';

/** Adds one strategy of a cache to the cache of a bundle. False if the cache does not have it. */
export function copyCache(source: string, target: string, systemId: string): boolean {
  const db = openBundleDatabase(target, migrations);
  try {
    return withSource(db, source, () => {
      for (const table of bundledTables) copyRows(db, table, systemId);
      // The reading of the list of strategies has an empty strategy id.
      copyRows(db, 'readings', '');
      return db.prepare('SELECT 1 FROM strategies WHERE system_id = ?').get(systemId) !== undefined;
    });
  } finally {
    db.close();
  }
}

/** Adds the past readings of one strategy. */
export function copyHistory(source: string, target: string, systemId: string): void {
  const db = openBundleDatabase(target, historyMigrations);
  try {
    withSource(db, source, () => {
      for (const table of ['readings_of', 'moments']) copyRows(db, table, systemId);
    });
  } finally {
    db.close();
  }
}

/**
 * Opens a database of the bundle, without a write-ahead log, so that it is a single file. Nothing
 * is synced to the disk, because a crash discards the bundle.
 */
export function openBundleDatabase(
  file: string,
  migrationSql: readonly string[],
  version = migrationSql.length,
): DatabaseSync {
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY');
    if (number(db.prepare('PRAGMA user_version').get() ?? {}, 'user_version') === 0) {
      transaction(db, () => {
        for (const sql of migrationSql) db.exec(sql);
        db.exec(`PRAGMA user_version = ${version}`);
      });
    }
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function withSource<Value>(db: DatabaseSync, source: string, copy: () => Value): Value {
  db.prepare('ATTACH ? AS source').run(source);
  try {
    return transaction(db, copy);
  } finally {
    db.exec('DETACH source');
  }
}

/**
 * Copies the rows of one strategy without generated columns (`hidden` 2 and 3), and without the
 * failure of a reading, which may name the connection. Writing the failure and deleting it later
 * would leave its text in the pages of the file.
 */
function copyRows(db: DatabaseSync, table: string, systemId: string): void {
  const columns = db
    .prepare(`PRAGMA table_xinfo(${table})`)
    .all()
    .filter((row) => number(row, 'hidden') === 0)
    .map((row) => text(row, 'name'))
    .filter((name) => name !== 'failure')
    .join(', ');
  // The readings of the excluded tables and their variants are left out, so that these tables count
  // as never read in the bundle. The variant of `brokers` contains the id of a person.
  const datasetWithoutVariant = "substr(dataset, 1, instr(dataset || '/', '/') - 1)";
  const excluded =
    table === 'readings'
      ? ` AND ${datasetWithoutVariant} NOT IN (${excludedTables.map((one) => `'${one}'`).join(', ')})`
      : '';
  // The reading of the list of strategies is copied with every strategy, and may be there already.
  db.prepare(
    `INSERT OR IGNORE INTO main.${table} (${columns})
     SELECT ${columns} FROM source.${table} WHERE system_id = ?${excluded}`,
  ).run(systemId);
}
