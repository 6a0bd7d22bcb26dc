// Runs every sequence of two events (three in a full run) on the real desk: presses of the trader,
// fills, lost answers, restarts and the kill switch. No order that the desk enters reverses a
// position, and every position can be closed in the end.
import { expect, it } from 'vitest';
import type { ExitRequest } from '#contract/model/exit.ts';
import type { Position } from '#contract/model/trade.ts';
import { done } from '#contract/outcome.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { ExitDesk } from '#core/orders/exits/exit-desk.ts';
import { words } from '#renderer/messages/words.ts';
import { noTarget } from '#tests/fixtures/no-target.ts';
import { DeskRig } from '../desk-rig.ts';
import { intent, record, seededRandom, systemId } from '../order-fixtures.ts';

const sequenceLength = process.env['STRATDESK_PROMISES'] === 'full' ? 3 : 2;
const events = [
  ...(['close', 'scale-out', 'protect', 'panic', 'stop-fills', 'sold-elsewhere', 'lost-before', 'lost-after'] as const),
  ...(['toggle-reads', 'restart', 'toggle-kill-switch', 'wait'] as const),
];
type Event = (typeof events)[number];

const exit = (id: string, changes: Partial<CachedSignal>): CachedSignal =>
  record(id, { action: 'STC', limit: null, postedAt: 1, ...changes });
const stop = (id: string, quantity: string, ocaId: string | null): CachedSignal =>
  exit(id, { kind: 'stop', stop: '5', quantity, ocaId });
const target = (id: string, quantity: string, ocaId: string | null): CachedSignal =>
  exit(id, { kind: 'limit', limit: '900', quantity, ocaId });

const exitCases: Readonly<Record<string, readonly CachedSignal[]>> = {
  'without a stop': [],
  'with stop and target in one group': [stop('201', '100', '77'), target('202', '100', '77')],
  'with two groups and an uncovered part': [
    stop('201', '40', '77'),
    target('202', '40', '77'),
    stop('203', '30', '78'),
  ],
  'with a single target and a stop entered elsewhere': [target('202', '100', null), stop('201', '60', null)],
};
/** Warnings that only the last close of a sequence confirms, because every list is current then. */
const confirmedLast = ['may-turn', 'may-close-twice'];

class Run {
  readonly rig = new DeskRig();
  /** Fills that were larger than the position. */
  readonly reversals: string[] = [];
  positionSize = 100;
  #exits: ExitDesk;
  #isFlatSet = false;
  #readsSucceed = true;
  #pressCount = 0;
  /** Ids of the orders that may be larger than the position since a sale elsewhere. */
  readonly #idsBeforeSale = new Set<string>();

  constructor(openExits: readonly CachedSignal[]) {
    this.rig.platform.obeysReplace = true;
    for (const one of openExits) this.rig.platform.add(one);
    this.#read();
    this.#exits = this.#open();
  }

