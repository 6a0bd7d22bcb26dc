import type { Text } from '#contract/message.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Position } from '#contract/model/trade.ts';
import { serviceNow } from '#core/service-now.ts';
import { isBuy, isEntry } from '#contract/model/order-action.ts';
import { canBeCanceled, withoutWaitingChildren } from '../signal-state.ts';
import { unknownExitSentAt } from './exit-act.ts';
import type { ExitOrders, RunContext, StepResult } from './exit-orders-sent.ts';
import { groupHasExitOf } from './shared-groups.ts';
import { tradingTime } from './trading-time.ts';
import { unreadableOrders, type UnreadableOrders } from './unreadable-orders.ts';
import { mayBeExit } from '../protection/protection.ts';
import { sameContract } from '#rules/option-symbol.ts';

type Until = 'listed' | 'closed' | 'flat';
type SymbolSide = Pick<Position, 'symbol' | 'side'>;

/**
 * The longest pause, in milliseconds, after which a waiting run checks whether the run or its flat
 * list was ended.
 */
const longestWaitMs = 2_000;

/**
 * Milliseconds before each read. After the last read the positions and orders that remain are
 * reported.
 */
const pollSchedule = [0, 2_000, 5_000, 10_000, 20_000] as const;
/** Delay of the first read after an opening: the closing orders of the platform fill first. */
const afterOpenMs = 10_000;
/**
 * An exit without an answer can still fill during this many seconds after its send. The flat
 * list stays on that long.
 */
const lateFillSeconds = 120;

/**
 * Reads positions and orders until the plan is complete. An exit is canceled only after a read
 * shows its position closed: until then it protects the position.
 */
export class ExitReadings {
  readonly #context: RunContext;
  readonly #orders: ExitOrders;
  /**
   * Entries that a panic still has to cancel: those that its plan could not contain, because they
   * were in flight when it was made, and those whose cancel step failed.
   */
  readonly #remainingEntries: Set<string>;
  /**
   * Entries of `#remainingEntries` that were canceled by their own id while their outcome was
   * unknown.
   */
  readonly #canceledWhileUnknown = new Set<string>();
  /** Rows of unreadable orders whose cancel was sent. A further cancel proves nothing more. */
  readonly #canceledUnreadable: Set<string>;
  /** Positions that were open when the run began, or that one of its reads showed. */
  readonly #knownPositions: SymbolSide[];
  /** The exit without an answer, and the monotonic time at which it can no longer fill. */
  #lateExit: { readonly sentAt: number; readonly lateAt: number } | null = null;
  residue: readonly Text[] = [];
  verifiedFlatAt: number | null = null;

