// The pacing policy of a connection. The platform asks for about one request a second and answers nothing faster than it
// is asked, so the order in which requests leave is the only speed there is:
//  - one request in flight, and at least `paceMs` from the moment at which one has left to the start of the next, on the
//    monotonic clock: a wall clock that jumps changes nothing, nor does a machine too busy to send what it started. A connection opens with one whole pace of silence, so that the gap holds across restarts too
//    without anything on disk (the previous run may have ended right after a start). A little is added to the gap, so
//    that the way over the network does not make two requests arrive closer than they left.
//  - lanes: cancel > reconcile > submit > view > background; first come, first served within a lane.
//  - a read in flight gives way to a changing request of a higher lane as soon as that one may start by the pace: an order, a
//    cancel or a panic plan never waits for a service that is slow to answer a list. The read is asked again after it,
//    behind the reads that wait by then, unless its source hangs.
//  - an order or a cancel in flight is cut only by a panic plan that has waited for it; it is never sent again from here.
//  - identical reads that still wait are one request, in the higher of their lanes. One in flight is not joined: its
//    answer may be older than what the second asker wants to see.
//  - the queue is bounded. It gives up the newest background reads first, then the newest other reads; an order or a
//    cancel is refused only when nothing but orders waits, and says so.
//  - after failures a read waits as long as the health of its source says (reconcile reads, which prove what became of an
//    order, at most a few seconds); one that a person asked for, orders and cancels keep the pace and nothing more.
import type { Lane } from '#contract/model/activity.ts';
import type { QueueState } from '#contract/model/status.ts';
import type { Clock } from '#core/ports.ts';
import type { ConnectionHealth } from './connection-health.ts';
import { endpoint } from './endpoints.ts';
import type { PlatformRequest, PlatformResult } from './platform-client.ts';
import { isAhead, RequestQueue, type QueuedRequest } from './request-queue.ts';
import { StartCounter } from './start-counter.ts';

/**
 * A request whose turn has come, with how long it waited. `left` is called whenever bytes of it were handed over; `stop` tells
 * that its answer is not waited for any more.
 */
export type Departure = {
  readonly request: PlatformRequest;
  readonly waitMs: number;
  readonly left: () => void;
  readonly stop: AbortSignal;
};

export type PacerOptions = {
  readonly clock: Clock;
  readonly paceMs: number;
  /** Silence before the first request of a run. */
  readonly firstWaitMs: number;
  /** Carries a request; never throws. */
  readonly carry: (departure: Departure) => Promise<PlatformResult>;
  /** How long reads wait after failures; left out they do not. */
  readonly health?: Pick<ConnectionHealth, 'readFrom' | 'backOffMs' | 'isHanging'>;
  /** Monotonic ms before which the service asked that nothing is read. */
  readonly askedUntil?: () => number;
  /** Requests that may wait. */
  readonly capacity?: number;
  readonly onChange?: () => void;
};

/** Milliseconds added to every gap but that of a connection without a pace. */
export const paceSlackMs = 20;

export class Pacer {
  readonly #options: PacerOptions;
  readonly #queue: RequestQueue;
  readonly #starts: StartCounter;
  #paceMs: number;
  /** Monotonic ms before which nothing starts at all. */
  #freeAt: number;
  #inFlight: { readonly request: PlatformRequest; readonly stop: AbortController } | null = null;
  #idle: Promise<void> = Promise.resolve();
  #cancelTimer: () => void = () => undefined;
  #closedText: string | null = null;
  #readsEndedText: string | null = null;

  constructor(options: PacerOptions) {
    this.#options = options;
    this.#queue = new RequestQueue(options.capacity ?? 200);
    this.#starts = new StartCounter(options.clock);
    this.#paceMs = options.paceMs;
    this.#freeAt = options.clock.monotonic() + options.firstWaitMs;
  }

  send(request: PlatformRequest): Promise<PlatformResult> {
    const closedText = this.#closedText ?? (isRead(request) ? this.#readsEndedText : null);
    if (closedText !== null) return Promise.resolve({ kind: 'withdrawn', text: closedText });
    const answer = this.#queue.add(request, this.#options.clock.monotonic());
    this.#pump();
    return answer;
  }

