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
  /** Service ids of equal orders that are there now, so that they are never taken for this one. */
  readonly strangers: (row: OrderRow) => readonly string[];
  /** The service's clock at this instant of ours, milliseconds; null when it is not known. */
  readonly serviceTime: (now: number) => number | null;
  /** The platform's id of an order of ours that this one names; null where it is not known. */
  readonly serviceIdOf: (systemId: string, id: string) => string | null;
  /** The outcome is in the journal. */
  readonly settled: (row: OrderRow) => void;
  /** What the rules say that the answer will show; null where they can not tell. */
  readonly predict: (row: OrderRow) => Expected | null;
  readonly missed: (row: OrderRow, text: string) => void;
};

/** When an order was last confirmed in this run, by both clocks. */
type Confirmed = { readonly at: number; readonly wall: number; readonly cancelTimer: () => void };
type Handed = { readonly rowId: string; sent: boolean; again: boolean };

/**
 * Takes confirmed orders to the platform, one at a time for each system, each exactly once. SENDING is durable before the
 * first byte (J1); an order that waited too long, or whose entry was locked meanwhile, is held instead (P8). Nothing here
 * repeats a request: an order leaves QUEUED once, and only the user brings it back.
 */
export class Dispatcher {
  readonly #parts: Parts;
  readonly #queues = new Map<string, string[]>();
  readonly #handed = new Map<string, Handed>();
  /** Confirmed orders that are not settled. Monotonic time: the wall clock may jump while an order waits. */
  readonly #confirmed = new Map<string, Confirmed>();
  readonly #work = new Set<Promise<void>>();

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.inFlight.onFree((systemId) => this.#pump(systemId));
  }

