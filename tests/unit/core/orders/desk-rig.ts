import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Text } from '#contract/message.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { RiskCaps } from '#contract/model/risk.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Notice } from '#contract/model/status.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import type { Margin } from '#contract/model/strategy.ts';
import type { Position } from '#contract/model/trade.ts';
import { createOrderDesk } from '#core/orders/create-order-desk.ts';
import type { Decision } from '#core/orders/reconcile/decisions.ts';
import type { Journal } from '#core/orders/journal/journal.ts';
import { openJournal } from '#core/orders/journal/open-journal.ts';
import { restoreJournal } from '#core/orders/journal/restore-journal.ts';
import { defaultPrecautions } from '#core/orders/risk/precautions.ts';
import { defaultCaps } from '#core/orders/risk/risk-checks.ts';
import type { OrderDesk } from '#core/orders/order-desk.ts';
import type { ConnectionFacts } from '#core/orders/order-desk-deps.ts';
import type { PlatformClient } from '#core/platform/platform-client.ts';
import type { Clock, Log } from '#core/ports.ts';
import { Sender } from '#core/sending/sender.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { FakePlatform, type RequestOutcome } from './fake-platform.ts';
import { intent, seededRandom, startWall, systemId, temporaryFolder, ticket } from './order-fixtures.ts';

/** The journal of one process. After the end of the process nothing more is written. */
const whileAlive = (journal: Journal, life: { readonly over: boolean }): Journal =>
  new Proxy(journal, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => (life.over ? undefined : Reflect.apply(member, target, args));
    },
  });

/** The desk on a real journal file, a fake platform and a fake clock. */
export class DeskRig {
  readonly clock = new FakeClock(startWall);
  readonly platform = new FakePlatform(this.clock);
  readonly dataDir = temporaryFolder();
  readonly notices: Notice[] = [];
  /** The notices by id, without those that were replaced or have ended. */
  readonly shownNotices = new Map<string, Notice>();
  readonly errors: string[] = [];
  connection: ConnectionFacts = { state: 'open' };
  /** The connections of some strategies. All other strategies have `connection`. */
  readonly connections = new Map<string, ConnectionFacts>();
  /** An account so large that no order of a test is large in relation to it. */
  margin: Margin | null = {
    buyPower: '1000000000000',
    cash: '1000000000000',
    equity: '0',
    marginUsed: '0',
    modelAccountValue: '1000000000000',
    updatedText: '2026-03-02 09:29:00',
  };
  positions: Position[] = [];
  /** Unix seconds; null means now. */
  positionsReadAt: number | null = null;
  /** When the working list was read, unix seconds; null means now. */
  workingReadAt: number | null = null;
  /** Whether the positions were ever read. */
  hasReadPositions = true;
  /** Whether the last reading of the open trades has records that cannot be read. */
  hasUnreadableTrades = false;
  /** Why the kill switch is on. Null while it is off. */
  killReason: Text | null = null;
  caps: RiskCaps = defaultCaps;
  armed = false;
  /** Why no order of the strategy is sent. Null if orders are sent. */
  entryLock: Text | null = null;
  platformMayTradeUntil: number | null = null;
  serviceClockOffsetMs = 0;
  readonly wrongPredictions: Text[] = [];
  journal: Journal;
  desk: OrderDesk;
  readonly #random = seededRandom();
  /** The simulated process. Once it is over, its timers and pending answers have no effect. */
  #life = { over: false };

  constructor() {
    this.journal = openJournal({ dataDir: this.dataDir, now: this.clock.now() }).journal;
    this.desk = this.#createDesk();
  }

  /** Makes the first read, which opens order entry. */
  async ready(): Promise<void> {
    this.desk.watch(systemId);
    await this.clock.advance(0);
  }

  /** Simulates a crash that destroyed the journal: a copy of it takes its place. */
  restoreFrom(copy: string): void {
    this.#life.over = true;
    this.#life = { over: false };
    this.journal.close();
    restoreJournal(this.dataDir, copy, this.clock.now());
    this.journal = openJournal({ dataDir: this.dataDir, now: this.clock.now() }).journal;
    this.desk = this.#createDesk();
  }

  /** Simulates a crash: the journal is as on the disk, everything in memory is lost. */
  restart(): void {
    this.#life.over = true;
    this.#life = { over: false };
    this.journal.close();
    this.journal = openJournal({ dataDir: this.dataDir, now: this.clock.now() }).journal;
    this.desk = this.#createDesk();
  }

