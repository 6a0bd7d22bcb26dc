import type { Text } from '#contract/message.ts';
import { limits } from '#contract/limits.ts';
import type { OrderEntry } from '#contract/model/status.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import type { PlatformClient, PlatformResult } from '#core/platform/platform-client.ts';
import type { Clock, Log } from '#core/ports.ts';
import { classifySubmit, type SubmitVerdict } from './classify.ts';
import type { InFlight } from './in-flight.ts';
import { JournalError, type Journal } from './journal.ts';
import type { OrderRow } from './order-row.ts';
import { missesOf, type Expected } from './prediction.ts';
import type { Recorder } from './recorder.ts';
import { submitBody } from './submit-request.ts';

type Parts = {
  readonly clock: Clock;
  readonly log: Log;
  readonly client: PlatformClient;
  readonly journal: Journal;
  readonly recorder: Recorder;
  readonly inFlight: InFlight;
  readonly entry: (ticket: Ticket) => OrderEntry;
  /**
   * Service ids of equal orders that are listed now, so that none of them is taken for this one.
   */
  readonly preExistingMatches: (row: OrderRow) => readonly string[];
  /** The service's clock at this local time, milliseconds; null if unknown. */
  readonly serviceTime: (now: number) => number | null;
  /** The platform's id of an own order that this one names; null if unknown. */
  readonly serviceIdOf: (systemId: string, id: string) => string | null;
  /** Called when the outcome is in the journal. */
  readonly resolved: (row: OrderRow) => void;
  /** What the answer should show according to the rules; null where they cannot tell. */
  readonly predict: (row: OrderRow) => Expected | null;
  readonly missed: (row: OrderRow, text: string) => void;
};

/** When an order was last confirmed in this run, by both clocks. */
type Confirmed = { readonly at: number; readonly wall: number; readonly cancelTimer: () => void };
type Attempt = { readonly rowId: string; sent: boolean; isDeferred: boolean };

/**
 * Sends confirmed orders to the platform, one at a time for each system, each exactly once. SENDING
 * is durable before the first byte (J1). An order that waited too long, or whose entry was locked
 * meanwhile, is put on hold instead (P8). Nothing here repeats a request: an order leaves QUEUED
 * once, and only the user queues it again.
 */
export class Dispatcher {
  readonly #parts: Parts;
  readonly #queues = new Map<string, string[]>();
  readonly #attempts = new Map<string, Attempt>();
  /**
   * Confirmed orders without an outcome. Monotonic time, because the wall clock may jump while an
   * order waits.
   */
  readonly #confirmed = new Map<string, Confirmed>();
  readonly #work = new Set<Promise<void>>();

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.inFlight.onFree((systemId) => this.#sendNext(systemId));
  }

