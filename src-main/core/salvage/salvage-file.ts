import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { transaction } from '#core/cache/database.ts';
import { indexesAfter } from '#core/cache/indexes-after.ts';
import { text, type Row } from '#core/cache/row.ts';
import { DamagedDatabase } from './damaged-database.ts';
import { KeptRows, type Gap } from './kept-rows.ts';
import type { StoredValue } from './record.ts';
import { TableColumns } from './table-columns.ts';

export type TableLoss = { readonly gaps: readonly Gap[] };

/** What a file holds: the steps that make its tables, and how its rows are judged. */
export type StoredTables = {
  readonly migrations: readonly string[];
  /** Whether a row says what one of its table can, beyond the types of its columns; by table. Throwing is no. */
  readonly fits: () => Readonly<Record<string, (row: Row) => unknown>>;
  /** Makes the rows that are left say no more than they can without those that were lost, by table. */
  readonly settle: (db: DatabaseSync, losses: ReadonlyMap<string, TableLoss>) => void;
};

/** `lost` is null where some rows are, and nobody can tell how many. */
export type TableTally = { readonly table: string; readonly kept: number; readonly lost: number | null };

export type Salvaged = { readonly file: string; readonly tables: readonly TableTally[] };

/**
 * Makes a new file of all that can still be read of a damaged one, which is only read. `from` is null where nothing is to be taken
 * over. The new file is on the disk when this returns, under a name that nobody opens: what is killed in between leaves nothing
 * that could be believed. Throws what writing throws; then there is no new file.
 */
export function salvageFile(from: string | null, to: string, tables: StoredTables): Salvaged {
  const source = from === null ? null : DamagedDatabase.open(from);
  try {
    const tallies = fillFile(source, to, tables);
    const file = openSync(to, 'r+');
    fsyncSync(file);
    closeSync(file);
    return { file: to, tables: tallies };
  } catch (error) {
    rmSync(to, { force: true });
    throw error;
  } finally {
    source?.close();
  }
}

function fillFile(source: DamagedDatabase | null, to: string, tables: StoredTables): TableTally[] {
  const { migrations, settle } = tables;
  const version = source === null || source.version > migrations.length ? 0 : source.version;
  const db = new DatabaseSync(to);
  try {
    // Whatever stops this, the file is made again from its beginning.
    db.exec(
      'PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536',
    );
    for (const sql of migrations.slice(0, version)) db.exec(sql);
    const copied = source === null ? [] : copyTables(source, db, tables);
    for (const sql of migrations.slice(version)) db.exec(sql);
    const losses = new Map(copied.filter(({ gaps }) => gaps.length > 0).map(({ table, gaps }) => [table, { gaps }]));
    if (losses.size > 0) transaction(db, () => settle(db, losses));
    db.exec(`PRAGMA user_version = ${migrations.length}`);
    return copied.map(({ table, kept, lost }) => ({ table, kept, lost }));
  } finally {
    db.close();
  }
}

type Copied = TableTally & { readonly gaps: readonly Gap[] };

function copyTables(source: DamagedDatabase, db: DatabaseSync, tables: StoredTables): Copied[] {
  const fits = tables.fits();
  return db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")
    .all()
    .map((row) => {
      const table = text(row, 'name');
      return copyTable(source, db, table, fits[table] ?? (() => true));
    });
}

function copyTable(source: DamagedDatabase, db: DatabaseSync, table: string, fits: (row: Row) => unknown): Copied {
  const columns = new TableColumns(db, table);
  const rows = new KeptRows(db, table, columns.names);
  const read = (values: readonly StoredValue[]): Row | null => {
    const row = columns.row(values);
    return row !== null && isFitting(row, fits) ? row : null;
  };
  transaction(db, () =>
    indexesAfter(db, table, () => {
      source.walk(table, { read, row: (row) => rows.add(row), gap: () => rows.skip() });
      rows.end();
    }),
  );
  const count = source.count(table);
  const { kept } = rows;
  // What the index of the key knows and nobody has met hangs below a page that was taken for another.
  const gaps = rows.gaps.length === 0 && (count ?? 0) > kept ? [{ before: null, after: null }] : rows.gaps;
  return { table, kept, lost: gaps.length === 0 ? 0 : count === null ? null : Math.max(0, count - kept), gaps };
}

/** The readers of rows throw for a word that they never wrote. */
function isFitting(row: Row, fits: (row: Row) => unknown): boolean {
  try {
    return fits(row) !== false;
  } catch {
    return false;
  }
}
