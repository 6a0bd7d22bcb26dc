import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Row } from '#core/sqlite/row.ts';

/** Rows with keys between these two are lost; null is the start or the end of the table. */
export type Gap = { readonly before: Row | null; readonly after: Row | null };

/** Writes the rows of a table in order, and records the gaps between them. */
export class SalvagedRows {
  readonly gaps: Gap[] = [];
  count = 0;
  readonly #names: readonly string[];
  readonly #insert: StatementSync;
  #before: Row | null = null;
  #isAfterGap = false;

  constructor(db: DatabaseSync, table: string, names: readonly string[]) {
    this.#names = names;
    // If two pages contain the same key, neither is more trustworthy: the first one is used.
    this.#insert = db.prepare(
      `INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    );
  }

  add(row: Row): void {
    const { changes } = this.#insert.run(...this.#names.map((name) => row[name] ?? null));
    if (changes === 0) return this.skip();
    if (this.#isAfterGap) this.gaps.push({ before: this.#before, after: row });
    this.#isAfterGap = false;
    this.#before = row;
    this.count += 1;
  }

  /** Marks a gap at the current place. */
  skip(): void {
    this.#isAfterGap = true;
  }

  end(): void {
    if (this.#isAfterGap) this.gaps.push({ before: this.#before, after: null });
  }
}
