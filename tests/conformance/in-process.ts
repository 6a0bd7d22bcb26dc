import type { DatabaseSync } from 'node:sqlite';
import { openPractice, type OpenedPractice } from '#practice/service.ts';
import { openDatabase } from '#practice/store/schema.ts';
import { Store } from '#practice/store/store.ts';
import { printEnvelope } from '#practice/envelope.ts';
import { asMembers, type Members } from './service.ts';

/** What happened to a request on its way; `doubled` is a middlebox that sent it twice. */
export type Fate = 'answered' | 'lostBefore' | 'lostAfter' | 'doubled';

const OPTIONS = { seed: 1, clock: 'manual', hours: 'always' } as const;

/**
 * The practice service without sockets and on a database in memory: the very dispatcher, engine and store, asked by text and answering
 * by text. One founded world is kept aside, so that thousands of histories can start from the same point in little time.
 */
export class InProcess {
  readonly #db: DatabaseSync;
  readonly #tables: readonly string[];
  readonly #hours: 'always' | 'market';
  #opened: OpenedPractice;

  constructor(hours: 'always' | 'market' = 'always') {
    this.#hours = hours;
    this.#db = openDatabase(':memory:');
    this.#opened = this.#open();
    this.#forgetThePast();
    this.#tables = this.#db
      .prepare("SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .all()
      .map((row) => String(row['name']));
    for (const table of this.#tables) this.#db.exec(`CREATE TEMP TABLE kept_${table} AS SELECT * FROM main.${table}`);
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

  /** The world person's first strategy. */
  get systemId(): string {
    const owner = this.credentials.worldPerson;
    const own = this.services.engine.accounts().find(({ strategy }) => strategy.ownerPersonId === owner);
    if (!own) throw new Error('the world person owns no strategy');
    return own.strategy.id;
  }

  /** Back to the founded world. */
  reset(): void {
    this.#db.exec('PRAGMA foreign_keys = OFF');
    this.#db.exec('BEGIN');
    for (const table of this.#tables)
      this.#db.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM temp.kept_${table}`);
    this.#db.exec('COMMIT; PRAGMA foreign_keys = ON');
    this.#opened = this.#open();
  }

  /** As after kill -9: what is not in the store is gone. */
  restart(): void {
    this.#opened = this.#open();
  }

  /** One command; undefined when its answer did not arrive. Both answers of a doubled one are given, in their order. */
  ask(command: string, fields: object, fate: Fate = 'answered'): readonly Members[] {
    if (fate === 'lostBefore') return [];
    const body = JSON.stringify({ apikey: this.credentials.worldKey, systemid: this.systemId, ...fields });
    const first = this.#answer(command, body);
    if (fate === 'lostAfter') return [];
    return fate === 'doubled' ? [first, this.#answer(command, body)] : [first];
  }

  /** The answer to a command that nothing happens to. */
  call(command: string, fields: object = {}): Members {
    const [answer] = this.ask(command, fields);
    if (!answer) throw new Error('no answer');
    return answer;
  }

  #answer(command: string, body: string): Members {
    const query = new URLSearchParams();
    const envelope = this.#opened.dispatcher.answer({ door: { context: 'world' }, command, query, body });
    return asMembers(JSON.parse(printEnvelope(envelope)));
  }

  #open(): OpenedPractice {
    return openPractice({ ...OPTIONS, hours: this.#hours }, new Store(this.#db));
  }

  /** Years of seeded trades say nothing about the next signal and cost time; the last point of each curve is where it goes on. */
  #forgetThePast(): void {
    this.#db.exec(`DELETE FROM legs; DELETE FROM trades; DELETE FROM signals;
      DELETE FROM equity WHERE (strategy, at) NOT IN (SELECT strategy, max(at) FROM equity GROUP BY strategy)`);
  }
}