  /** Queues a row that is QUEUED in the journal, or absent and to be sent once more. */
  enqueue(row: OrderRow): void {
    const { systemId } = row.ticket;
    const queue = this.#queues.get(systemId) ?? [];
    this.#queues.set(systemId, queue);
    queue.push(row.rowId);
    const { clock } = this.#parts;
    const cancelTimer = clock.after(limits.orderQueueMs + 1, () => this.#holdIfOld(row.rowId));
    this.#confirmed.get(row.rowId)?.cancelTimer();
    // A request to send again is not a confirmation: its age counts from now.
    const wall = row.state === 'QUEUED' ? row.confirmedAt : clock.now();
    this.#confirmed.set(row.rowId, { at: clock.monotonic(), wall, cancelTimer });
    this.#sendNext(systemId);
  }

  /** Puts every order on hold that has not begun to be sent. */
  holdAll(reason: Text): void {
    this.hold(reason, () => true);
    this.#queues.clear();
  }

  /** Puts only these orders on hold; the queue skips them. */
  hold(reason: Text, which: (ticket: Ticket) => boolean): void {
    const { journal } = this.#parts;
    for (const rowId of this.#confirmed.keys()) {
      const row = journal.order(rowId);
      if (isReadyToSend(row) && which(row.ticket)) this.#hold(rowId, reason);
    }
  }

  /** Resolves when every request under way has its outcome. */
  async idle(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  #sendNext(systemId: string): void {
    if (this.#attempts.has(systemId)) return;
    const { journal, recorder } = this.#parts;
    const queue = this.#queues.get(systemId) ?? [];
    for (let rowId = queue.shift(); rowId !== undefined; rowId = queue.shift()) {
      const row = journal.order(rowId);
      if (!isReadyToSend(row) || recorder.hasUnwritten(rowId)) continue;
      this.#startSending(row);
      return;
    }
  }

  #startSending(row: OrderRow): void {
    const attempt: Attempt = { rowId: row.rowId, sent: false, isDeferred: false };
    const { systemId } = row.ticket;
    this.#attempts.set(systemId, attempt);
    const work = this.#send(row, attempt)
      .then((result) => this.#resolve(row, attempt, result))
      // A bug: the row stays SENDING on the disk, and the next start makes it UNKNOWN.
      .catch((error: unknown) => {
        this.#parts.log.error('submit-not-settled', { error: error instanceof Error ? error.name : 'unknown' });
      })
      .finally(() => {
        this.#work.delete(work);
        this.#attempts.delete(systemId);
        if (!attempt.isDeferred) this.#forget(row.rowId);
        this.#parts.inFlight.end(systemId, row.rowId);
        // Another request of the system calls this again when it ends.
        if (this.#parts.inFlight.isFree(systemId)) this.#sendNext(systemId);
      });
    this.#work.add(work);
  }

  /** Forgets a finished order, unless the user has confirmed it again meanwhile. */
  #forget(rowId: string): void {
    if (isReadyToSend(this.#parts.journal.order(rowId))) return;
    this.#confirmed.get(rowId)?.cancelTimer();
    this.#confirmed.delete(rowId);
  }

  async #send(row: OrderRow, attempt: Attempt): Promise<PlatformResult> {
    const { client, log } = this.#parts;
    try {
      return await client.send({
        command: 'submitSignal',
        body: submitBody(row),
        lane: 'submit',
        systemId: row.ticket.systemId,
        beforeSend: () => this.#begin(row, attempt),
      });
    } catch (error) {
      // A bug in a lower layer: whether bytes were sent is not known, and the row records that.
      log.error('submit-threw', { error: error instanceof Error ? error.name : 'unknown', sent: attempt.sent });
      const text = 'The program failed while it was sending.';
      return attempt.sent ? { kind: 'no-answer', text, sentAt: this.#parts.clock.now() } : { kind: 'withdrawn', text };
    }
  }

  /** The slot is free. These are the last checks before the first byte. */
  #begin({ rowId }: OrderRow, attempt: Attempt): boolean {
    const { clock, inFlight, journal, recorder } = this.#parts;
    const row = journal.order(rowId);
    if (!isReadyToSend(row) || recorder.hasUnwritten(rowId)) return false;
    const { systemId } = row.ticket;
    const entry = this.#parts.entry(row.ticket);
    if (this.#isOld(row) || !entry.open) {
      this.#hold(rowId, entry.open ? tooOld : entry.reason);
      return false;
    }
    if (!inFlight.begin(systemId, rowId)) {
      attempt.isDeferred = true;
      return false;
    }
    try {
      const type = row.state === 'QUEUED' ? 'slot-free' : 'sent-again';
      // Before a second sending an equal order may be listed because the first one arrived. It does
      // not count as a pre-existing match.
      const preExistingMatches = type === 'slot-free' ? [...this.#parts.preExistingMatches(row)] : row.strangers;
      const at = clock.now();
      const serviceAt = this.#parts.serviceTime(at);
      recorder.applyNow(rowId, { type, at, monotonic: clock.monotonic(), strangers: preExistingMatches, serviceAt });
      attempt.sent = true;
      return true;
    } catch (error) {
      inFlight.end(systemId, rowId);
      if (!(error instanceof JournalError)) throw error;
      // If its creation failed with the same write, there is no row to put on hold, and the creator
      // gets the error.
      if (journal.order(rowId)) this.#hold(rowId, error.message);
      return false;
    }
  }

  #resolve(row: OrderRow, attempt: Attempt, result: PlatformResult): void {
    const { clock, journal, recorder } = this.#parts;
    if (attempt.isDeferred) {
      this.#queues.set(row.ticket.systemId, [row.rowId, ...(this.#queues.get(row.ticket.systemId) ?? [])]);
      return;
    }
    if (!attempt.sent) {
      this.#notSent(row, result);
      return;
    }
    const verdict = classifySubmit(result, row, (id) => this.#parts.serviceIdOf(row.ticket.systemId, id));
    // Computed only now, because before the send it would have delayed the order. No other request
    // was in flight meanwhile, so the state is the same.
    const expected = verdict.kind === 'accepted' ? this.#expected(row) : null;
    const misses = verdict.kind === 'accepted' && expected ? missesOf(expected, verdict) : [];
    const attempts = journal.order(row.rowId)?.attempts ?? 1;
    recorder.record(row.rowId, eventOf(verdict, clock.now(), misses, attempts));
    for (const miss of misses) this.#parts.missed(row, miss);
    const now = journal.order(row.rowId);
    if (now) this.#parts.resolved(now);
  }

  /**
   * The prediction is a convenience that reads the cache. It must not keep an answer from the
   * journal.
   */
  #expected(row: OrderRow): Expected | null {
    try {
      return this.#parts.predict(row);
    } catch (error) {
      this.#parts.log.error('prediction-threw', { error: error instanceof Error ? error.name : 'unknown' });
      return null;
    }
  }

  /**
   * The request was not sent. If there is an answer nevertheless, a lower layer skipped the
   * permission, and the order's outcome is unknown.
   */
  #notSent({ rowId }: OrderRow, result: PlatformResult): void {
    const { clock, journal, log, recorder } = this.#parts;
    const row = journal.order(rowId);
    if (!isReadyToSend(row)) return;
    if (result.kind === 'withdrawn' || result.kind === 'not-sent') {
      this.#hold(rowId, result.text);
      return;
    }
    log.error('submit-without-permission', { kind: result.kind });
    const at = clock.now();
    const type = row.state === 'QUEUED' ? 'slot-free' : 'sent-again';
    recorder.record(rowId, { type, at, monotonic: clock.monotonic(), strangers: [] });
    const lost = recorder.record(rowId, { type: 'lost', at, reason: 'it left before it was recorded', answer: [] });
    if (lost) this.#parts.resolved(lost);
  }

  /**
   * By either clock: the monotonic one may stop while the machine sleeps, the wall clock may be set
   * back.
   */
  #isOld(row: OrderRow): boolean {
    const { clock } = this.#parts;
    const confirmed = this.#confirmed.get(row.rowId);
    const waited = clock.monotonic() - (confirmed?.at ?? -Infinity);
    return Math.max(waited, clock.now() - (confirmed?.wall ?? row.confirmedAt)) > limits.orderQueueMs;
  }

  #holdIfOld(rowId: string): void {
    const row = this.#parts.journal.order(rowId);
    if (isReadyToSend(row) && this.#confirmed.has(rowId) && this.#isOld(row)) this.#hold(rowId, tooOld);
  }

  #hold(rowId: string, reason: Text): void {
    const { clock, journal, recorder } = this.#parts;
    const type = journal.order(rowId)?.state === 'QUEUED' ? 'held' : 'resend-dropped';
    if (!recorder.hasUnwritten(rowId)) recorder.record(rowId, { type, at: clock.now(), reason });
  }
}

