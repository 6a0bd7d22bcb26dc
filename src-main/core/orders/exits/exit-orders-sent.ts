import Big from 'big.js';
import type { Text } from '#contract/message.ts';
import type { ExitStepState } from '#contract/model/exit.ts';
import type { JournalState } from '#contract/model/signal.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import type { CancelRow } from '#core/orders/journal/cancel-row.ts';
import { lateMs } from '#core/sending/read-back-times.ts';
import { waitingTime, type WaitingTime } from '#core/sending/waiting-time.ts';
import { serviceNow } from '#core/service-now.ts';
import { isClosingOrder } from '../exposure.ts';
import type { ExitDeskDeps } from './exit-desk-deps.ts';
import { keepsPrice, priceWarningCodes, type PlannedExit, type Step } from './exit-steps.ts';
import { closeStepsOfAll } from './plan-close.ts';

export type StepResult = {
  readonly state: Extract<ExitStepState, 'done' | 'failed' | 'unclear' | 'skipped'>;
  readonly note: Text;
};

/**
 * An order as it can be sent now, the codes that confirm it, and the note of its step when it is
 * accepted.
 */
type Adjusted = { readonly ticket: Ticket; readonly codes: readonly string[]; readonly note?: Text };

/** What the parts of a run share. */
export type RunContext = {
  readonly deps: ExitDeskDeps;
  readonly plan: PlannedExit;
  readonly isStopped: () => boolean;
  readonly saveAndNotify: () => void;
};

/** Milliseconds before each read that checks whether an earlier order of the plan is shown. */
const groupPollSchedule = [2_000, 5_000] as const;
const ok: StepResult = { state: 'done', note: '' };
const stopped: StepResult = { state: 'skipped', note: { code: 'exit.stopped' } };
/**
 * Warnings that the program never confirms for the trader, not even in a panic. `may-turn` has one
 * exception: an order that `#adjusted` has limited.
 */
const neverAssumedCodes = ['may-turn', 'may-close-twice', 'exit-unknown'];

/**
 * Warnings whose confirmation lets a closing order be sent without a fresh reading of the
 * positions.
 */
const sendUnreadCodes = ['may-turn', 'rests-on-old-data'];

/** Milliseconds before each further read after a failed one, for a stop or target. */
const failedReadSchedule = [2_000, 5_000, 10_000] as const;
/**
 * Milliseconds before an uncertain reading is repeated. Longer than a second, because the times
 * that are compared are whole seconds.
 */
const repeatReadMs = 2_500;
const maxRereads = 3;

/** Sends the orders and cancels of a run and reports the outcome of each. */
export class ExitOrders {
  readonly #context: RunContext;
  readonly #confirmed: readonly string[];
  readonly #sinceConfirmed: WaitingTime;
  /**
   * By the number of a group in the plan: the OCA id of the group, and the row of the last order
   * that `send` entered in the group.
   */
  readonly #groups = new Map<number, { readonly id: string; rowId: string | null }>();
  /** By ticket: the row on hold of an order that is sent once its group is shown, and that group. */
  readonly #onHold = new Map<Ticket, { readonly rowId: string; readonly groupNumber: number | null }>();

  constructor(context: RunContext, confirmed: readonly string[]) {
    this.#context = context;
    this.#confirmed = confirmed;
    this.#sinceConfirmed = waitingTime(context.deps.clock);
  }

  /** The steps that close all positions, planned on the current state. */
  closingSteps(): Step[] {
    const { deps, plan } = this.#context;
    const { systemId } = plan.request;
    const now = serviceNow(deps);
    return closeStepsOfAll(deps.positions(systemId), deps.desk.signals(systemId), now);
  }

  /**
   * Writes to the journal an order that waits for its group. That is done before anything is sent,
   * so that the order survives the end of the program.
   */
  prepare(ticket: Ticket, groupNumber: number | null): boolean {
    const { desk, random } = this.#context.deps;
    const grouped = this.#withGroup(ticket, groupNumber);
    const outcome = grouped && desk.prepare(random.uuid(), grouped);
    if (!outcome?.ok) return false;
    this.#onHold.set(ticket, { rowId: outcome.value.rowId, groupNumber });
    return true;
  }

