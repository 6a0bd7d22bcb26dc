// The pacing policy of a connection. The platform asks for about one request a second, so the order
// in which requests are sent decides how long each of them waits:
//  - One request is in flight. At least `paceMs` passes from the moment one was sent to the start
//    of the next, on the monotonic clock. Neither a jump of the wall clock nor a delay on a busy
//    machine shortens this gap. A connection begins with one pace of silence. So the gap also holds
//    after a restart (the previous run may have ended right after it sent a request), and no file
//    is needed for it. A small margin is added, because the network may bring two requests closer
//    together.
//  - Lanes: cancel > reconcile > submit > view > background; first in, first out within a lane.
//  - A read in flight is stopped for a mutating request of a higher lane as soon as the pace lets
//    that request start. So a cancel waits for no read, and an order waits for reconcile reads
//    only. The read is queued again behind the waiting reads of its lane, unless its source (its
//    command and strategy) hangs.
//  - A mutating request in flight is cut only by a panic plan that has waited for it. The pacer
//    never sends it again.
//  - Identical waiting reads become one request, in the higher of their lanes. A read in flight is
//    not joined: its answer may be older than the second caller needs.
//  - The queue is bounded. It drops the newest background reads first, then the newest other reads.
//    A mutating request is refused only when no read waits. The refusal says that too many
//    requests are waiting.
//  - After failures a read waits as long as the health of its source demands. A reconcile read,
//    which decides the outcome of an order, waits a few seconds at most. Mutating requests and
//    reads that a person asked for do not wait after failures.
import type { Message, Text } from '#contract/message.ts';
import type { Lane } from '#contract/model/activity.ts';
import type { QueueState } from '#contract/model/status.ts';
import type { Clock } from '#core/ports.ts';
import type { ConnectionHealth } from './connection-health.ts';
import { endpoint } from './endpoints.ts';
import type { PlatformRequest, PlatformResult } from './platform-client.ts';
import { isAhead, RequestQueue, type QueuedRequest } from './request-queue.ts';
import { StartCounter } from './start-counter.ts';

/**
 * A request that may start, with the time it waited. `onDeparted` is called when it is sent, and
 * when all of it was written. `stop` is aborted when its answer is no longer waited for.
 */
export type Departure = {
  readonly request: PlatformRequest;
  readonly waitMs: number;
  readonly onDeparted: () => void;
  readonly stop: AbortSignal;
};

export type PacerOptions = {
  readonly clock: Clock;
  readonly paceMs: number;
  /** Silence before the first request of the connection. */
  readonly firstWaitMs: number;
  /** Sends a request; never throws. */
  readonly carry: (departure: Departure) => Promise<PlatformResult>;
  /** How long reads wait after failures. Without it they do not wait. */
  readonly health?: Pick<ConnectionHealth, 'earliestReadStart' | 'backOffMs' | 'isHanging'>;
  /** Monotonic ms until which the service asked to wait. The pacer makes only reads wait for it. */
  readonly readsWaitUntil?: () => number;
  /** Largest number of waiting requests. */
  readonly capacity?: number;
  readonly onChange?: () => void;
};

/** Milliseconds added to every gap, except for a connection without a pace. */
export const paceSlackMs = 20;

export class Pacer {
  readonly #options: PacerOptions;
  readonly #queue: RequestQueue;
  readonly #starts: StartCounter;
  #paceMs: number;
  /** Monotonic ms before which nothing starts. */
  #freeAt: number;
  #inFlight: { readonly request: PlatformRequest; readonly stop: AbortController } | null = null;
  #idle: Promise<void> = Promise.resolve();
  #cancelTimer: () => void = () => undefined;
  #closeReason: Text | null = null;
  #readsEndReason: Text | null = null;

  constructor(options: PacerOptions) {
    this.#options = options;
    this.#queue = new RequestQueue(options.capacity ?? 200);
    this.#starts = new StartCounter(options.clock);
    this.#paceMs = options.paceMs;
    this.#freeAt = options.clock.monotonic() + options.firstWaitMs;
  }

