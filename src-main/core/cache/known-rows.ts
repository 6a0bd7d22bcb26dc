import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { text } from './row.ts';

/**
 * What the last answer said of the rows of a table, as fingerprints by id: most of an answer says again what is known, and then no row
 * is touched. Kept by the one connection that writes. Who changes rows otherwise, or fails to, must forget them.
 */
export class KnownRows {
  readonly #known = new WeakMap<DatabaseSync, Map<string, Map<string, number>>>();

  /** By id, to be read and written; undefined where nothing is known of this strategy. */
  of(db: DatabaseSync, systemId: string): Map<string, number> | undefined {
    return this.#known.get(db)?.get(systemId);
  }

  begin(db: DatabaseSync, systemId: string, rows: Map<string, number>): Map<string, number> {
    const systems = this.#known.get(db) ?? new Map<string, Map<string, number>>();
    this.#known.set(db, systems.set(systemId, rows));
    return rows;
  }

  /**
   * Runs a statement that changes rows and returns each `AS id`; how many. They no longer are what the last answer said: one that lists
   * them again says something new, even when it says what it said before.
   */
  change(db: DatabaseSync, systemId: string, sql: string, values: readonly SQLInputValue[]): number {
    const changed = db.prepare(sql).all(...values);
    const rows = this.of(db, systemId);
    for (const row of changed) rows?.delete(text(row, 'id'));
    return changed.length;
  }

  forgetSystem(db: DatabaseSync, systemId: string): void {
    this.#known.get(db)?.delete(systemId);
  }

  forgetAll(db: DatabaseSync): void {
    this.#known.delete(db);
  }
}

export const knownTradeRows = new KnownRows();
export const knownSignalRows = new KnownRows();
