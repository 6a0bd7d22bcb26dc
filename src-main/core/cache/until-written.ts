import type { DatabaseSync } from 'node:sqlite';

/**
 * What was read of each strategy, kept until the cache was written again. An order asks for the same lists again and again on its way
 * out, and reading five thousand signals takes longer than sending it. SQLite itself counts the commits of other connections, and
 * this one never writes, so nothing has to be told and nothing old is ever answered.
 */
export class UntilWritten<Value> {
  #database: DatabaseSync | null = null;
  #version: unknown = null;
  readonly #values = new Map<string, Value>();

  of(database: DatabaseSync, key: string, read: (database: DatabaseSync) => Value): Value {
    const version = database.prepare('PRAGMA data_version').get()?.['data_version'];
    if (database !== this.#database || version !== this.#version) this.#values.clear();
    this.#database = database;
    this.#version = version;
    const kept = this.#values.get(key);
    if (kept !== undefined) return kept;
    const value = read(database);
    this.#values.set(key, value);
    return value;
  }
}
