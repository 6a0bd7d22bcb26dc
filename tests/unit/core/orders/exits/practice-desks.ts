import { rmSync } from 'node:fs';
import { positionsOf } from '#core/cache/queries/positions.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { ActDesk } from '#core/acts/act-desk.ts';
import { createOrderDesk } from '#core/orders/create-order-desk.ts';
import { DesiredDesk } from '#core/orders/desired/desired-desk.ts';
import { ExitDesk } from '#core/orders/exits/exit-desk.ts';
import { openJournal } from '#core/orders/journal/open-journal.ts';
import type { OrderDesk } from '#core/orders/order-desk.ts';
import type { DeskState, OrderDeskDeps } from '#core/orders/order-desk-deps.ts';
import { defaultPrecautions } from '#core/orders/risk/precautions.ts';
import { defaultCaps } from '#core/orders/risk/risk-checks.ts';
import { parseSignals } from '#core/platform/parse/signal.ts';
import { parseTrades } from '#core/platform/parse/trade.ts';
import type { PlatformRequest, PlatformResult } from '#core/platform/platform-client.ts';
import { Sender } from '#core/sending/sender.ts';
import type { SignalReader, SignalReading } from '#core/sync/signal-reader.ts';
import type { OpenPosition } from '#contract/model/trade.ts';
import type { InProcess } from '#tests/conformance/in-process.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { seededRandom, temporaryFolder } from '../order-fixtures.ts';

/** The outcome of a request: it is answered, its answer is lost, or it never arrives. */
export type Delivery = 'ok' | 'lost-after' | 'lost-before';

type Parts = {
  readonly service: InProcess;
  readonly systemId: string;
  readonly isKillSwitchOn: boolean;
  /** Draws what happens to a request that changes something. */
  readonly delivery: () => Delivery;
  /** Draws whether a reading of the lists succeeds. */
  readonly readSucceeds: () => boolean;
};

const noop = (): void => undefined;

/**
 * Order desk, target desk and exit desk with their own journal, on the engine of the practice
 * service and its trading hours.
 */