  state(): QueueState {
    const next = this.#queue.next(() => true);
    const now = this.#options.clock.monotonic();
    const wait = next === undefined ? 0 : Math.max(0, this.#startAt(next.request) - now);
    return {
      waiting: this.#queue.size,
      inFlight: this.#inFlight === null ? null : summary(this.#inFlight.request),
      next: next === undefined ? null : summary(next.request),
      nextStartAt: wait === 0 ? null : Math.ceil(this.#options.clock.now() + wait),
      perMinute: this.#starts.lastMinute(),
      paceMs: this.#paceMs,
      backOffMs: this.#options.health?.backOffMs() ?? 0,
    };
  }

  setPace(paceMs: number): void {
    // The gap after the last start stretches or shrinks with the setting.
    this.#freeAt += gapMs(paceMs) - gapMs(this.#paceMs);
    this.#paceMs = paceMs;
    this.#pump();
  }

  /** A wait is over: what it kept back may start. */
  resume(): void {
    this.#pump();
  }

  /** Reads that a person waits for are answered with this text instead of later. */
  withdrawAsked(text: string): void {
    for (const entry of this.#queue.takeReads(({ retryNow }) => retryNow === true)) {
      entry.settle({ kind: 'withdrawn', text });
    }
  }

  /** No read leaves any more: those that wait are withdrawn, the one in flight is cut. Orders and cancels go on. */
  endReads(text: string): void {
    this.#readsEndedText = text;
    for (const entry of this.#queue.takeReads()) entry.settle({ kind: 'withdrawn', text });
    if (this.#inFlight !== null && isRead(this.#inFlight.request)) this.#inFlight.stop.abort();
    this.#pump();
  }

  /**
   * The order or cancel in flight is not waited for longer than this: its connection is closed, and its outcome is unknown.
   * Resolves when it has ended; at once where a read or nothing is in flight.
   */
  async cutInFlight(afterMs: number): Promise<void> {
    const cut = this.#inFlight;
    if (cut === null || isRead(cut.request)) return;
    const cancel = this.#options.clock.after(afterMs, () => cut.stop.abort());
    await this.#idle;
    cancel();
  }

  /** Withdraws everything that waits; resolves when the order or cancel in flight has ended. */
  async close(text: string): Promise<void> {
    this.endReads(text);
    this.#closedText = text;
    this.#cancelTimer();
    for (const entry of this.#queue.drain()) entry.settle({ kind: 'withdrawn', text });
    this.#changed();
    await this.#idle;
  }

  #pump(): void {
    this.#cancelTimer();
    if (this.#closedText === null) {
      if (this.#inFlight === null) this.#startOrWait();
      else this.#giveWay(this.#inFlight);
    }
    this.#changed();
  }

  /** Stops the read in flight in the instant in which what must not wait for it may start. */
  #giveWay({ request, stop }: { readonly request: PlatformRequest; readonly stop: AbortController }): void {
    const next = this.#queue.next((entry) => overtakes(entry.request, request));
    if (next === undefined || stop.signal.aborted) return;
    const wait = this.#startAt(next.request) - this.#options.clock.monotonic();
    if (wait <= 0) stop.abort();
    else this.#cancelTimer = this.#options.clock.after(Math.ceil(wait), () => this.#pump());
  }

  #startOrWait(): void {
    const now = this.#options.clock.monotonic();
    const ready = this.#queue.next((entry) => this.#startAt(entry.request) <= now);
    if (ready !== undefined) {
      this.#idle = this.#run(ready);
      return;
    }
    const soonest = Math.min(...this.#queue.entries().map((entry) => this.#startAt(entry.request)));
    if (soonest !== Infinity) {
      this.#cancelTimer = this.#options.clock.after(Math.max(1, Math.ceil(soonest - now)), () => this.#pump());
    }
  }

  async #run(entry: QueuedRequest): Promise<void> {
    this.#queue.remove(entry);
    const { clock, carry } = this.#options;
    const refusal = permission(entry.request);
    if (refusal !== null) {
      // Nothing left, so no slot was used. The answer comes in a later turn: a caller may be inside `send` still.
      entry.settle({ kind: 'withdrawn', text: refusal });
      queueMicrotask(() => this.#pump());
      return;
    }
    const now = clock.monotonic();
    const stop = new AbortController();
    this.#inFlight = { request: entry.request, stop };
    this.#left();
    this.#starts.add(now);
    this.#changed();
    const left = (): void => this.#left();
    const { request } = entry;
    const departure = { request, waitMs: now - entry.askedAt, left, stop: stop.signal };
    const result = await (request.carriedBy?.(left, stop.signal) ?? carry(departure));
    this.#inFlight = null;
    // One that was answered in the very moment is answered.
    // Only a read is asked again: an order that was cut may have arrived.
    const isCut = isRead(request) && stop.signal.aborted && result.kind !== 'answer';
    if (!isCut) entry.settle(result);
    else if (this.#readsEndedText !== null) entry.settle({ kind: 'withdrawn', text: this.#readsEndedText });
    else if (this.#options.health?.isHanging(request) === true) entry.settle(result);
    else this.#queue.putBack(entry);
    this.#pump();
  }

  #left(): void {
    this.#freeAt = this.#options.clock.monotonic() + gapMs(this.#paceMs);
  }

  #startAt(request: PlatformRequest): number {
    // Another key is tried because this one fails.
    if (!isRead(request) || request.carriedBy !== undefined) return this.#freeAt;
    const from = Math.max(this.#freeAt, this.#options.askedUntil?.() ?? 0);
    return request.retryNow === true ? from : Math.max(from, this.#options.health?.readFrom(request) ?? 0);
  }

  #changed(): void {
    this.#options.onChange?.();
  }
}

const isRead = ({ command }: PlatformRequest): boolean => endpoint(command)?.effect === 'read';

const overtakes = (next: PlatformRequest, running: PlatformRequest): boolean =>
  endpoint(next.command)?.effect === 'mutating' && isRead(running) && isAhead(next, running);

const summary = ({ command, lane }: PlatformRequest): { command: string; lane: Lane } => ({ command, lane });

const gapMs = (paceMs: number): number => (paceMs === 0 ? 0 : paceMs + paceSlackMs);

/** Null when the request may leave; else why its owner keeps it back. */
const permission = (request: PlatformRequest): string | null => {
  try {
    return request.beforeSend === undefined || request.beforeSend() ? null : 'Kept back before it was sent.';
  } catch {
    // The owner could not write down that it sends; its own error handling has the cause.
    return 'Not sent: it could not be recorded first.';
  }
};
