import { DatabaseSync } from 'node:sqlite';
import { transaction } from '#core/cache/database.ts';
import { migrations } from '#core/cache/migrations.ts';
import { number, text } from '#core/cache/row.ts';
import { historyMigrations } from '#core/history/history-file.ts';
import { leftTables, takenTables } from './bundle-tables.ts';

/** Adds one strategy of a cache to the cache of a bundle. */
export function copyCache(source: string, target: string, systemId: string): boolean {
  const db = openMember(target, migrations);
  try {
    return copiedFrom(db, source, () => {
      for (const table of takenTables) copyRows(db, table, systemId);
      // When the list of strategies was read stands under no strategy's id.
      copyRows(db, 'readings', '');
      return db.prepare('SELECT 1 FROM strategies WHERE system_id = ?').get(systemId) !== undefined;
    });
  } finally {
    db.close();
  }
}

/** Adds the past readings of one strategy. */
export function copyHistory(source: string, target: string, systemId: string): void {
  const db = openMember(target, historyMigrations);
  try {
    copiedFrom(db, source, () => {
      for (const table of ['readings_of', 'moments']) copyRows(db, table, systemId);
    });
  } finally {
    db.close();
  }
}

/** One file without a log beside it; a crash loses it whole, so nothing waits for the disk. */
export function openMember(file: string, steps: readonly string[], version = steps.length): DatabaseSync {
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY');
    if (number(db.prepare('PRAGMA user_version').get() ?? {}, 'user_version') === 0) {
      transaction(db, () => {
        for (const sql of steps) db.exec(sql);
        db.exec(`PRAGMA user_version = ${version}`);
      });
    }
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function copiedFrom<Value>(db: DatabaseSync, source: string, copy: () => Value): Value {
  db.prepare('ATTACH ? AS source').run(source);
  try {
    return transaction(db, copy);
  } finally {
    db.exec('DETACH source');
  }
}

/**
 * Columns that are worked out (`hidden` 2 and 3) are worked out again. Why a reading failed speaks of the connection of who
 * makes the bundle: it is left out here, since what was written once stays in the pages of a file after it was replaced.
 */
function copyRows(db: DatabaseSync, table: string, systemId: string): void {
  const columns = db
    .prepare(`PRAGMA table_xinfo(${table})`)
    .all()
    .filter((row) => number(row, 'hidden') === 0)
    .map((row) => text(row, 'name'))
    .filter((name) => name !== 'failure')
    .join(', ');
  // What is left out was never read, as far as the bundle knows.
  const but = table === 'readings' ? ` AND dataset NOT IN (${leftTables.map((name) => `'${name}'`).join(', ')})` : '';
  // The reading of the list of strategies comes with each of them.
  db.prepare(
    `INSERT OR IGNORE INTO main.${table} (${columns})
     SELECT ${columns} FROM source.${table} WHERE system_id = ?${but}`,
  ).run(systemId);
}