  /** Abandons the orders that are still on hold. */
  abandonOnHold(): void {
    for (const { rowId } of this.#onHold.values()) this.#context.deps.desk.abandon(rowId);
  }

  /**
   * After a failed step: abandons the orders on hold whose group has no stop. The others stay on
   * hold, because their old orders were canceled with the old stop.
   */
  abandonWithoutStop(): void {
    const { desk } = this.#context.deps;
    for (const { rowId, groupNumber } of this.#onHold.values()) {
      const stopRowId = this.#lastRowId(groupNumber);
      if (stopRowId === null || outcomeOf(desk.order(stopRowId)?.state) !== 'accepted') desk.abandon(rowId);
    }
  }

  /** The row of the last order that was sent into the group. */
  #lastRowId(groupNumber: number | null): string | null {
    return groupNumber === null ? null : (this.#groups.get(groupNumber)?.rowId ?? null);
  }

  /**
   * Sends the order on hold once an answer or a list shows its group. Otherwise it stays on hold
   * until the trader confirms it.
   */
  async sendAfterPrevious(ticket: Ticket, groupNumber: number | null): Promise<StepResult> {
    const { deps, isStopped, plan } = this.#context;
    const rowId = this.#onHold.get(ticket)?.rowId;
    const previousRowId = this.#lastRowId(groupNumber);
    if (rowId === undefined || previousRowId === null || !(await this.#isGroupShown(previousRowId))) {
      return { state: 'skipped', note: { code: 'exit.group-not-shown' } };
    }
    // The last lists still show the orders that the first order of the group has replaced.
    await deps.readAgain(plan.request.systemId);
    if (isStopped()) return stopped;
    const outcome = deps.desk.confirm(rowId, [...this.#confirmed, ...this.#assumedCodes(ticket)]);
    return outcome.ok ? this.#outcomeOf(rowId) : { state: 'failed', note: outcome.failure.message };
  }

  async #isGroupShown(rowId: string): Promise<boolean> {
    const { deps, plan, isStopped } = this.#context;
    for (const pause of groupPollSchedule) {
      if (deps.desk.order(rowId)?.groupShown === true) return true;
      await new Promise<void>((resolve) => deps.clock.after(pause, resolve));
      if (isStopped()) return false;
      await deps.readAgain(plan.request.systemId);
    }
    return deps.desk.order(rowId)?.groupShown === true;
  }

  async send(ticket: Ticket, groupNumber: number | null): Promise<StepResult> {
    const { deps, isStopped } = this.#context;
    // The computer may have slept since the trader confirmed the plan.
    const isTooLate = !isClosingOrder(ticket) && this.#sinceConfirmed.exceeds(lateMs);
    if (isTooLate) return { state: 'failed', note: { code: 'exit.entry-too-late' } };
    const grouped = this.#withGroup(ticket, groupNumber);
    if (grouped === null) return { state: 'failed', note: { code: 'exit.no-group' } };
    const adjusted: StepResult | Adjusted = isClosingOrder(grouped)
      ? await this.#adjusted(grouped)
      : { ticket: grouped, codes: [] };
    if ('state' in adjusted) return adjusted;
    if (isStopped()) return stopped;
    const codes = [...this.#confirmed, ...this.#assumedCodes(adjusted.ticket), ...adjusted.codes];
    const outcome = deps.desk.submit(deps.random.uuid(), adjusted.ticket, codes);
    if (!outcome.ok) return { state: 'failed', note: outcome.failure.message };
    const { rowId } = outcome.value;
    const group = groupNumber === null ? undefined : this.#groups.get(groupNumber);
    if (group) group.rowId = rowId;
    const result = await this.#outcomeOf(rowId);
    return result === ok ? { ...ok, note: adjusted.note ?? '' } : result;
  }

  /**
   * Warnings that the trader is not asked about. The orders of one plan are equal on purpose, and
   * the age of the data was judged with the plan. A price that was not known when the trader
   * confirmed the plan must not end a run after a part of its orders. A panic asks about nothing
   * but `neverAssumedCodes`.
   */
  #assumedCodes(ticket: Ticket): string[] {
    const { deps, plan } = this.#context;
    const codes = ['same-order', 'equal-working', 'stale'];
    if (keepsPrice(plan.request, ticket)) codes.push(...priceWarningCodes);
    if (plan.request.kind !== 'flatten') return codes;
    const warnings = deps.desk.preview(ticket).checks.filter(({ level }) => level === 'warn');
    return [...codes, ...warnings.map(({ code }) => code).filter((code) => !neverAssumedCodes.includes(code))];
  }

  async #outcomeOf(rowId: string): Promise<StepResult> {
    const { deps } = this.#context;
    const outcome = (): Outcome | null => outcomeOf(deps.desk.order(rowId)?.state);
    const first = await this.#until(outcome);
    // A refusal counts only once the lists prove it. The wait for that is limited to `lateMs`, so
    // that the next position is not delayed any longer.
    const provedOutcome = (): Outcome | null => (outcome() === 'refused' ? null : outcome());
    const state = first === 'refused' ? await this.#until(provedOutcome, { afterMs: lateMs, value: 'unclear' }) : first;
    const text = deps.desk.order(rowId)?.text ?? '';
    if (state === 'unclear') return { state: 'unclear', note: text };
    return state === 'accepted' ? ok : { state: 'failed', note: text };
  }

  async cancel(rowId: string): Promise<StepResult> {
    const { deps, plan } = this.#context;
    const intentId = deps.random.uuid();
    const outcome = deps.desk.cancel(intentId, plan.request.systemId, [rowId]);
    if (!outcome.ok) return { state: 'failed', note: outcome.failure.message };
    if (outcome.value.skipped.includes(rowId)) return { state: 'done', note: { code: 'exit.gone-already' } };
    const states = await this.#until(() => endStatesOf(deps.desk.cancels(intentId)));
    if (states.every((state) => state === 'CANCELED' || state === 'GONE')) return ok;
    if (states.includes('TOO_LATE')) return { state: 'done', note: { code: 'exit.filled-first' } };
    return { state: 'failed', note: { code: 'exit.cancel-not-confirmed' } };
  }

  /**
   * A closing order as it can be sent now. A market order replaces its stop only if the stop still
   * works. It closes at most the free quantity, or the position size if the trader has confirmed
   * that. The positions are read first if the stop or the quantity is uncertain.
   */
  async #adjusted(ticket: Ticket): Promise<StepResult | Adjusted> {
    const { deps, isStopped } = this.#context;
    const { desk } = deps;
    const mustRead = desk.needsReading(ticket) || !this.#canReplace(ticket);
    const isRead = mustRead ? await this.#readUntilCertain(ticket) : true;
    if (mustRead && isStopped()) return stopped;
    // A stop or target is sent as planned. The desk asks for a confirmation if the order exceeds
    // the position.
    if (ticket.price.kind !== 'market') {
      if (!isRead && !this.#maySendUnread() && desk.needsReading(ticket))
        return { state: 'failed', note: { code: 'exit.not-read' } };
      if (ticket.replaces?.leaveOcaIntact === true) await this.#waitUntilFree(ticket);
      return { ticket, codes: [] };
    }
    const exit = this.#canReplace(ticket) ? ticket : { ...ticket, replaces: null };
    const { isCertain, freeQuantity, positionSize, unknown } = desk.exposure(exit);
    if (positionSize.eq(0)) return { state: 'done', note: { code: 'exit.nothing-left' } };
    const requested = new Big(exit.quantity);
    if (!isRead && !this.#maySendUnread()) return { state: 'failed', note: { code: 'exit.not-read' } };
    const confirmCode = unknown.length > 0 ? 'may-close-twice' : 'may-turn';
    const limit = this.#confirmed.includes(confirmCode) ? positionSize : freeQuantity;
    if (limit.eq(0)) return { state: 'failed', note: { code: 'exit.all-being-closed', held: positionSize.toFixed() } };
    const quantity = (requested.gt(limit) ? limit : requested).toFixed();
    // The position may be larger than the known size. A smaller order in place of the stop would
    // leave a part without a stop. If the size is certain, other exits cover that part.
    if (limit.lt(requested) && !isCertain && exit.replaces !== null)
      return { state: 'failed', note: { code: 'exit.keeps-stop', free: quantity } };
    const isPartial = limit.lt(requested) && limit.lt(positionSize);
    const note: Text = isPartial ? { code: 'exit.only-free', sent: quantity, asked: requested.toFixed() } : '';
    return { ticket: { ...exit, quantity }, codes: ['may-turn'], note };
  }

  /**
   * Waits until the free quantity allows the order. An order that an earlier step has replaced
   * reduces the free quantity until the lists show its replacement in the new group.
   */
  async #waitUntilFree(ticket: Ticket): Promise<void> {
    const { clock, desk, readAgain } = this.#context.deps;
    for (const pause of groupPollSchedule) {
      if (!desk.needsReading(ticket) || this.#context.isStopped()) return;
      await new Promise<void>((resolve) => clock.after(pause, resolve));
      await readAgain(ticket.systemId);
    }
  }

  /** A fill in the same second as the reading may or may not be in it. A later reading shows it. */
  async #readUntilCertain(ticket: Ticket): Promise<boolean> {
    const { clock, desk, readAgain } = this.#context.deps;
    let isRead = await this.#readForOrder(ticket);
    for (let attempt = 0; attempt < maxRereads && isRead && !desk.exposure(ticket).isCertain; attempt++) {
      await new Promise<void>((resolve) => clock.after(repeatReadMs, resolve));
      isRead = await readAgain(ticket.systemId);
    }
    return isRead;
  }

  /**
   * One failed read must not leave a position without its stop, so the read is repeated for a stop
   * or target, unless the trader has confirmed that the order is sent without a reading. A market
   * order fails at once: the trader can send it again.
   */
  async #readForOrder(ticket: Ticket): Promise<boolean> {
    const { deps, isStopped } = this.#context;
    const { clock, desk, readAgain } = deps;
    let isRead = await readAgain(ticket.systemId);
    if (ticket.price.kind === 'market' || this.#maySendUnread()) return isRead;
    for (const pause of failedReadSchedule) {
      if (isRead || isStopped() || !desk.needsReading(ticket)) break;
      await new Promise<void>((resolve) => clock.after(pause, resolve));
      if (!isStopped()) isRead = await readAgain(ticket.systemId);
    }
    return isRead;
  }

  #maySendUnread(): boolean {
    return sendUnreadCodes.some((code) => this.#confirmed.includes(code));
  }

  /** Whether the order that the ticket replaces still works. True if the ticket replaces none. */
  #canReplace({ replaces, systemId }: Ticket): boolean {
    if (replaces === null) return true;
    const id = replaces.serviceId;
    const replaced = this.#context.deps.desk.signals(systemId).find((one) => one.serviceId === id || one.ownId === id);
    return replaced?.state === 'working';
  }

  /**
   * The ticket with the OCA id of this group of the plan. The first order of the group reserves the
   * id. Null if the id could not be reserved.
   */
  #withGroup(ticket: Ticket, groupNumber: number | null): Ticket | null {
    if (groupNumber === null) return ticket;
    const group = this.#groups.get(groupNumber);
    if (group) return { ...ticket, ocaGroupId: group.id };
    const reserved = this.#context.deps.desk.reserveGroup(ticket.systemId);
    if (!reserved.ok) return null;
    this.#groups.set(groupNumber, { id: reserved.value.ocaGroupId, rowId: null });
    return { ...ticket, ocaGroupId: reserved.value.ocaGroupId };
  }