  /** A row that is QUEUED in the journal, or absent and asked to be sent once more. */
  enqueue(row: OrderRow): void {
    const { systemId } = row.ticket;
    const queue = this.#queues.get(systemId) ?? [];
    this.#queues.set(systemId, queue);
    queue.push(row.rowId);
    const { clock } = this.#parts;
    const cancelTimer = clock.after(limits.orderQueueMs + 1, () => this.#holdIfOld(row.rowId));
    this.#confirmed.get(row.rowId)?.cancelTimer();
    // The ask for a second sending is no confirm: its age counts from now.
    const wall = row.state === 'QUEUED' ? row.confirmedAt : clock.now();
    this.#confirmed.set(row.rowId, { at: clock.monotonic(), wall, cancelTimer });
    this.#pump(systemId);
  }

  /** Everything that has not begun to leave becomes HELD. */
  holdAll(reason: Text): void {
    this.hold(reason, () => true);
    this.#queues.clear();
  }

  /** The same for these orders alone; the queue passes over them. */
  hold(reason: Text, which: (ticket: Ticket) => boolean): void {
    const { journal } = this.#parts;
    for (const rowId of this.#confirmed.keys()) {
      const row = journal.order(rowId);
      if (waitsToLeave(row) && which(row.ticket)) this.#hold(rowId, reason);
    }
  }

  /** Resolves when every request under way has its outcome. */
  async idle(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  #pump(systemId: string): void {
    if (this.#handed.has(systemId)) return;
    const { journal, recorder } = this.#parts;
    const queue = this.#queues.get(systemId) ?? [];
    for (let rowId = queue.shift(); rowId !== undefined; rowId = queue.shift()) {
      const row = journal.order(rowId);
      if (!waitsToLeave(row) || recorder.waits(rowId)) continue;
      this.#handOver(row);
      return;
    }
  }

  #handOver(row: OrderRow): void {
    const handed: Handed = { rowId: row.rowId, sent: false, again: false };
    const { systemId } = row.ticket;
    this.#handed.set(systemId, handed);
    const work = this.#send(row, handed)
      .then((result) => this.#settle(row, handed, result))
      // A bug: the row stays SENDING on the disk, and the next start finds it unknown.
      .catch((error: unknown) => {
        this.#parts.log.error('submit-not-settled', { error: error instanceof Error ? error.name : 'unknown' });
      })
      .finally(() => {
        this.#work.delete(work);
        this.#handed.delete(systemId);
        if (!handed.again) this.#forget(row.rowId);
        this.#parts.inFlight.end(systemId, row.rowId);
        // While another has the system, its end pumps.
        if (this.#parts.inFlight.isFree(systemId)) this.#pump(systemId);
      });
    this.#work.add(work);
  }

  /** Settled, unless the user confirmed it anew meanwhile. */
  #forget(rowId: string): void {
    if (waitsToLeave(this.#parts.journal.order(rowId))) return;
    this.#confirmed.get(rowId)?.cancelTimer();
    this.#confirmed.delete(rowId);
  }

  async #send(row: OrderRow, handed: Handed): Promise<PlatformResult> {
    const { client, log } = this.#parts;
    try {
      return await client.send({
        command: 'submitSignal',
        body: submitBody(row),
        lane: 'submit',
        systemId: row.ticket.systemId,
        beforeSend: () => this.#begin(row, handed),
      });
    } catch (error) {
      // A bug below: whether bytes left is not known, and the row says so.
      log.error('submit-threw', { error: error instanceof Error ? error.name : 'unknown', sent: handed.sent });
      const text = 'The program failed while it was sending.';
      return handed.sent ? { kind: 'no-answer', text, sentAt: this.#parts.clock.now() } : { kind: 'withdrawn', text };
    }
  }

  /** The slot is free: the last look before the first byte. */
  #begin({ rowId }: OrderRow, handed: Handed): boolean {
    const { clock, inFlight, journal, recorder } = this.#parts;
    const row = journal.order(rowId);
    if (!waitsToLeave(row) || recorder.waits(rowId)) return false;
    const { systemId } = row.ticket;
    const entry = this.#parts.entry(row.ticket);
    if (this.#isOld(row) || !entry.open) {
      this.#hold(rowId, entry.open ? tooOld : entry.reason);
      return false;
    }
    if (!inFlight.begin(systemId, rowId)) {
      handed.again = true;
      return false;
    }
    try {
      const type = row.state === 'QUEUED' ? 'slot-free' : 'sent-again';
      // Before a second sending an equal order may be there because the first has landed: it is no stranger.
      const strangers = type === 'slot-free' ? [...this.#parts.strangers(row)] : row.strangers;
      const at = clock.now();
      const serviceAt = this.#parts.serviceTime(at);
      recorder.applyNow(rowId, { type, at, monotonic: clock.monotonic(), strangers, serviceAt });
      handed.sent = true;
      return true;
    } catch (error) {
      inFlight.end(systemId, rowId);
      if (!(error instanceof JournalError)) throw error;
      // Where its creation went with it there is no row to hold, and who created it is told.
      if (journal.order(rowId)) this.#hold(rowId, error.message);
      return false;
    }
  }

  #settle(row: OrderRow, handed: Handed, result: PlatformResult): void {
    const { clock, journal, recorder } = this.#parts;
    if (handed.again) {
      this.#queues.set(row.ticket.systemId, [row.rowId, ...(this.#queues.get(row.ticket.systemId) ?? [])]);
      return;
    }
    if (!handed.sent) {
      this.#neverBegan(row, result);
      return;
    }
    const verdict = classifySubmit(result, row, (id) => this.#parts.serviceIdOf(row.ticket.systemId, id));
    // Not before the order left, which would wait for it: nothing else was on its way meanwhile, so the state is the same.
    const expected = verdict.kind === 'accepted' ? this.#expected(row) : null;
    const misses = verdict.kind === 'accepted' && expected ? missesOf(expected, verdict) : [];
    const attempts = journal.order(row.rowId)?.attempts ?? 1;
    recorder.record(row.rowId, eventOf(verdict, clock.now(), misses, attempts));
    for (const miss of misses) this.#parts.missed(row, miss);
    const now = journal.order(row.rowId);
    if (now) this.#parts.settled(now);
  }

  /** A convenience that reads the cache: it never stands between an answer and the journal. */
  #expected(row: OrderRow): Expected | null {
    try {
      return this.#parts.predict(row);
    } catch (error) {
      this.#parts.log.error('prediction-threw', { error: error instanceof Error ? error.name : 'unknown' });
      return null;
    }
  }

  /** Nothing left; an answer all the same means that a layer below did not ask, and the order is then not known. */
  #neverBegan({ rowId }: OrderRow, result: PlatformResult): void {
    const { clock, journal, log, recorder } = this.#parts;
    const row = journal.order(rowId);
    if (!waitsToLeave(row)) return;
    if (result.kind === 'withdrawn' || result.kind === 'not-sent') {
      this.#hold(rowId, result.text);
      return;
    }
    log.error('submit-without-permission', { kind: result.kind });
    const at = clock.now();
    const type = row.state === 'QUEUED' ? 'slot-free' : 'sent-again';
    recorder.record(rowId, { type, at, monotonic: clock.monotonic(), strangers: [] });
    const lost = recorder.record(rowId, { type: 'lost', at, reason: 'it left before it was recorded', answer: [] });
    if (lost) this.#parts.settled(lost);
  }

  /** By either clock: the monotonic one stands still while the machine sleeps, the wall clock may be set back. */
  #isOld(row: OrderRow): boolean {
    const { clock } = this.#parts;
    const confirmed = this.#confirmed.get(row.rowId);
    const waited = clock.monotonic() - (confirmed?.at ?? -Infinity);
    return Math.max(waited, clock.now() - (confirmed?.wall ?? row.confirmedAt)) > limits.orderQueueMs;
  }

  #holdIfOld(rowId: string): void {
    const row = this.#parts.journal.order(rowId);
    if (waitsToLeave(row) && this.#confirmed.has(rowId) && this.#isOld(row)) this.#hold(rowId, tooOld);
  }

  #hold(rowId: string, reason: Text): void {
    const { clock, journal, recorder } = this.#parts;
    const type = journal.order(rowId)?.state === 'QUEUED' ? 'held' : 'resend-dropped';
    if (!recorder.waits(rowId)) recorder.record(rowId, { type, at: clock.now(), reason });
  }
}

/** Confirmed and not begun: QUEUED, or absent with the user's word to send it once more. */
const waitsToLeave = (row: OrderRow | undefined): row is OrderRow =>
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
      // That this request never left says nothing of the one before it, which may still land.
      return { type: 'lost', at, reason: `sent again, and that did not leave: ${verdict.reason}`, answer: [] };
    case 'unknown':
      return { type: 'lost', at, reason: verdict.reason, answer: [...verdict.answer] };
  }
}