  constructor(context: RunContext, orders: ExitOrders) {
    this.#context = context;
    this.#orders = orders;
    const { deps, plan } = context;
    const inFlight = plan.request.kind === 'flatten' ? deps.desk.signals(plan.request.systemId).filter(isEntering) : [];
    this.#remainingEntries = new Set(inFlight.map(({ rowId }) => rowId));
    this.#knownPositions = [...deps.positions(plan.request.systemId)];
    this.#canceledUnreadable = new Set(
      plan.steps.flatMap(({ task }) => (task.kind === 'cancel' ? [task.cancel.rowId] : [])),
    );
  }

  /** Remembers an entry whose cancel failed, so that the reads cancel it again. */
  addRemainingEntry(rowId: string): void {
    this.#remainingEntries.add(rowId);
  }

  async read(until: Until, isListOn: () => boolean): Promise<StepResult> {
    const { deps, isStopped, plan } = this.#context;
    if (until === 'listed') {
      const isRead = await deps.readAgain(plan.request.systemId);
      return isRead ? { state: 'done', note: '' } : { state: 'unclear', note: { code: 'exit.not-read' } };
    }
    const wasOn = isListOn();
    // The waiting time for an exit without an answer starts here.
    this.#lateExitWaitMs();
    const isOver = (): boolean => isStopped() || (wasOn && !isListOn());
    while (!isOver()) {
      for (const pause of pollSchedule) {
        await this.#pause(pause, isOver);
        if (isOver()) break;
        if (!(await this.#pollOnce(until))) continue;
        if (isListOn() && (await this.#waitForLateExit()) && !(await this.#pollOnce(until))) continue;
        if (until === 'flat') this.verifiedFlatAt = Math.floor(deps.clock.now() / 1000);
        return { state: 'done', note: '' };
      }
      if (!isListOn()) break;
      const opening = this.#nextOpen();
      const wait = opening === null ? this.#lateExitWaitMs() : opening - deps.clock.now();
      if (wait === null) break;
      await this.#pause(wait, isOver, opening ?? Infinity);
    }
    return { state: 'unclear', note: { code: 'exit.still-there', what: [...this.residue] } };
  }

  /** True when one reading of both lists shows that nothing remains. */
  async #pollOnce(until: Until): Promise<boolean> {
    const { deps, plan, saveAndNotify } = this.#context;
    const { systemId } = plan.request;
    let areListsRead = await deps.readAgain(systemId);
    this.#knownPositions.push(...deps.positions(systemId).filter((one) => !this.#isKnown(one)));
    if (areListsRead && (await this.#cancelOrphans())) areListsRead = await deps.readAgain(systemId);
    const positions = deps.positions(systemId).filter((one) => this.#isInPlan(one));
    const orders = deps.desk.signals(systemId).filter((one) => this.#remains(one, until));
    this.residue = [...positions.map(positionText), ...orders.map(orderText), ...this.#unreadableResidue(until)];
    saveAndNotify();
    return areListsRead && this.residue.length === 0;
  }

  /**
   * Cancels the exits of closed positions, each group once, and the entries that remain. True if
   * there were any.
   */
  async #cancelOrphans(): Promise<boolean> {
    const { deps, plan } = this.#context;
    const { systemId } = plan.request;
    const canceledGroups = new Set<string>();
    for (const one of deps.desk.signals(systemId)) {
      const key = one.ocaGroupId ?? one.rowId;
      if (!this.#isToCancel(one) || canceledGroups.has(key)) continue;
      canceledGroups.add(key);
      if (one.state === 'unknown') this.#canceledWhileUnknown.add(one.rowId);
      const { state } = await this.#orders.cancel(one.rowId);
      if (state === 'done') this.#remainingEntries.delete(one.rowId);
    }
    const canceledUnreadable = await this.#cancelUnreadable();
    return canceledGroups.size > 0 || canceledUnreadable;
  }

  /**
   * Cancels the unreadable orders that cannot be the stop of an open position. True if there were
   * any.
   */
  async #cancelUnreadable(): Promise<boolean> {
    const due = this.#unreadableOrders().toCancel.filter(
      ({ rowId }) => !this.#canceledUnreadable.has(rowId) || this.#remainingEntries.has(rowId),
    );
    for (const { rowId } of due) {
      this.#canceledUnreadable.add(rowId);
      const { state } = await this.#orders.cancel(rowId);
      if (state === 'done') this.#remainingEntries.delete(rowId);
    }
    return due.length > 0;
  }

  #unreadableOrders(): UnreadableOrders {
    const { deps, plan } = this.#context;
    const { kind, systemId } = plan.request;
    // Only a panic cancels and reports orders that it does not know.
    const records = kind === 'flatten' ? deps.desk.unreadable(systemId) : [];
    const hasUnreadableTrades = deps.desk.hasUnreadableTrades(systemId);
    return unreadableOrders(records, deps.desk.signals(systemId), {
      positions: deps.positions(systemId),
      hasUnreadableTrades,
    });
  }

  /**
   * Texts for the unreadable orders and trades that may still exist: a panic is complete only when
   * a reading shows neither positions nor orders (order-safety 8.4). An exit that may be the stop
   * of a retained position is left out.
   */
  #unreadableResidue(until: Until): Text[] {
    const { deps, plan } = this.#context;
    const { kind, systemId } = plan.request;
    const retained = deps.positions(systemId).filter((one) => plan.retained.some((kept) => isSame(kept, one)));
    const { maybeExits, toCancel, withoutId } = this.#unreadableOrders();
    const remaining = [...toCancel, ...withoutId, ...maybeExits].filter(
      (record) => until === 'flat' || record.action === null || !retained.some((one) => mayBeExit(record, one)),
    );
    const trades: Text[] =
      kind === 'flatten' && deps.desk.hasUnreadableTrades(systemId) ? [{ code: 'exit.unreadable-trade' }] : [];
    return [...remaining.map(({ symbol }): Text => ({ code: 'exit.unreadable-order', symbol })), ...trades];
  }

  /**
   * Whether the order is an exit at the platform and a read shows its position closed, or is an
   * entry that a panic still has to cancel. An exit without an answer is not canceled: the run
   * waits for its outcome.
   */
  #isToCancel(one: Signal): boolean {
    if (isEntry(one.action)) {
      // If the outcome of the entry is unknown, a further cancel proves nothing more. The lists are
      // read instead.
      const isCancelSent = one.state === 'unknown' && this.#canceledWhileUnknown.has(one.rowId);
      return canBeCanceled(one.state) && !isCancelSent && this.#isRemainingEntry(one);
    }
    if (!canBeCanceled(one.state) || one.state === 'unknown' || one.state === 'absent') return false;
    if (one.parentRowId !== null && (one.state === 'waiting' || this.#isWaitingLeg(one))) return false;
    const closable = positionClosedBy(one);
    const { desk, positions } = this.#context.deps;
    const positionsNow = positions(one.systemId);
    if (!this.#isInPlan(closable) || positionsNow.some((position) => isSame(position, closable))) return false;
    // The position of this exit may be the open trade that cannot be read.
    if (desk.hasUnreadableTrades(one.systemId) && !this.#isKnown(closable)) return false;
    // The group of this exit may contain the stop of a position that is still open.
    return !groupHasExitOf(one, positionsNow, desk.signals(one.systemId));
  }

  #isKnown(position: SymbolSide): boolean {
    return this.#knownPositions.some((known) => isSame(known, position));
  }

  /**
   * Whether a panic still has to cancel this entry, and its cancel cancels no exit of an open
   * position.
   */
  #isRemainingEntry(one: Signal): boolean {
    const { desk, positions } = this.#context.deps;
    return (
      this.#remainingEntries.has(one.rowId) && !groupHasExitOf(one, positions(one.systemId), desk.signals(one.systemId))
    );
  }

  /** Whether the plan is incomplete while the lists show this order. */
  #remains(one: Signal, until: Until): boolean {
    const isFlatten = this.#context.plan.request.kind === 'flatten';
    // A waiting entry can open a position later. A waiting exit is a leg, and ends with its entry.
    const isWaitingEntry = isFlatten && one.state === 'waiting' && isEntry(one.action);
    if (!isWaitingEntry && !['working', 'unknown', 'queued', 'sending'].includes(one.state)) return false;
    if (!isFlatten) return !isEntry(one.action) && !this.#isWaitingLeg(one) && this.#isInPlan(positionClosedBy(one));
    const isRetained = this.#context.plan.retained.some((kept) => sameContract(kept.symbol, one.symbol));
    return until === 'flat' || !isRetained || this.#isRemainingEntry(one);
  }

  /** Whether a list shows the order as working although its entry is not filled. */
  #isWaitingLeg(one: Signal): boolean {
    return withoutWaitingChildren([one], this.#context.deps.desk.signals(one.systemId)).length === 0;
  }

  /**
   * Whether the plan closes this position: a panic closes everything that it does not retain. Any
   * other plan closes the one position of its request.
   */
  #isInPlan(position: SymbolSide): boolean {
    const { request, retained, steps } = this.#context.plan;
    if (request.kind === 'flatten') return !retained.some((one) => isSame(one, position));
    return steps.some(
      ({ task }) =>
        task.kind === 'order' && isSame(positionClosedBy(task.ticket), position) && !isEntry(task.ticket.action),
    );
  }

  /** Returns true if it waited. The state then has to be read once more. */
  async #waitForLateExit(): Promise<boolean> {
    const wait = this.#lateExitWaitMs();
    if (wait !== null) await this.#pause(wait);
    return wait !== null;
  }

  /**
   * Milliseconds until an exit without an answer can no longer fill. Null if there is no such exit.
   * The time is counted on the monotonic clock from the first check on, because the wall clock may
   * be set meanwhile.
   */
  #lateExitWaitMs(): number | null {
    const { deps, plan } = this.#context;
    const { clock } = deps;
    const sentAt = unknownExitSentAt(deps.desk.signals(plan.request.systemId));
    if (sentAt === null) return null;
    if (this.#lateExit?.sentAt !== sentAt) {
      const wait = Math.min((sentAt + lateFillSeconds) * 1000 - clock.now(), lateFillSeconds * 1000);
      this.#lateExit = { sentAt, lateAt: clock.monotonic() + wait };
    }
    const wait = this.#lateExit.lateAt - clock.monotonic();
    return wait > 0 ? wait : null;
  }

  /**
   * The time shortly after the first market of the open positions opens, in milliseconds by the
   * clock of this computer. Null if all markets are open or no opening is known.
   */
  #nextOpen(): number | null {
    const { deps, plan } = this.#context;
    const now = serviceNow(deps);
    const offset = now - deps.clock.now();
    const times = deps.positions(plan.request.systemId).map((one) => tradingTime(one, now));
    const opens = times.flatMap((time) => (time.state === 'closed' ? [time.opensAt] : []));
    return opens.length === 0 ? null : Math.min(...opens) * 1000 - offset + afterOpenMs;
  }

  /**
   * Waits for `ms` milliseconds, but not beyond `opening`, because the monotonic clock may not
   * advance while the computer sleeps.
   */
  async #pause(ms: number, isOver = this.#context.isStopped, opening = Infinity): Promise<void> {
    const { clock } = this.#context.deps;
    const end = clock.monotonic() + ms;
    const remainingMs = (): number => Math.min(end - clock.monotonic(), opening - clock.now());
    for (let next = remainingMs(); next > 0 && !isOver(); next = remainingMs()) {
      await new Promise<void>((resolve) => clock.after(Math.min(next, longestWaitMs), resolve));
    }
  }
}

/** An entry that is not at the platform yet but may be there soon. */
const isEntering = ({ action, state }: Signal): boolean =>
  isEntry(action) && (state === 'sending' || state === 'queued');

/** Symbol and side of the position that an exit with this action closes. */
const positionClosedBy = ({ action, symbol }: Pick<Signal, 'action' | 'symbol'>): SymbolSide => ({
  symbol,
  side: isBuy(action) ? 'short' : 'long',
});

const isSame = (a: SymbolSide, b: SymbolSide): boolean => sameContract(a.symbol, b.symbol) && a.side === b.side;

const positionText = ({ side, quantity, symbol }: Position): Text => ({
  code: 'exit.position',
  side,
  quantity,
  symbol,
});
const orderText = ({ action, quantity, symbol }: Signal): Text => ({ code: 'exit.works', action, quantity, symbol });
