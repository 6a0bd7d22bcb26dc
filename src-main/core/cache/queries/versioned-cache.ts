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
 * Caches a value by key until its stamp changes. An order reads the same lists several times on its
 * way out, and reading five thousand signals takes longer than sending it. SQLite counts the commits
 * of other connections, and this one writes nothing after its first read. Nearly every commit only
 * renews an age, so after one the stamp is read first, and the rows only when it differs. So no
 * notification is needed and no stale value is returned.
 */
export class VersionedCache<Value> {
  #database: DatabaseSync | null = null;
  #version: StatementSync | null = null;
  readonly #cached = new Map<string, Cached<Value>>();

  of(database: DatabaseSync, key: string, { stamp, read }: StampedRead<Value>): Value {
    if (database !== this.#database || this.#version === null) {
      this.#cached.clear();
      this.#database = database;
      this.#version = database.prepare('PRAGMA data_version');
    }
    const version = this.#version.get()?.['data_version'];
    const cached = this.#cached.get(key);
    if (cached !== undefined && cached.version === version) return cached.value;
    // The stamp is read before the rows: a commit in between is found the next time.
    const now = stamp(database);
    if (cached?.stamp === now) {
      cached.version = version;
      return cached.value;
    }
    const value = read(database, cached?.value);
    this.#cached.set(key, { value, stamp: now, version });
    return value;
  }
}
