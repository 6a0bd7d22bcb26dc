import { openDatabase } from '#core/sqlite/database.ts';
import { storedState } from '#core/cache/queries/readings.ts';
import type { DatabaseSync } from 'node:sqlite';
import { TradeIndex } from './trade-index.ts';
import type { SelectAnswer, SelectRequest } from './trade-selection.ts';

/** Number of strategies with cached columns: the one in view and those compared with it. */
const maxIndexes = 3;

/**
 * Answers selections from columns that are rebuilt when the trades change. The file is open only
 * while it is read, so that a damaged file can be moved away at any time.
 */
export class TradeSelector {
  readonly #indexes = new Map<string, TradeIndex>();
  #generation = -1;

  select({ file, generation, systemId, filter, sort }: SelectRequest): NonNullable<SelectAnswer> {
    if (generation !== this.#generation) this.#indexes.clear();
    this.#generation = generation;
    const db = openDatabase(file);
    try {
      const index = this.#index(db, systemId);
      return { ...index.select(db, filter, sort), revision: index.revision };
    } finally {
      db.close();
    }
  }

  #index(db: DatabaseSync, systemId: string): TradeIndex {
    const cached = this.#indexes.get(systemId);
    const reading = { systemId, dataset: 'trades' } as const;
    const revision = storedState(db, reading).revision;
    const index = cached?.revision === revision ? cached : new TradeIndex(db, systemId, revision);
    this.#indexes.delete(systemId);
    this.#indexes.set(systemId, index);
    const [oldest] = this.#indexes.keys();
    if (this.#indexes.size > maxIndexes && oldest !== undefined) this.#indexes.delete(oldest);
    return index;
  }
}