  async apply(event: Event): Promise<void> {
    const { platform } = this.rig;
    if (event === 'lost-before' || event === 'lost-after') platform.outcomes.push({ kind: event });
    else if (event === 'toggle-reads') platform.readsFail = !(this.#readsSucceed = !this.#readsSucceed);
    else if (event === 'toggle-kill-switch')
      this.rig.killReason = this.rig.killReason === null ? { code: 'kill.on', reason: 'drill' } : null;
    else if (event === 'stop-fills') this.#fill(({ kind }) => kind === 'stop');
    else if (event === 'restart') await this.#restart();
    else if (event === 'sold-elsewhere') this.#sellElsewhere();
    else if (event !== 'wait') this.press(this.#request(event), false);
    // After a sale elsewhere, waits until earlier readings are too old to be trusted (30 seconds).
    await this.run(event === 'wait' ? 130 : event === 'sold-elsewhere' ? 32 : 4);
  }

  /**
   * Makes every request succeed again, and closes the remaining position with every confirmation
   * that the desk asks for.
   */
  async closeAll(): Promise<void> {
    this.rig.platform.outcomes.length = 0;
    this.rig.platform.readsFail = !(this.#readsSucceed = true);
    this.rig.killReason = null;
    await this.run(260);
    for (let tries = 0; tries < 3 && this.positionSize > 0; tries++) {
      this.#read();
      this.press(this.#request('close'), true);
      await this.run(60);
    }
  }

  async run(seconds: number): Promise<void> {
    for (let at = 0; at < seconds; at += 2) {
      await this.rig.clock.advance(2_000);
      if (this.#isFlatSet) this.positionSize = 0;
      this.#fill(({ kind }) => kind === 'market');
    }
  }

  press(request: ExitRequest, isLast: boolean): void {
    const plan = this.#exits.plan(request);
    if (!plan.ok) return;
    const warnings = plan.value.checks.flatMap(({ level, code }) => (level === 'warn' ? [code] : []));
    const confirmed = warnings.filter((code) => isLast || !confirmedLast.includes(code));
    this.#exits.execute(intent(1_000 + this.#pressCount++), plan.value.planId, confirmed);
  }

  report(): string {
    const progress = this.#exits.progress(systemId);
    return JSON.stringify({
      positionSize: this.positionSize,
      steps: progress?.steps.map(({ text, state, note }) => [words(text), state, note]),
    });
  }

  #request(event: 'close' | 'scale-out' | 'protect' | 'panic'): ExitRequest {
    const position = { systemId, positionId: 'p1', duration: 'GTC' as const };
    const price = { kind: 'market' as const };
    if (event === 'panic') return { kind: 'flatten', systemId };
    if (event === 'close') return { ...position, kind: 'close', price };
    if (event === 'scale-out') return { ...position, kind: 'scale-out', price, amount: { percent: 50 } };
    return { ...position, kind: 'protect', stop: '4', target: null };
  }

  async #restart(): Promise<void> {
    this.#exits.close();
    this.rig.restart();
    await this.rig.ready();
    this.#exits = this.#open();
  }

  #sellElsewhere(): void {
    this.positionSize = Math.max(0, this.positionSize - 50);
    for (const { serviceId } of this.rig.platform.list(systemId)) this.#idsBeforeSale.add(serviceId);
  }

  #fill(matches: (one: CachedSignal) => boolean): void {
    const { platform } = this.rig;
    const at = Math.floor(this.rig.clock.now() / 1000);
    for (const one of platform.list(systemId).filter((listed) => listed.status === 'working' && matches(listed))) {
      if (platform.signals.get(one.serviceId)?.status !== 'working') continue;
      const remaining = this.positionSize - Number(one.quantity);
      // While the platform maintains the flat list, it corrects a stop that fills.
      const isExcused = one.kind === 'stop' && (this.#isFlatSet || this.#idsBeforeSale.has(one.serviceId));
      if (remaining < 0 && !isExcused) this.reversals.push(`${this.positionSize} less ${one.quantity}`);
      this.positionSize = Math.max(0, remaining);
      platform.set(one.serviceId, { status: 'traded', tradedAt: at, tradedPrice: '5' });
      for (const other of platform.list(systemId)) {
        const isCanceled = other.status === 'working' && other.ocaId !== null && other.ocaId === one.ocaId;
        if (isCanceled) platform.set(other.serviceId, { status: 'canceled', canceledAt: at });
      }
    }
  }

  #read(): void {
    const unusedMembers = {
      description: '',
      averagePrice: null,
      profit: null,
      pointValue: null,
      openedAt: null,
      tradeIds: [],
    };
    const position: Position = {
      ...unusedMembers,
      ...{ id: 'p1', systemId, symbol: 'AAPL', instrument: 'stock', side: 'long', quantity: String(this.positionSize) },
      ...{ protectedQuantity: '0', unprotected: true },
    };
    this.rig.positions = this.positionSize === 0 ? [] : [position];
    this.rig.positionsReadAt = Math.floor(this.rig.clock.now() / 1000);
  }

  #open(): ExitDesk {
    const { rig } = this;
    return new ExitDesk({
      clock: rig.clock,
      log: { info: () => undefined, warn: () => undefined, error: (event) => rig.errors.push(event) },
      random: seededRandom(this.#pressCount + 7),
      journal: rig.journal,
      profile: { id: 'practice', mode: 'PRACTICE' },
      desk: rig.desk,
      desired: {
        set: (_intent, _system, { kind }) => {
          this.#isFlatSet = kind === 'flat';
          rig.platformMayTradeUntil = this.#isFlatSet ? Infinity : rig.clock.now();
          rig.entryLock = this.#isFlatSet ? { code: 'desired.maintaining' } : null;
          return Promise.resolve(done({ ...noTarget(systemId), mode: this.#isFlatSet ? 'maintaining' : 'off' }));
        },
      },
      hasTargetList: () => this.#isFlatSet,
      mayHaveList: () => this.#isFlatSet,
      accessLock: () => null,
      positions: () => rig.desk.positions(systemId),
      readAgain: () => {
        if (this.#readsSucceed) this.#read();
        return Promise.resolve(this.#readsSucceed);
      },
      killReason: () => rig.killReason,
      serviceClockOffsetMs: () => 0,
      cutInFlight: (afterMs) => rig.platform.cutInFlight(afterMs),
      paceMs: () => 1_000,
      changed: () => undefined,
      notify: () => undefined,
      endNotice: () => undefined,
      strategyName: (id) => id,
    });
  }
}

function* sequences(count: number): Generator<readonly Event[]> {
  if (count === 0) yield [];
  else for (const before of sequences(count - 1)) for (const event of events) yield [...before, event];
}

it.each(Object.entries(exitCases))(
  'the desk never reverses a position %s, and always closes it',
  async (name, openExits) => {
    let runCount = 0;
    for (const sequence of sequences(sequenceLength)) {
      const run = new Run(openExits);
      await run.rig.ready();
      for (const event of sequence) await run.apply(event);
      await run.closeAll();
      const report = `${sequence.join(', ')}: ${run.report()}`;
      expect(run.reversals, report).toEqual([]);
      expect(run.positionSize, report).toBe(0);
      runCount += 1;
      await run.rig.dispose();
    }
    console.log(`${name}: ${runCount} sequences of ${sequenceLength}`);
  },
  600_000,
);