  /**
   * Resolves with the first value that is not null, or with the value of `limit` when its time is
   * over. `poll` is called again whenever an order changes.
   */
  #until<Value>(poll: () => Value | null, limit?: { afterMs: number; value: Value }): Promise<Value> {
    const first = poll();
    if (first !== null) return Promise.resolve(first);
    const { clock, desk } = this.#context.deps;
    return new Promise((resolve) => {
      const end = (value: Value): void => {
        release();
        stopTimer?.();
        resolve(value);
      };
      const release = desk.onChange(() => {
        const value = poll();
        if (value !== null) end(value);
      });
      const stopTimer = limit && clock.after(limit.afterMs, () => end(limit.value));
    });
  }
}

/** `refused`: the platform refused the order, and that is not proved yet. */
type Outcome = 'accepted' | 'failed' | 'refused' | 'unclear';

function outcomeOf(state: JournalState | undefined): Outcome | null {
  switch (state) {
    case 'QUEUED':
    case 'SENDING':
      return null;
    case 'REJECTED_SOFT':
      return 'refused';
    case 'ACKED':
    case 'LANDED':
    case 'LANDED_PROBABLE':
      return 'accepted';
    case 'UNKNOWN':
    case 'AMBIGUOUS':
    case 'PROBABLY_ABSENT':
    case 'CLOSED_ABSENT':
      return 'unclear';
    default:
      return 'failed';
  }
}

function endStatesOf(cancels: readonly CancelRow[]): readonly CancelRow['state'][] | null {
  const open = cancels.some(({ state }) => state === 'QUEUED' || state === 'SENDING' || state === 'UNKNOWN');
  return open ? null : cancels.map(({ state }) => state);
}
