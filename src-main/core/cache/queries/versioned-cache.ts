import type { DatabaseSync, StatementSync } from 'node:sqlite';

type Cached<Value> = { readonly value: Value; readonly stamp: string; version: unknown };

/**
 * Both functions read the same database. `stamp` is cheap and differs whenever `read` may return
 * something else. `before` is the previous value.
 */
export type StampedRead<Value> = {
  readonly stamp: (database: DatabaseSync) => string;
  readonly read: (database: DatabaseSync, before: Value | undefined) => Value;
};

/**
 * Caches a value by key until its stamp changes. An order reads the same lists several times before
 * it is sent, and reading five thousand signals takes longer than sending the order. SQLite counts
 * the commits of other connections, and this connection writes nothing after its first read. Nearly
 * every commit only renews an age, so after a commit the stamp is read first, and the rows only if
 * the stamp differs. Therefore no notification is needed and no stale value is returned.
 */
export class VersionedCache<Value> {
  #database: DatabaseSync | null = null;
  #versionQuery: StatementSync | null = null;
  readonly #cached = new Map<string, Cached<Value>>();

  of(database: DatabaseSync, key: string, { stamp, read }: StampedRead<Value>): Value {
    if (database !== this.#database || this.#versionQuery === null) {
      this.#cached.clear();
      this.#database = database;
      this.#versionQuery = database.prepare('PRAGMA data_version');
    }
    const version = this.#versionQuery.get()?.['data_version'];
    const cached = this.#cached.get(key);
    if (cached !== undefined && cached.version === version) return cached.value;
    // The stamp is read before the rows, so that a commit in between is found the next time.
    const currentStamp = stamp(database);
    if (cached?.stamp === currentStamp) {
      cached.version = version;
      return cached.value;
    }
    const value = read(database, cached?.value);
    this.#cached.set(key, { value, stamp: currentStamp, version });
    return value;
  }
}
