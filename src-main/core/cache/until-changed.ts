import type { DatabaseSync, StatementSync } from 'node:sqlite';

type Kept<Value> = { readonly value: Value; readonly stamp: string; version: unknown };

/** Both read the same database; `stamp` is cheap, and differs whenever what `read` answers may differ. `before`: the last answer. */
export type StampedRead<Value> = {
  readonly stamp: (database: DatabaseSync) => string;
  readonly read: (database: DatabaseSync, before: Value | undefined) => Value;
};

/**
 * What was read of each strategy, kept until the cache says something else. An order asks for the same lists again and again on
 * its way out, and reading five thousand signals takes longer than sending it; and nearly every answer of the platform only renews
 * an age. SQLite itself counts the commits of other connections, and this one never writes: only after a commit is the stamp
 * looked at, and only behind another stamp are the rows read again. So nothing has to be told and nothing old is ever answered.
 */
export class UntilChanged<Value> {
  #database: DatabaseSync | null = null;
  #version: StatementSync | null = null;
  readonly #kept = new Map<string, Kept<Value>>();

  of(database: DatabaseSync, key: string, { stamp, read }: StampedRead<Value>): Value {
    if (database !== this.#database || this.#version === null) {
      this.#kept.clear();
      this.#database = database;
      this.#version = database.prepare('PRAGMA data_version');
    }
    const version = this.#version.get()?.['data_version'];
    const kept = this.#kept.get(key);
    if (kept !== undefined && kept.version === version) return kept.value;
    // The stamp before the rows: what is committed between the two is found the next time.
    const now = stamp(database);
    if (kept?.stamp === now) {
      kept.version = version;
      return kept.value;
    }
    const value = read(database, kept?.value);
    this.#kept.set(key, { value, stamp: now, version });
    return value;
  }
}
