import { rmSync } from 'node:fs';
import { fromText } from '#practice/store/record-text.ts';
import { createOrderDesk } from '#core/orders/create-order-desk.ts';
import type { Journal } from '#core/orders/journal/journal.ts';
import { openJournal } from '#core/orders/journal/open-journal.ts';
import type { OrderDesk } from '#core/orders/order-desk.ts';
import type { OrderDeskDeps } from '#core/orders/order-desk-deps.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { defaultPrecautions } from '#core/orders/risk/precautions.ts';
import { defaultCaps } from '#core/orders/risk/risk-checks.ts';
import type { PlatformClient } from '#core/platform/platform-client.ts';
import type { Clock } from '#core/ports.ts';
import { Sender } from '#core/sending/sender.ts';
import type { Signal } from '#rules/signals/signal.ts';
import type { InProcess } from '#tests/conformance/in-process.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { intent, seededRandom, startWall, temporaryFolder } from '../order-fixtures.ts';
import { PracticeConnection } from './practice-connection.ts';

/**
 * The real desk on a real journal file, with the practice service's own rules and a clock that
 * advances only by the steps of a trace.
 */
export class ReplayDesk {
  readonly clock = new FakeClock(startWall);
  readonly connection: PracticeConnection;
  readonly errors: string[] = [];
  readonly #service: InProcess;
  readonly #dataDir = temporaryFolder();
  readonly #random = seededRandom();
  journal: Journal;
  desk: OrderDesk;
  /** The life of the simulated process. A crash ends it and begins another. */
  #life = { over: false };

  constructor(service: InProcess) {
    this.#service = service;
    this.connection = new PracticeConnection(service, this.clock);
    this.journal = openJournal({ dataDir: this.#dataDir, now: this.clock.now() }).journal;
    this.desk = createOrderDesk(this.#deps());
  }

  get systemId(): string {
    return this.#service.systemId;
  }

  /** Starts the first read, which waits for a step of the trace that reads the lists. */
  async start(): Promise<void> {
    await this.connection.delayFirstRead(() => this.desk.watch(this.systemId));
    await this.settle();
  }

  async crash(): Promise<void> {
    this.#end();
    this.connection.crash();
    this.journal = openJournal({ dataDir: this.#dataDir, now: this.clock.now() }).journal;
    this.desk = createOrderDesk(this.#deps());
    await this.start();
  }

  async settle(): Promise<void> {
    await this.clock.advance(0);
  }

  rows(orderCount: number): (OrderRow | null)[] {
    return Array.from({ length: orderCount }, (_one, order) => this.journal.order(intent(order)) ?? null);
  }

  signals(): Signal[] {
    return [...this.#service.signals().values()].map(({ record }) => fromText<Signal>(record));
  }

  dispose(): void {
    this.#end();
    rmSync(this.#dataDir, { recursive: true });
  }

  #end(): void {
    this.#life.over = true;
    this.#life = { over: false };
    this.journal.close();
  }

  #deps(): OrderDeskDeps {
    const { clock, connection } = this;
    const life = this.#life;
    const whileRunning = async <Value>(promise: Promise<Value>): Promise<Value> => {
      const value = await promise;
      return life.over ? new Promise<Value>(() => undefined) : value;
    };
    const inertDeps = this.#inertDeps();
    const processClock: Clock = {
      now: () => clock.now(),
      monotonic: () => clock.monotonic(),
      after: (ms, run) => clock.after(ms, () => (life.over ? undefined : run())),
    };
    const client: PlatformClient = { send: (request) => whileRunning(connection.send(request)) };
    return {
      ...inertDeps,
      clock: processClock,
      random: this.#random,
      journal: this.journal,
      sender: new Sender(processClock, inertDeps.log, client),
      reader: {
        readWorking: () => whileRunning(connection.readWorking()),
        readPosted: (id, from, to) => whileRunning(connection.readPosted(id, from, to)),
        showsAll: () => connection.showsAll(),
      },
      state: {
        signals: () => connection.cached,
        unreadable: () => connection.unreadable,
        positions: () => [],
        positionsReadAt: () => Math.floor(clock.now() / 1000),
        hasUnreadableTrades: () => false,
        workingStops: () => [],
        margin: () => null,
        pointValue: () => null,
        workingReadStartedAt: () => null,
        workingReading: () => ({ readAt: Math.floor(clock.now() / 1000), staleAfterSeconds: 30 }),
      },
      // The service's clock does not move while the local one advances.
      serviceClockOffsetMs: () => this.#service.services.clock.now() - clock.now(),
    };
  }

  /** Dependencies with fixed answers and no effects. Errors are collected. */
  #inertDeps() {
    const nothing = (): void => undefined;
    return {
      log: { info: nothing, warn: nothing, error: (event) => this.errors.push(event) },
      profile: { id: 'practice', mode: 'PRACTICE' },
      connection: () => ({ state: 'open' }),
      notify: nothing,
      endNotice: nothing,
      scheduleRefresh: nothing,
      entryLock: () => null,
      platformMayTradeUntil: () => null,
      readTargets: () => Promise.resolve(true),
      risk: {
        killReason: () => null,
        caps: () => defaultCaps,
        precautions: () => defaultPrecautions,
        useArming: () => true,
        onUnknownOrder: nothing,
      },
      rehearsals: { checks: () => [], orderChanged: nothing },
      reportWrongPrediction: nothing,
    } satisfies Partial<OrderDeskDeps>;
  }
}