  send(request: PlatformRequest): Promise<PlatformResult> {
    const reason = this.#closeReason ?? (isRead(request) ? this.#readsEndReason : null);
    if (reason !== null) return Promise.resolve({ kind: 'withdrawn', text: reason });
    const answer = this.#queue.add(request, this.#options.clock.monotonic());
    this.#pump();
    return answer;
  }

  /** A person now waits for a read that was queued when no person waited for it. */
  raise(request: PlatformRequest): void {
    this.#queue.raise(request);
    this.#pump();
  }

  state(): QueueState {
    const next = this.#queue.next(() => true);
    const now = this.#options.clock.monotonic();
    const wait = next === undefined ? 0 : Math.max(0, this.earliestStart(next.request) - now);
    return {
      waiting: this.#queue.size,
      inFlight: this.#inFlight === null ? null : summary(this.#inFlight.request),
      next: next === undefined ? null : summary(next.request),
      nextStartAt: wait === 0 ? null : Math.ceil(this.#options.clock.now() + wait),
      perMinute: this.#starts.startsInLastMinute(),
      paceMs: this.#paceMs,
      backOffMs: this.#options.health?.backOffMs() ?? 0,
    };
  }

  /** Monotonic ms before which this request does not start. */
  earliestStart(request: PlatformRequest): number {
    if (!isRead(request)) return this.#freeAt;
    const earliest = Math.max(this.#freeAt, this.#options.readsWaitUntil?.() ?? 0);
    // A request sent by another connection does not wait for the back-off of this one: its key may
    // be accepted although the key of this connection is refused.
    if (request.retryNow === true || request.carriedBy !== undefined) return earliest;
    return Math.max(earliest, this.#options.health?.earliestReadStart(request) ?? 0);
  }

  setPace(paceMs: number): void {
    // The new pace also applies to the gap after the last request.
    this.#freeAt += gapMs(paceMs) - gapMs(this.#paceMs);
    this.#paceMs = paceMs;
    this.#pump();
  }

  /** A wait is over: requests that were waiting for it may start. */
  resume(): void {
    this.#pump();
  }

  /** Withdraws the queued reads that a person waits for. `text` is the reason. */
  withdrawUserReads(text: Text): void {
    for (const entry of this.#queue.takeReads(({ retryNow }) => retryNow === true)) {
      entry.settle({ kind: 'withdrawn', text });
    }
  }

  /**
   * Ends all reads: waiting reads are withdrawn and the read in flight is cut. Orders and cancels
   * continue.
   */
  endReads(text: Text): void {
    this.#readsEndReason = text;
    for (const entry of this.#queue.takeReads()) entry.settle({ kind: 'withdrawn', text });
    if (this.#inFlight !== null && isRead(this.#inFlight.request)) this.#inFlight.stop.abort();
    this.#pump();
  }

  /**
   * Cuts the mutating request in flight if it has not ended after this time: its connection is
   * closed and its outcome is unknown. Resolves when that request has ended, or at once if a read
   * or nothing is in flight.
   */
  async cutInFlight(afterMs: number): Promise<void> {
    const inFlight = this.#inFlight;
    if (inFlight === null || isRead(inFlight.request)) return;
    const cancel = this.#options.clock.after(afterMs, () => inFlight.stop.abort());
    await this.#idle;
    cancel();
  }

  /**
   * Withdraws everything that waits and cuts a read in flight. Resolves when the request in flight
   * has ended.
   */
  async close(text: Text): Promise<void> {
    // Set first, because `endReads` would otherwise start the next waiting request.
    this.#closeReason = text;
    this.endReads(text);
    this.#cancelTimer();
    for (const entry of this.#queue.drain()) entry.settle({ kind: 'withdrawn', text });
    this.#changed();
    await this.#idle;
  }

  #pump(): void {
    this.#cancelTimer();
    if (this.#closeReason === null) {
      if (this.#inFlight === null) this.#startOrWait();
      else this.#preempt(this.#inFlight);
    }
    this.#changed();
  }

  /** Stops the read in flight as soon as a request that must not wait for it may start. */
  #preempt({ request, stop }: { readonly request: PlatformRequest; readonly stop: AbortController }): void {
    const next = this.#queue.next((entry) => preempts(entry.request, request));
    if (next === undefined || stop.signal.aborted) return;
    const wait = this.earliestStart(next.request) - this.#options.clock.monotonic();
    if (wait <= 0) stop.abort();
    else this.#cancelTimer = this.#options.clock.after(Math.ceil(wait), () => this.#pump());
  }

  #startOrWait(): void {
    const now = this.#options.clock.monotonic();
    const ready = this.#queue.next((entry) => this.earliestStart(entry.request) <= now);
    if (ready !== undefined) {
      this.#idle = this.#run(ready);
      return;
    }
    const soonest = Math.min(...this.#queue.entries().map((entry) => this.earliestStart(entry.request)));
    if (soonest !== Infinity) {
      this.#cancelTimer = this.#options.clock.after(Math.max(1, Math.ceil(soonest - now)), () => this.#pump());
    }
  }

  async #run(entry: QueuedRequest): Promise<void> {
    this.#queue.remove(entry);
    const { clock, carry } = this.#options;
    const refusal = withholdingReason(entry.request);
    if (refusal !== null) {
      // Nothing was sent, so the pace does not delay the next request. The pump runs later: a
      // caller may still be inside `send`.
      entry.settle({ kind: 'withdrawn', text: refusal });
      queueMicrotask(() => this.#pump());
      return;
    }
    const now = clock.monotonic();
    const stop = new AbortController();
    this.#inFlight = { request: entry.request, stop };
    this.#restartGap();
    this.#starts.add(now);
    this.#changed();
    const onDeparted = (): void => this.#restartGap();
    const { request } = entry;
    const departure = { request, waitMs: now - entry.askedAt, onDeparted, stop: stop.signal };
    const result = await (request.carriedBy?.(onDeparted, stop.signal) ?? carry(departure));
    this.#inFlight = null;
    // A read that was answered while it was being stopped counts as answered. Only a read is queued
    // again: an order that was cut may have arrived.
    const isCut = isRead(request) && stop.signal.aborted && result.kind !== 'answer';
    if (!isCut) entry.settle(result);
    else if (this.#readsEndReason !== null) entry.settle({ kind: 'withdrawn', text: this.#readsEndReason });
    else if (this.#options.health?.isHanging(request) === true) entry.settle(result);
    else this.#queue.putBack(entry);
    this.#pump();
  }

  #restartGap(): void {
    this.#freeAt = this.#options.clock.monotonic() + gapMs(this.#paceMs);
  }

  #changed(): void {
    this.#options.onChange?.();
  }
}

const isRead = ({ command }: PlatformRequest): boolean => endpoint(command)?.effect === 'read';

const preempts = (next: PlatformRequest, running: PlatformRequest): boolean =>
  endpoint(next.command)?.effect === 'mutating' && isRead(running) && isAhead(next, running);

const summary = ({ command, lane }: PlatformRequest): { command: string; lane: Lane } => ({ command, lane });

const gapMs = (paceMs: number): number => (paceMs === 0 ? 0 : paceMs + paceSlackMs);

/** Null when the request may be sent; else why its owner withholds it. */
const withholdingReason = (request: PlatformRequest): Message | null => {
  try {
    return request.beforeSend === undefined || request.beforeSend() ? null : { code: 'request.withheld' };
  } catch {
    // The owner could not record that it sends. Its own error handling reports the cause.
    return { code: 'request.not-recorded' };
  }
};
