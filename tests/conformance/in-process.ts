import type { DatabaseSync } from 'node:sqlite';
import type { RequestContext } from '#practice/access.ts';
import { openPractice, type OpenedPractice } from '#practice/service.ts';
import { printEnvelope } from '#practice/envelope.ts';
import { openDatabase } from '#practice/store/schema.ts';
import { Store } from '#practice/store/store.ts';
import { asMembers, type Members } from './service.ts';

export type Hours = 'always' | 'market';
/** A row of the database; `record` is the whole text of the signal. */
export type StoredSignal = { readonly id: string; readonly state: string; readonly record: string };

/**
 * The practice service without sockets, on a database in memory: the same dispatcher, engine and
 * store, with texts as requests and answers. A copy of the tables of a new service is kept, so that
 * thousands of histories can start from it quickly.
 */
export class InProcess {
  readonly #db: DatabaseSync;
  readonly #tables: readonly string[];
  readonly #hours: Hours;
  #opened: OpenedPractice;

  /** @param content whether other strategies and people exist too; they take time at every start */
  constructor(hours: Hours = 'always', content: 'one strategy' | 'all strategies' = 'one strategy') {
    this.#hours = hours;
    this.#db = openDatabase(':memory:');
    this.#opened = this.#open();
    this.#forgetThePast();
    if (content === 'one strategy') this.#forgetTheOthers();
    this.#tables = this.#db
      .prepare("SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .all()
      .map((row) => String(row['name']));
    this.#db.exec("ATTACH ':memory:' AS initial");
    for (const table of this.#tables) this.#db.exec(`CREATE TABLE initial.${table} AS SELECT * FROM main.${table}`);
    this.#opened = this.#open();
  }

  get services(): OpenedPractice['services'] {
    return this.#opened.services;
  }

  get control(): OpenedPractice['control'] {
    return this.#opened.control;
  }

  get credentials(): OpenedPractice['credentials'] {
    return this.#opened.credentials;
  }

  /** The first strategy of the owner of the world API key. */
  get systemId(): string {
    const owner = this.credentials.worldPerson;
    const own = this.services.engine.accounts().find(({ strategy }) => strategy.ownerPersonId === owner);
    if (!own) throw new Error('the world person owns no strategy');
    return own.strategy.id;
  }

  /** Restores the initial state. */
  reset(): void {
    this.#db.exec('PRAGMA foreign_keys = OFF; BEGIN');
    for (const table of this.#tables)
      this.#db.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM initial.${table}`);
    this.#db.exec('COMMIT; PRAGMA foreign_keys = ON');
    this.restart();
  }

  /** Like kill -9: what is not in the store is lost. */
  restart(): void {
    this.#opened = this.#open();
  }

  /** Sends a command in the world context. Adds the key and `systemId` unless `fields` has them. */
  call(command: string, fields: object = {}): Members {
    const body = JSON.stringify({ apikey: this.credentials.worldKey, systemid: this.systemId, ...fields });
    return this.ask(command, body);
  }

  /** Sends this body as it is, by default in the world context. */
  ask(command: string, body: string, context: RequestContext = { kind: 'world' }): Members {
    const envelope = this.#opened.dispatcher.answer({ context, command, query: new URLSearchParams(), body });
    return asMembers(JSON.parse(printEnvelope(envelope)));
  }

  /** Every signal of the first strategy, by id. */
  signals(): ReadonlyMap<string, StoredSignal> {
    const rows = this.#db
      .prepare('SELECT CAST(id AS TEXT) AS id, state, record FROM signals WHERE strategy = ? ORDER BY id')
      .all(BigInt(this.systemId));
    return new Map(
      rows.map((row) => [
        String(row['id']),
        { id: String(row['id']), state: String(row['state']), record: String(row['record']) },
      ]),
    );
  }

  /** True if any text of any table contains this. */
  contains(wanted: string): boolean {
    return this.#tables.some((table) =>
      this.#db
        .prepare(`SELECT * FROM main.${table}`)
        .all()
        .some((row) => Object.values(row).some((value) => String(value).includes(wanted))),
    );
  }

  #open(): OpenedPractice {
    return openPractice({ seed: 1, clock: 'manual', hours: this.#hours }, new Store(this.#db));
  }

  /**
   * Years of seeded trades, strategies that never traded, subscriptions and licenses do not affect
   * the next signal, but cost time at each start. Equity curves continue from their last points.
   * Stored price paths are deleted too, so each price begins at the start of its path.
   */
  #forgetThePast(): void {
    this.#db.exec(`DELETE FROM subscriptions; DELETE FROM licenses;
      DELETE FROM equity WHERE strategy NOT IN (SELECT strategy FROM signals);
      DELETE FROM strategies WHERE id NOT IN (SELECT strategy FROM signals);
      DELETE FROM legs; DELETE FROM trades; DELETE FROM signals; DELETE FROM paths;
      DELETE FROM equity WHERE (strategy, at) NOT IN (SELECT strategy, max(at) FROM equity GROUP BY strategy)`);
  }

  /** Other strategies and people do not affect the signals of the first strategy. */
  #forgetTheOthers(): void {
    this.#db.exec(`DELETE FROM people WHERE id <> ${this.credentials.worldPerson};
      DELETE FROM equity WHERE strategy <> ${this.systemId};
      DELETE FROM strategies WHERE id <> ${this.systemId}`);
  }
}
