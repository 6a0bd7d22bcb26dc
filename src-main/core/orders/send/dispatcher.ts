import type { Text } from '#contract/message.ts';
import { limits } from '#contract/limits.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import type { PlatformResult } from '#core/platform/platform-client.ts';
import type { Clock } from '#core/ports.ts';
import type { DurableRequest, TurnEnd } from '#core/sending/durable-request.ts';
import { tooOld } from '#core/sending/waiting-time.ts';
import { SendQueue } from '#core/sending/send-queue.ts';
import { classifySubmit, type SubmitVerdict } from './classify.ts';
import type { DeskHooks } from '#core/orders/desk-hooks.ts';
import type { DeskRows } from '#core/orders/blotter/desk-rows.ts';
import type { Journal } from '#core/orders/journal/journal.ts';
import type { OrderDeskDeps } from '#core/orders/order-desk-deps.ts';
import type { RowEvent } from '#core/orders/journal/order-event.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { missesOf, predict, type ExpectedAnswer } from '#core/orders/preview/prediction.ts';
import type { Recorder } from '#core/orders/journal/recorder.ts';
import { ticketToSend } from '#core/orders/replace/replacement.ts';
import { submitBody } from './submit-request.ts';

type Parts = {
  readonly deps: OrderDeskDeps;
  readonly hooks: Pick<DeskHooks, 'orderEntry'>;
  readonly rows: DeskRows;
  readonly recorder: Recorder;
};

/** When an order was last confirmed in this run: `at` is monotonic, `wall` is wall clock time. */
type Confirmation = { readonly at: number; readonly wall: number; readonly cancelTimer: () => void };

/**
 * Sends confirmed orders to the platform, one at a time for each strategy, each exactly once. An
 * order that waited too long, or for which order entry is locked, is put on hold (order-safety P8).
 * Nothing here repeats a request: an order leaves QUEUED once, and only the user queues it again.
 */
