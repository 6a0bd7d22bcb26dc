// A world of a chaos run: one practice folder with one combination of the service's switches, and
// the core's folder beside it. In `ready.world` and `kind: 'world'`, world is a kind of connection.
// The folder of the world contains everything that the checker reads: both databases, every request
// that the service received, and the notes.
import { appendFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openJournal } from '#core/orders/journal/open-journal.ts';
import { recordProbe } from '#tests/unit/core/orders/record-probe.ts';
import type { Combination } from './all-pairs.ts';
import type { Draw } from './draw.ts';
import { FaultProxy, type NetworkHooks } from './fault-proxy.ts';
import { RandomMarket } from './market.ts';
import type { Note } from './note.ts';
import type { PracticeLink } from './practice-link.ts';
import { advanced, machineNow, simNow, type SimTime } from './sim-time.ts';

/** The client's own time limit for an answer. */
const patienceMs = 30_000;
/** A delay that is longer than the time after which the client believes that an order is lost. */
const lateMs = 150_000;

export type WorldOptions = {
  readonly folder: string;
  readonly practice: PracticeLink;
  /** The practice folder to start from, created at this simulated time. */
  readonly template: { readonly folder: string; readonly epoch: number; readonly seed: number };
  readonly switches: Combination;
  readonly speed: number;
  readonly draw: Draw;
};

export class World {
  readonly folder: string;
  readonly practice: PracticeLink;
  readonly draw: Draw;
  readonly proxy: FaultProxy;
  /** Replaced for every life of the core. */
  hooks: Partial<NetworkHooks> = {};
  readonly #switches: Combination;
  #switched = false;
  #time: SimTime;
  #market: RandomMarket | null = null;
  #stretch: { from: number; offset: number; quiet: boolean } | null = null;

  private constructor({ folder, practice, template, switches, speed, draw }: WorldOptions) {
    this.#switches = switches;
    this.folder = folder;
    this.practice = practice;
    this.draw = draw;
    this.#time = { epoch: template.epoch, since: machineNow(), speed };
    const toMachineMs = (ms: number): number => ms / speed;
    this.proxy = new FaultProxy(
      { patienceMs: toMachineMs(patienceMs), lateMs: toMachineMs(lateMs), slowMs: toMachineMs(18_000) },
      {
        arrived: (seen) => {
          if (seen.reusedSocket) this.note({ is: 'reused-socket', command: seen.command });
          this.hooks.arrived?.(seen);
        },
        answered: (seen) => this.hooks.answered?.(seen),
        faultApplied: (fault, { command, ownId, actKey }) =>
          this.note({ is: 'fault-applied', fault, command, ownId, actKey }),
      },
    );
  }

  static async open(options: WorldOptions): Promise<World> {
    const { folder, template, practice, switches } = options;
    mkdirSync(join(folder, 'core'), { recursive: true });
    if ((switches['duplicateOwnId'] ?? 'refuse') === 'refuse')
      writeProbedJournal(join(folder, 'core', 'orders-practice'));
    cpSync(template.folder, join(folder, 'practice'), { recursive: true });
    for (const file of ['requests.jsonl', 'notes.jsonl']) writeFileSync(join(folder, file), '');
    const world = new World(options);
    await practice.open(join(folder, 'practice'), template.seed, world.time);
    await practice.setSwitches(switches);
    world.note({ is: 'seeded', lastId: world.lastServiceId(), switches });
    world.#market = new RandomMarket(await practice.instruments(), options.draw);
    await world.proxy.accept(practice.port);
    return world;
  }

  get time(): SimTime {
    return this.#time;
  }

  get market(): RandomMarket {
    if (!this.#market) throw new Error('the world is not open');
    return this.#market;
  }

  get dataDir(): string {
    return join(this.folder, 'core');
  }

  get systemIds(): readonly string[] {
    return this.practice.ready.world.systemids;
  }

  /** Machine milliseconds for this much simulated time. */
  toMachineMs(simulatedMs: number): number {
    return simulatedMs / this.#time.speed;
  }

  now(): number {
    return simNow(this.#time);
  }

  note(note: Note): void {
    appendFileSync(join(this.folder, 'notes.jsonl'), `${JSON.stringify(note)}\n`);
  }

  /** Advances the clocks of the service and this world. The caller sets the clock of the core. */
  async advance(milliseconds: number): Promise<void> {
    const stretch = this.endStretch();
    this.#time = advanced(this.#time, milliseconds);
    await this.practice.setTime(this.#time);
    if (stretch) this.beginStretch(stretch.offset, stretch.quiet);
  }

  /** Changes the speed of time, between two lives of the core. */
  async setSpeed(speed: number): Promise<void> {
    this.#time = { epoch: this.now(), since: machineNow(), speed };
    await this.practice.setTime(this.#time);
  }

  beginStretch(offset: number, quiet: boolean): void {
    this.endStretch();
    this.#stretch = { from: this.now(), offset, quiet };
  }

  endStretch(): { readonly offset: number; readonly quiet: boolean } | null {
    const stretch = this.#stretch;
    this.#stretch = null;
    if (stretch) this.note({ is: 'stretch', ...stretch, to: this.now() });
    return stretch;
  }

  /** Sets switches for a scene. Those of the world are restored at the end of the life. */
  async switchTo(switches: Combination): Promise<void> {
    this.#switched = true;
    this.note({ is: 'switched', switches });
    await this.practice.setSwitches(switches);
  }

  async restoreSwitches(): Promise<void> {
    if (!this.#switched) return;
    this.#switched = false;
    await this.practice.setSwitches(this.#switches);
  }

  /** Appends the requests that the service has received so far to `requests.jsonl`. */
  async drain(): Promise<void> {
    await this.proxy.whileStopped(async () => {
      const requests = await this.practice.drain();
      const text = requests.map((request) => `${JSON.stringify(request)}\n`).join('');
      appendFileSync(join(this.folder, 'requests.jsonl'), text);
    });
  }

  async close(): Promise<void> {
    await this.proxy.whenIdle();
    await this.drain();
    await this.proxy.refuse();
    await this.practice.close();
  }

  lastServiceId(): string {
    return this.#ask('SELECT CAST(max(id) AS TEXT) AS id FROM signals');
  }

  /**
   * The service signal id of the order with this own id; '' if there is none. Used only for the
   * choice `pick`: a user would look for the id on the web screen.
   */
  serviceIdOf(ownId: string): string {
    return this.#ask(`SELECT CAST(max(id) AS TEXT) AS id FROM signals WHERE own = '${ownId}'`);
  }

  #ask(sql: string): string {
    const database = new DatabaseSync(join(this.folder, 'practice', 'practice.db'), { readOnly: true });
    try {
      return String(database.prepare(sql).get()?.['id'] ?? '');
    } finally {
      database.close();
    }
  }
}

/**
 * Writes a journal with the result of a probe: the service refuses an own id that was used before.
 * A lost order may be sent again only after such a probe.
 */
function writeProbedJournal(journalFolder: string): void {
  mkdirSync(journalFolder);
  const { journal } = openJournal({ dataDir: journalFolder, now: 1 });
  recordProbe(journal);
  journal.close();
}
