import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { text } from '#core/sqlite/row.ts';

/**
 * Hashes of rows, by id, as the latest answers contained them. Most of an answer repeats known
 * rows, which are then not written. Used only by the connection that writes. Code that changes rows
 * in another way, or whose write fails, must forget their hashes.
 */
export class RowHashes {
  readonly #byDatabase = new WeakMap<DatabaseSync, Map<string, Map<string, number>>>();

  /** The map of a strategy, for reading and writing; undefined when nothing is known of it. */
  of(db: DatabaseSync, systemId: string): Map<string, number> | undefined {
    return this.#byDatabase.get(db)?.get(systemId);
  }

  replace(db: DatabaseSync, systemId: string, rows: Map<string, number>): Map<string, number> {
    const systems = this.#byDatabase.get(db) ?? new Map<string, Map<string, number>>();
    this.#byDatabase.set(db, systems.set(systemId, rows));
    return rows;
  }

  /**
   * Runs a statement that changes rows and selects their ids (`AS id`). Returns the number of rows
   * and deletes their hashes: the next answer with one of these rows is written even when it
   * repeats the previous one.
   */
  updateAndForget(db: DatabaseSync, systemId: string, sql: string, values: readonly SQLInputValue[]): number {
    const changed = db.prepare(sql).all(...values);
    const rows = this.of(db, systemId);
    for (const row of changed) rows?.delete(text(row, 'id'));
    return changed.length;
  }

  forgetSystem(db: DatabaseSync, systemId: string): void {
    this.#byDatabase.get(db)?.delete(systemId);
  }

  forgetAll(db: DatabaseSync): void {
    this.#byDatabase.delete(db);
  }
}

export const tradeHashes = new RowHashes();
export const signalHashes = new RowHashes();