export class Dispatcher {
  readonly #parts: Parts;
  readonly #clock: Clock;
  readonly #journal: Journal;
  readonly #queue: SendQueue;
  /**
   * Confirmed orders without an outcome. The monotonic time is stored too, because the wall clock
   * may jump while an order waits.
   */
  readonly #confirmed = new Map<string, Confirmation>();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#clock = parts.deps.clock;
    this.#journal = parts.deps.journal;
    this.#queue = new SendQueue(parts.deps.sender);
  }

  /**
   * Adds a row to the send queue. The row is QUEUED in the journal, or absent and to be sent again.
   */
  enqueue(row: OrderRow): void {
    const { rowId } = row;
    const cancelTimer = this.#clock.after(limits.orderQueueMs + 1, () => this.#holdIfOld(rowId));
    this.#confirmed.get(rowId)?.cancelTimer();
    // A request to send again is not recorded as a confirmation, so its age counts from now.
    const wall = row.state === 'QUEUED' ? row.confirmedAt : this.#clock.now();
    this.#confirmed.set(rowId, { at: this.#clock.monotonic(), wall, cancelTimer });
    this.#queue.add(this.#request(row));
  }

  /** Puts on hold every order whose sending has not begun. */
  holdAll(reason: Text): void {
    this.hold(reason, () => true);
    this.#queue.clear();
  }

  /**
   * Puts the orders on hold that `isAffected` selects and whose sending has not begun. The queue
   * skips them.
   */
  hold(reason: Text, isAffected: (ticket: Ticket) => boolean): void {
    for (const rowId of this.#confirmed.keys()) {
      const row = this.#journal.order(rowId);
      if (isReadyToSend(row) && isAffected(row.ticket)) this.#hold(rowId, reason);
    }
  }

  /** Resolves when every request under way has its outcome. */
  whenIdle(): Promise<void> {
    return this.#queue.whenIdle();
  }

  #request({ rowId, ticket }: OrderRow): DurableRequest {
    return {
      id: rowId,
      target: ticket.systemId,
      isWaiting: () => this.#rowToSend(rowId) !== null,
      wire: () => ({
        command: 'submitSignal',
        body: submitBody(this.#row(rowId)),
        lane: 'submit',
        systemId: ticket.systemId,
      }),
      mayBeSent: () => this.#mayBeSent(rowId),
      recordSending: () => this.#recordSending(this.#row(rowId)),
      recordOutcome: (sent) => this.#ended(rowId, sent),
    };
  }

  #row(rowId: string): OrderRow {
    const row = this.#journal.order(rowId);
    if (row === undefined) throw new Error(`no order ${rowId}`);
    return row;
  }

  /** Null while the row may not be sent. */
  #rowToSend(rowId: string): OrderRow | null {
    const row = this.#journal.order(rowId);
    return isReadyToSend(row) && !this.#parts.recorder.hasUnwritten(rowId) ? row : null;
  }

  #mayBeSent(rowId: string): boolean {
    const row = this.#rowToSend(rowId);
    if (row === null) return false;
    const entry = this.#parts.hooks.orderEntry(row.ticket);
    if (!this.#isOld(row) && entry.open) return true;
    this.#hold(rowId, entry.open ? tooOld(limits.orderQueueMs) : entry.reason);
    return false;
  }

  #recordSending(row: OrderRow): void {
    const { deps, recorder, rows } = this.#parts;
    // 'slot-free' records that the sending of a queued order begins.
    const type = row.state === 'QUEUED' ? 'slot-free' : 'sent-again';
    // When an order is sent again, a listed match may be this order, from the first sending. So no
    // match is added to the pre-existing ones.
    const preExistingMatches = type === 'slot-free' ? [...rows.preExistingMatches(row.ticket)] : row.preExistingMatches;
    const at = this.#clock.now();
    const offset = deps.serviceClockOffsetMs();
    const serviceAt = offset === null ? null : at + offset;
    recorder.applyNow(row.rowId, { type, at, monotonic: this.#clock.monotonic(), preExistingMatches, serviceAt });
  }

  #ended(rowId: string, { begun, result, problem }: TurnEnd): 'over' {
    if (begun) this.#resolve(this.#row(rowId), result);
    else if (problem === null) this.#notSent(rowId, result);
    // If the write that failed would also have created the row, there is no row to put on hold. The
    // caller that entered the order got the error.
    else if (this.#journal.order(rowId)) this.#hold(rowId, problem);
    this.#forget(rowId);
    return 'over';
  }

  /** Forgets a finished order, unless the user has confirmed it again meanwhile. */
  #forget(rowId: string): void {
    if (isReadyToSend(this.#journal.order(rowId))) return;
    this.#confirmed.get(rowId)?.cancelTimer();
    this.#confirmed.delete(rowId);
  }

  #resolve(row: OrderRow, result: PlatformResult): void {
    const { deps, recorder, rows } = this.#parts;
    const { rowId } = row;
    const { systemId } = row.ticket;
    const verdict = classifySubmit(result, row, (id) => rows.serviceIdOf(systemId, id));
    // Computed only now, because before the send it would have delayed the order. No other request
    // was in flight meanwhile, so the state is the same.
    const expected = verdict.kind === 'accepted' ? this.#expected(row) : null;
    const misses = verdict.kind === 'accepted' && expected ? missesOf(expected, verdict) : [];
    const wasSentAgain = this.#wasSentAgain(row);
    const event = eventOf(verdict, this.#clock.now(), misses, wasSentAgain);
    recorder.record(rowId, event.type === 'refused' && wasSentAgain ? refusedAgain(row, event) : event);
    for (const miss of misses) deps.reportWrongPrediction(systemId, miss);
    deps.scheduleRefresh(systemId);
  }

  /**
   * The number of attempts is not enough: an order that was confirmed after NOT_SENT was never sent
   * before.
   */
  #wasSentAgain({ attempts, rowId }: OrderRow): boolean {
    return attempts > 1 && this.#journal.events(rowId).some(({ type }) => type === 'sent-again');
  }

  /**
   * The prediction is a convenience that reads the cache. An error in it must not keep the answer
   * out of the journal.
   */
  #expected(row: OrderRow): ExpectedAnswer | null {
    try {
      return predict(ticketToSend(row), this.#parts.rows.liveAndNamedSignals(row.ticket), this.#clock.now());
    } catch (error) {
      this.#parts.deps.log.error('prediction-threw', { error: error instanceof Error ? error.name : 'unknown' });
      return null;
    }
  }

  /**
   * The request was not sent. If there is an answer nevertheless, a lower layer sent it without
   * permission, and the order's outcome is unknown.
   */
  #notSent(rowId: string, result: PlatformResult): void {
    const { deps, recorder } = this.#parts;
    const row = this.#journal.order(rowId);
    if (!isReadyToSend(row)) return;
    if (result.kind === 'withdrawn' || result.kind === 'not-sent') {
      this.#hold(rowId, result.text);
      return;
    }
    deps.log.error('submit-without-permission', { kind: result.kind });
    const at = this.#clock.now();
    const { preExistingMatches } = row;
    const type = row.state === 'QUEUED' ? 'slot-free' : 'sent-again';
    recorder.record(rowId, { type, at, monotonic: this.#clock.monotonic(), preExistingMatches });
    const lost = recorder.record(rowId, { type: 'lost', at, reason: { code: 'lost.not-recorded' }, answer: [] });
    if (lost) deps.scheduleRefresh(lost.ticket.systemId);
  }

  /**
   * Whether the order is too old by either clock: the monotonic clock may stop while the machine
   * sleeps, and the wall clock may be set back.
   */
  #isOld(row: OrderRow): boolean {
    const confirmed = this.#confirmed.get(row.rowId);
    const waited = this.#clock.monotonic() - (confirmed?.at ?? -Infinity);
    return Math.max(waited, this.#clock.now() - (confirmed?.wall ?? row.confirmedAt)) > limits.orderQueueMs;
  }

  #holdIfOld(rowId: string): void {
    const row = this.#journal.order(rowId);
    if (isReadyToSend(row) && this.#confirmed.has(rowId) && this.#isOld(row))
      this.#hold(rowId, tooOld(limits.orderQueueMs));
  }

  #hold(rowId: string, reason: Text): void {
    const { recorder } = this.#parts;
    const type = this.#journal.order(rowId)?.state === 'QUEUED' ? 'held' : 'resend-dropped';
    if (!recorder.hasUnwritten(rowId)) recorder.record(rowId, { type, at: this.#clock.now(), reason });
  }
}

/**
 * Whether the order is confirmed and not yet being sent: QUEUED, or absent with the user's request
 * to send it once more.
 */
const isReadyToSend = (row: OrderRow | undefined): row is OrderRow =>
  row?.state === 'QUEUED' || (row?.state === 'PROBABLY_ABSENT' && row.resendAsked === true);

/** The refusal of the second sending says nothing about the first one, which may still arrive. */
function refusedAgain({ sentAt }: OrderRow, { at, answer }: Extract<RowEvent, { type: 'refused' }>): RowEvent {
  const sent = sentAt === null ? null : Math.floor(sentAt / 1000);
  return { type: 'lost', at, reason: { code: 'order.refused-again', sent, answer }, answer };
}

function eventOf(verdict: SubmitVerdict, at: number, misses: readonly Text[], wasSentAgain: boolean): RowEvent {
  switch (verdict.kind) {
    case 'accepted': {
      const { serviceIds, mirror, alarm, notShown, terms } = verdict;
      const optionalMembers = {
        ...(misses.length === 0 ? {} : { misses: [...misses] }),
        ...(notShown.length === 0 ? {} : { notShown: [...notShown] }),
        ...(terms === null ? {} : { terms }),
      };
      return { type: 'accepted', at, serviceIds, mirror, alarm, answer: [...verdict.answer], ...optionalMembers };
    }
    case 'refused':
      return { type: 'refused', at, answer: [...verdict.answer] };
    case 'not-sent':
      if (!wasSentAgain) return { type: 'not-sent', at, reason: verdict.reason };
      // This request was never sent. That says nothing about the first one, which may have arrived.
      return { type: 'lost', at, reason: { code: 'lost.sent-again', reason: verdict.reason }, answer: [] };
    case 'unknown':
      return { type: 'lost', at, reason: verdict.reason, answer: [...verdict.answer] };
  }
}
