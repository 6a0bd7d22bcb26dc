import type { TableTally } from '#contract/messages/data.ts';
import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { transaction } from '#core/sqlite/database.ts';
import { buildIndexesAfter } from '#core/sqlite/build-indexes-after.ts';
import { text, type Row } from '#core/sqlite/row.ts';
import { DamagedDatabase } from './damaged-database.ts';
import { SalvagedRows, type Gap } from './salvaged-rows.ts';
import type { StoredValue } from './record.ts';
import { TableColumns } from './table-columns.ts';

export type TableLoss = { readonly gaps: readonly Gap[] };

/** The tables of a file: the migrations that create them, and the checks of their rows. */
export type StoredTables = {
  readonly migrations: readonly string[];
  /** How rows of a damaged file are used. Null if the platform is read again instead. */
  readonly salvage: SalvageRules | null;
};

type SalvageRules = {
  /**
   * Checks of rows beyond their column types, by table. A check that throws or returns false
   * rejects the row.
   */
  readonly rowChecks: () => Readonly<Record<string, (row: Row) => unknown>>;
  /** Marks the salvaged rows as incomplete, given the losses by table. */
  readonly markIncomplete: (db: DatabaseSync, losses: ReadonlyMap<string, TableLoss>) => void;
};

export type Salvaged = { readonly file: string; readonly tables: readonly TableTally[] };

/**
 * Copies everything readable from the damaged file `from` into the new file `to`. The damaged file
 * is not changed. `from` is null when nothing is to be copied. The new file is synced to the disk
 * when this returns, and only then does the caller rename it (`replaceFile`). So a partial file is
 * never used, even if the process is killed. Throws the errors of writing, and then leaves no new
 * file.
 */
export function salvageFile(from: string | null, to: string, tables: StoredTables): Salvaged {
  const source = from === null || tables.salvage === null ? null : DamagedDatabase.open(from);
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
  const { migrations, salvage } = tables;
  const version = source === null || source.version > migrations.length ? 0 : source.version;
  const db = new DatabaseSync(to);
  try {
    // If this is interrupted, the file is created again from the start.
    db.exec(
      'PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536',
    );
    for (const sql of migrations.slice(0, version)) db.exec(sql);
    const copied = source === null || salvage === null ? [] : copyTables(source, db, salvage);
    for (const sql of migrations.slice(version)) db.exec(sql);
    const losses = new Map(copied.filter(({ gaps }) => gaps.length > 0).map(({ table, gaps }) => [table, { gaps }]));
    if (losses.size > 0) transaction(db, () => salvage?.markIncomplete(db, losses));
    db.exec(`PRAGMA user_version = ${migrations.length}`);
    return copied.map(({ table, salvaged, lost }) => ({ table, salvaged, lost }));
  } finally {
    db.close();
  }
}

type Copied = TableTally & { readonly gaps: readonly Gap[] };

function copyTables(source: DamagedDatabase, db: DatabaseSync, { rowChecks }: SalvageRules): Copied[] {
  const checks = rowChecks();
  return db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")
    .all()
    .map((row) => {
      const table = text(row, 'name');
      return copyTable(source, db, table, checks[table] ?? (() => true));
    });
}

function copyTable(source: DamagedDatabase, db: DatabaseSync, table: string, check: (row: Row) => unknown): Copied {
  const columns = new TableColumns(db, table);
  const rows = new SalvagedRows(db, table, columns.names);
  const read = (values: readonly StoredValue[]): Row | null => {
    const row = columns.row(values);
    return row !== null && isFitting(row, check) ? row : null;
  };
  transaction(db, () =>
    buildIndexesAfter(db, table, () => {
      source.walk(table, { read, row: (row) => rows.add(row), gap: () => rows.skip() });
      rows.end();
    }),
  );
  const expected = source.count(table);
  const { count } = rows;
  // If no page was rejected but the key index contains more rows, a page was misread.
  const gaps = rows.gaps.length === 0 && (expected ?? 0) > count ? [{ before: null, after: null }] : rows.gaps;
  return {
    table,
    salvaged: count,
    lost: gaps.length === 0 ? 0 : expected === null ? null : Math.max(0, expected - count),
    gaps,
  };
}

/** A check throws if it reads a value that this program never stores. */
function isFitting(row: Row, check: (row: Row) => unknown): boolean {
  try {
    return check(row) !== false;
  } catch {
    return false;
  }
}