export class PracticeDesks implements SignalReader {
  readonly clock: FakeClock;
  readonly desk: OrderDesk;
  readonly desired: DesiredDesk;
  readonly exits: ExitDesk;
  readonly #parts: Parts;
  readonly #dataDir = temporaryFolder();
  readonly #journal: ReturnType<typeof openJournal>['journal'];
  #signals: readonly CachedSignal[] = [];
  #positions: readonly OpenPosition[] = [];
  #readAt: number | null = null;
  readonly #acts: ActDesk;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.clock = new FakeClock(parts.service.services.clock.now());
    this.#journal = openJournal({ dataDir: this.#dataDir, now: this.clock.now() }).journal;
    this.#refresh();
    const common = {
      clock: this.clock,
      journal: this.#journal,
      profile: { id: 'practice', mode: 'PRACTICE' as const },
      log: { info: noop, warn: noop, error: noop },
      random: seededRandom(7),
    };
    const killReason = () => (parts.isKillSwitchOn ? ({ code: 'kill.on', reason: 'drill' } as const) : null);
    const client = { send: (request: PlatformRequest) => this.#send(request) };
    const sender = new Sender(this.clock, common.log, client);
    const inertDeps = { offlineReason: () => null, rights: { refusal: () => null }, notify: noop, changed: noop };
    this.#acts = new ActDesk({ ...common, ...inertDeps, sender, client, killReason });
    this.desired = new DesiredDesk({ clock: this.clock, acts: this.#acts, notify: noop, changed: noop });
    this.desk = createOrderDesk({ ...common, ...this.#ports(), sender, risk: { ...this.#risk(), killReason } });
    this.exits = new ExitDesk({
      ...common,
      desk: this.desk,
      desired: this.desired,
      hasTargetList: (systemId) => this.desired.lockReason(systemId, 'reduces') !== null,
      mayHaveList: (systemId) => this.desired.mayMaintainList(systemId),
      accessLock: () => null,
      positions: (systemId) => this.desk.positions(systemId),
      readAgain: () => Promise.resolve(parts.readSucceeds() && this.#refresh()),
      killReason,
      serviceClockOffsetMs: () => 0,
      cutInFlight: () => Promise.resolve(),
      paceMs: () => 1_000,
      changed: noop,
      notify: noop,
      endNotice: () => undefined,
      strategyName: (systemId) => systemId,
    });
  }

  /** Advances two seconds for the desks, then for the market. */
  async step(): Promise<void> {
    await this.clock.advance(2_000);
    this.#parts.service.services.engine.advance(2);
  }

  async dispose(): Promise<void> {
    this.exits.close();
    this.desired.close();
    this.#acts.close();
    await this.desk.close();
    this.#journal.close();
    rmSync(this.#dataDir, { recursive: true });
  }

  showsAll(): boolean {
    return true;
  }

  readWorking(): Promise<SignalReading> {
    return Promise.resolve(this.#reading((one) => one.inWorkingList));
  }

  readPosted(_systemId: string, from: number, to: number): Promise<SignalReading> {
    return Promise.resolve(this.#reading(({ postedAt }) => postedAt !== null && postedAt >= from && postedAt <= to));
  }

  #reading(matches: (signal: CachedSignal) => boolean): SignalReading {
    if (!this.#parts.readSucceeds()) return { ok: false, text: 'no answer' };
    this.#refresh();
    const at = this.clock.now();
    return { ok: true, records: this.#signals.filter(matches), unreadable: [], sentAt: at, receivedAt: at };
  }

  async #send({ command, body, beforeSend }: PlatformRequest): Promise<PlatformResult> {
    await Promise.resolve();
    if (beforeSend?.() === false) return { kind: 'withdrawn', text: 'Withdrawn.' };
    const isRead = command.startsWith('get');
    const delivery = isRead ? 'ok' : this.#parts.delivery();
    const at = this.clock.now();
    const lost: PlatformResult = { kind: 'no-answer', text: 'The connection was cut.', sentAt: at };
    if (delivery === 'lost-before') return lost;
    const answer = this.#call(command, body);
    if (delivery === 'lost-after') return lost;
    const bytes = new TextEncoder().encode(JSON.stringify(answer));
    return { kind: 'answer', httpStatus: 200, bytes, sentAt: at, receivedAt: at };
  }

  #call(command: string, body: object = {}): Record<string, unknown> {
    return this.#parts.service.call(command, { systemid: this.#parts.systemId, ...body });
  }

  /** Reads both lists and the open trades from the service with the parsers of the program. */
  #refresh(): true {
    const { systemId } = this.#parts;
    const list = (command: string) => parseSignals(this.#call(command)['response'], systemId)?.items ?? [];
    const working = list('retrieveSignalsWorking');
    const workingIds = new Set(working.map(({ serviceId }) => serviceId));
    const all = [...working, ...list('retrieveSignalsAll').filter(({ serviceId }) => !workingIds.has(serviceId))];
    this.#signals = all.map((one) => ({ ...one, inWorkingList: workingIds.has(one.serviceId), unlisted: false }));
    const trades = parseTrades(this.#call('requestTradesOpen')['response'], systemId)?.items ?? [];
    this.#positions = positionsOf(trades.map(({ trade }) => trade));
    this.#readAt = Math.floor(this.clock.now() / 1000);
    return true;
  }

  #ports(): Omit<OrderDeskDeps, 'clock' | 'journal' | 'profile' | 'log' | 'random' | 'sender' | 'risk'> {
    return {
      reader: this,
      state: this.#state(),
      connection: () => ({ state: 'open' }),
      serviceClockOffsetMs: () => 0,
      notify: noop,
      endNotice: noop,
      scheduleRefresh: noop,
      entryLock: (systemId, effect) => this.desired.lockReason(systemId, effect),
      platformMayTradeUntil: (systemId) => this.desired.platformMayTradeUntil(systemId),
      readTargets: () => Promise.resolve(true),
      rehearsals: { checks: () => [], orderChanged: noop },
      reportWrongPrediction: noop,
    };
  }

  #state(): DeskState {
    return {
      signals: () => this.#signals,
      unreadable: () => [],
      positions: () => this.#positions,
      positionsReadAt: () => this.#readAt,
      hasUnreadableTrades: () => false,
      workingStops: () =>
        this.#signals.filter(({ inWorkingList, kind, status }) => {
          return inWorkingList && kind === 'stop' && status === 'working';
        }),
      margin: () => null,
      pointValue: () => null,
      workingReadStartedAt: () => null,
      workingReading: () => ({ readAt: this.#readAt, staleAfterSeconds: 30 }),
    };
  }

  #risk(): Omit<OrderDeskDeps['risk'], 'killReason'> {
    return {
      caps: () => defaultCaps,
      precautions: () => defaultPrecautions,
      useArming: () => true,
      onUnknownOrder: noop,
    };
  }
}
