import type { Text } from '#contract/message.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Position } from '#contract/model/trade.ts';
import { isBuy, isEntry } from '../action-words.ts';
import { canBeCanceled } from '../signal-state.ts';
import { unknownExitSentAt } from './exit-act.ts';
import type { ExitOrders, RunFacts, StepResult } from './exit-orders-sent.ts';
import { protectsAnother } from './shared-groups.ts';
import { tradingTime } from './trading-time.ts';

type Until = 'listed' | 'closed' | 'flat';
type Line = Pick<Position, 'symbol' | 'side'>;

/** Milliseconds before each reading; after the last one what is left is named. */
const pauses = [0, 2_000, 5_000, 10_000, 20_000] as const;
/** After an opening, before the first reading: the platform's closing orders fill first. */
const afterOpenMs = 10_000;
/** Seconds after its send in which an exit without an answer can still fill: `flat` stays on as long. */
const lateSeconds = 120;

/**
 * Reads positions and orders until what the plan closes is closed. An exit is canceled once its position is read closed,
 * and never before: until then it is the stop.
 */
export class ExitReadings {
  readonly #facts: RunFacts;
  readonly #orders: ExitOrders;
  residue: readonly Text[] = [];
  verifiedFlatAt: number | null = null;

  constructor(facts: RunFacts, orders: ExitOrders) {
    this.#facts = facts;
    this.#orders = orders;
  }

  async read(until: Until, listIsOn: boolean): Promise<StepResult> {
    const { deps, isStopped, plan } = this.#facts;
    if (until === 'listed') {
      const read = await deps.readAgain(plan.request.systemId);
      return read ? { state: 'done', note: '' } : { state: 'unclear', note: { code: 'exit.not-read' } };
    }
    while (!isStopped()) {
      for (const pause of pauses) {
        if (pause > 0) await this.#pause(pause);
        if (isStopped()) break;
        if (!(await this.#look(until))) continue;
        if (listIsOn && (await this.#waitForLateExit())) continue;
        if (until === 'flat') this.verifiedFlatAt = Math.floor(deps.clock.now() / 1000);
        return { state: 'done', note: '' };
      }
      const next = listIsOn ? (this.#nextOpen() ?? this.#lateExit()) : null;
      if (next === null || isStopped()) break;
      await this.#pause(next - deps.clock.now());
    }
    return { state: 'unclear', note: { code: 'exit.still-there', what: [...this.residue] } };
  }

  /** True when one clean reading shows nothing left. */
  async #look(until: Until): Promise<boolean> {
    const { deps, plan, tell } = this.#facts;
    const { systemId } = plan.request;
    let clean = await deps.readAgain(systemId);
    if (clean && (await this.#clearClosed())) clean = await deps.readAgain(systemId);
    const positions = deps.positions(systemId).filter((one) => this.#isOurs(one));
    const orders = deps.desk.signals(systemId).filter((one) => this.#isLeft(one, until));
    this.residue = [...positions.map(positionText), ...orders.map(orderText)];
    tell();
    return clean && this.residue.length === 0;
  }

  /** Cancels the exits of what is read closed, a group once; true when there were any. */
  async #clearClosed(): Promise<boolean> {
    const { deps, plan } = this.#facts;
    const { systemId } = plan.request;
    const cleared = new Set<string>();
    for (const one of deps.desk.signals(systemId)) {
      const key = one.ocaGroupId ?? one.rowId;
      if (!this.#isOrphan(one) || cleared.has(key)) continue;
      cleared.add(key);
      await this.#orders.cancel(one.rowId);
    }
    return cleared.size > 0;
  }

  /** An exit at the platform whose position is read closed. One without an answer is waited for instead. */
  #isOrphan(one: Signal): boolean {
    if (isEntry(one.action) || !canBeCanceled(one.state) || one.state === 'unknown' || one.state === 'absent')
      return false;
    if (one.state === 'waiting' && one.parentRowId !== null) return false;
    const line = lineOf(one);
    const { desk, positions } = this.#facts.deps;
    const held = positions(one.systemId);
    if (!this.#isOurs(line) || held.some((position) => isSame(position, line))) return false;
    // Its group may hold the stop of a position that is not closed.
    return !protectsAnother(one, held, desk.signals(one.systemId));
  }

  #isLeft(one: Signal, until: Until): boolean {
    if (!['working', 'unknown', 'queued', 'sending'].includes(one.state)) return false;
    if (this.#facts.plan.request.kind !== 'flatten') return !isEntry(one.action) && this.#isOurs(lineOf(one));
    const isKept = this.#facts.plan.kept.some((kept) => kept.symbol === one.symbol);
    return until === 'flat' || !isKept;
  }

  /** What the plan closes: all but what it keeps, or the one position it speaks of. */
  #isOurs(line: Line): boolean {
    const { request, kept, steps } = this.#facts.plan;
    if (request.kind === 'flatten') return !kept.some((one) => isSame(one, line));
    return steps.some(
      ({ deed }) => deed.kind === 'order' && isSame(lineOf(deed.ticket), line) && !isEntry(deed.ticket.action),
    );
  }

  /** True when it waited: what was flat is read once more. */
  async #waitForLateExit(): Promise<boolean> {
    const late = this.#lateExit();
    if (late !== null) await this.#pause(late - this.#facts.deps.clock.now());
    return late !== null;
  }

  /** Milliseconds at which an exit without an answer can no longer fill; null where there is none. */
  #lateExit(): number | null {
    const { deps, plan } = this.#facts;
    const sentAt = unknownExitSentAt(deps.desk.signals(plan.request.systemId));
    const late = sentAt === null ? 0 : (sentAt + lateSeconds) * 1000;
    return late > deps.clock.now() ? late : null;
  }

  /** Milliseconds of this computer's clock shortly after the first market of what is still held opens; null where all are open or none is known. */
  #nextOpen(): number | null {
    const { deps, plan } = this.#facts;
    const offset = deps.marketOffsetMs();
    const now = deps.clock.now() + offset;
    const times = deps.positions(plan.request.systemId).map((one) => tradingTime(one, now));
    const opens = times.flatMap((time) => (time.state === 'opens' ? [time.at] : []));
    return opens.length === 0 ? null : Math.min(...opens) * 1000 - offset + afterOpenMs;
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.#facts.deps.clock.after(ms, resolve));
  }
}

/** The position that an order of this action closes, or that an entry turns. */
const lineOf = ({ action, symbol }: Pick<Signal, 'action' | 'symbol'>): Line => ({
  symbol,
  side: isBuy(action) ? 'short' : 'long',
});

const isSame = (a: Line, b: Line): boolean => a.symbol === b.symbol && a.side === b.side;

const positionText = ({ side, quantity, symbol }: Position): Text => ({ code: 'exit.held', side, quantity, symbol });
const orderText = ({ action, quantity, symbol }: Signal): Text => ({ code: 'exit.works', action, quantity, symbol });
