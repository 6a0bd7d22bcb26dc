import type { DatabaseSync } from 'node:sqlite';

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

  /** These rows no longer are what the last answer said. */
  forgetRows(db: DatabaseSync, systemId: string, ids: readonly string[]): void {
    const rows = this.of(db, systemId);
    for (const id of ids) rows?.delete(id);
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