/**
 * Confirmed and not yet being sent: QUEUED, or absent with the user's request to send it once more.
 */
const isReadyToSend = (row: OrderRow | undefined): row is OrderRow =>
  row?.state === 'QUEUED' || (row?.state === 'PROBABLY_ABSENT' && row.resendAsked === true);

const tooOld = 'it waited longer than 15 seconds';

function eventOf(
  verdict: SubmitVerdict,
  at: number,
  misses: readonly string[],
  attempts: number,
): Parameters<Recorder['record']>[1] {
  switch (verdict.kind) {
    case 'accepted': {
      const { serviceIds, mirror, alarm, notShown } = verdict;
      const more = {
        ...(misses.length === 0 ? {} : { misses: [...misses] }),
        ...(notShown.length === 0 ? {} : { notShown: [...notShown] }),
      };
      return { type: 'accepted', at, serviceIds, mirror, alarm, answer: [...verdict.answer], ...more };
    }
    case 'refused':
      return { type: 'refused', at, answer: [...verdict.answer] };
    case 'not-sent':
      if (attempts === 1) return { type: 'not-sent', at, reason: verdict.reason };
      // That this request was never sent says nothing about the one before it, which may still
      // arrive.
      return { type: 'lost', at, reason: `sent again, and that did not leave: ${verdict.reason}`, answer: [] };
    case 'unknown':
      return { type: 'lost', at, reason: verdict.reason, answer: [...verdict.answer] };
  }
}
