import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Single values, such as the API keys, the id counter and the clock; and the switches. */
export class MetaStore {
  readonly #get: StatementSync;
  readonly #set: StatementSync;
  readonly #switches: StatementSync;
  readonly #setSwitch: StatementSync;

  constructor(db: DatabaseSync) {
    this.#get = db.prepare('SELECT value FROM meta WHERE key = ?');
    this.#set = db.prepare(
      'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    );
    this.#switches = db.prepare('SELECT name, value FROM switches');
    this.#setSwitch = db.prepare(
      'INSERT INTO switches (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    );
  }

  get(key: string): string | undefined {
    const value = this.#get.get(key)?.['value'];
    return typeof value === 'string' ? value : undefined;
  }

  /** Reads a value that was written when the data folder was created. */
  need(key: string): string {
    const value = this.get(key);
    if (value === undefined) throw new Error(`the practice data has no ${key}`);
    return value;
  }

  set(key: string, value: string): void {
    this.#set.run(key, value);
  }

  switches(): ReadonlyMap<string, string> {
    return new Map(this.#switches.all().map((row) => [String(row['name']), String(row['value'])]));
  }

  setSwitch(name: string, value: string): void {
    this.#setSwitch.run(name, value);
  }
}