  /** Submits an order with the outcomes of its requests, and runs until only timers are pending. */
  async submit(
    number: number,
    changes: Partial<Ticket> = {},
    ...requestOutcomes: RequestOutcome[]
  ): Promise<CommandOutcome<'orders.submit'>> {
    this.platform.outcomes.push(...requestOutcomes);
    const outcome = this.desk.submit(intent(number), ticket(changes), [
      'same-order',
      'equal-working',
      'links-unknown',
      'replace-two-steps',
    ]);
    await this.clock.advance(0);
    return outcome;
  }

  /** Makes the user's choice on a row. */
  decide(number: number, choice: Decision['choice'], more: Partial<Decision> = {}): CommandOutcome<'orders.decide'> {
    return this.desk.decide({ rowId: intent(number), choice, ...more });
  }

  blotter(): Signal[] {
    return this.desk.blotter(systemId, { text: '', scope: 'all' }).signals;
  }

  row(number: number): Signal | undefined {
    return this.blotter().find(({ rowId }) => rowId === intent(number));
  }

  async dispose(): Promise<void> {
    this.platform.unblock();
    await this.desk.close();
    this.journal.close();
    rmSync(this.dataDir, { recursive: true });
  }

  state(rowId: string): string | undefined {
    return this.journal.order(rowId)?.state;
  }

  /** Reads the state of an order by its own id from the file, over another connection. */
  stateOnDisk(ownId: string): string | undefined {
    const database = new DatabaseSync(join(this.dataDir, 'journal.db'), { readOnly: true });
    const state = database.prepare('SELECT state FROM orders WHERE own_id = ?').get(ownId)?.['state'];
    database.close();
    return typeof state === 'string' ? state : undefined;
  }

  /** The own ids of the orders that were sent, one for each submit request. */
  submittedOwnIds(): string[] {
    return this.platform.sent.filter(({ command }) => command === 'submitSignal').map(({ id }) => id);
  }

  #createDesk(): OrderDesk {
    const log: Log = { info: () => undefined, warn: () => undefined, error: (event) => this.errors.push(event) };
    const life = this.#life;
    const whileRunning = async <Value>(promise: Promise<Value>): Promise<Value> => {
      const value = await promise;
      return life.over ? new Promise<Value>(() => undefined) : value;
    };
    const clock: Clock = {
      now: () => this.clock.now(),
      monotonic: () => this.clock.monotonic(),
      after: (ms, run) =>
        this.clock.after(ms, () => {
          if (!life.over) run();
        }),
    };
    const client: PlatformClient = {
      send: ({ beforeSend, ...request }) =>
        whileRunning(this.platform.send({ ...request, beforeSend: () => !life.over && (beforeSend?.() ?? true) })),
    };
    return createOrderDesk({
      clock,
      random: this.#random,
      log,
      journal: whileAlive(this.journal, life),
      profile: { id: 'practice', mode: 'PRACTICE' },
      sender: new Sender(clock, log, client),
      reader: {
        readWorking: (id) => whileRunning(this.platform.readWorking(id)),
        readPosted: (id, from, to) => whileRunning(this.platform.readPosted(id, from, to)),
        showsAll: () => this.platform.showsAll(),
      },
      state: {
        signals: (id) => this.platform.list(id),
        unreadable: (id) => this.platform.unreadableOf(id),
        positions: () => this.positions,
        hasUnreadableTrades: () => this.hasUnreadableTrades,
        positionsReadAt: () =>
          this.hasReadPositions ? (this.positionsReadAt ?? Math.floor(this.clock.now() / 1000)) : null,
        workingStops: (id) =>
          this.platform.list(id).filter(({ kind, status, inWorkingList }) => {
            return kind === 'stop' && status === 'working' && inWorkingList;
          }),
        margin: () => this.margin,
        pointValue: () => null,
        workingReadStartedAt: () => this.platform.workingReadStartedAt,
        workingReading: () => ({
          readAt: this.workingReadAt ?? Math.floor(this.clock.now() / 1000),
          staleAfterSeconds: 30,
        }),
      },
      connection: (id) => this.connections.get(id) ?? this.connection,
      serviceClockOffsetMs: () => this.serviceClockOffsetMs,
      notify: (notice) => {
        this.notices.push(notice);
        this.shownNotices.set(notice.id, notice);
      },
      endNotice: (id) => this.shownNotices.delete(id),
      scheduleRefresh: () => undefined,
      entryLock: () => this.entryLock,
      platformMayTradeUntil: () => this.platformMayTradeUntil,
      readTargets: () => Promise.resolve(true),
      risk: {
        killReason: () => this.killReason,
        caps: () => this.caps,
        precautions: () => defaultPrecautions,
        useArming: () => this.armed,
        onUnknownOrder: () => {
          this.armed = false;
        },
      },
      rehearsals: { checks: () => [], orderChanged: () => undefined },
      reportWrongPrediction: (_systemId, text) => this.wrongPredictions.push(text),
    });
  }
}
