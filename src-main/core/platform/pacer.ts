// The pacing policy of a connection. The platform asks for about one request a second and answers nothing faster than it
// is asked, so the order in which requests leave is the only speed there is:
//  - one request in flight, and at least `paceMs` from the moment at which one has left to the start of the next, on the
//    monotonic clock: a wall clock that jumps changes nothing, nor does a machine too busy to send what it started. A connection opens with one whole pace of silence, so that the gap holds across restarts too
//    without anything on disk (the previous run may have ended right after a start). A little is added to the gap, so
//    that the way over the network does not make two requests arrive closer than they left.
//  - lanes: cancel > reconcile > submit > view > background; first come, first served within a lane.
//  - a read in flight gives way to a changing request of a higher lane as soon as that one may start by the pace: an order, a
//    cancel or a panic plan never waits for a service that is slow to answer a list. The read is asked again after it.
//  - identical reads that still wait are one request, in the higher of their lanes. One in flight is not joined: its
//    answer may be older than what the second asker wants to see.
//  - the queue is bounded. It gives up the newest background reads first, then the newest other reads; an order or a
//    cancel is refused only when nothing but orders waits, and says so.
//  - after failures in a row reads wait longer and longer (reconcile reads, which prove what became of an order, at most
//    a few seconds); orders and cancels keep the pace and nothing more.
import type { Lane } from '#contract/model/activity.ts';
import type { QueueState } from '#contract/model/status.ts';
import type { Clock } from '#core/ports.ts';
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
  /** Requests that may wait. */
  readonly capacity?: number;
  readonly onChange?: () => void;
};

/** Milliseconds added to every gap but that of a connection without a pace. */
export const paceSlackMs = 20;

const backOff = { firstMs: 1_000, maxMs: 60_000, reconcileMaxMs: 5_000 } as const;

export class Pacer {
  readonly #options: PacerOptions;
  readonly #queue: RequestQueue;
  readonly #starts: StartCounter;
  #paceMs: number;
  /** Monotonic ms before which nothing starts at all. */
  #freeAt: number;
  #failures = 0;
  /** Monotonic ms at which the last failure ended. */
  #failedAt = 0;
  #inFlight: { readonly request: PlatformRequest; readonly stop: AbortController } | null = null;
  #idle: Promise<void> = Promise.resolve();
  #cancelTimer: () => void = () => undefined;
  #closedText: string | null = null;

  constructor(options: PacerOptions) {
    this.#options = options;
    this.#queue = new RequestQueue(options.capacity ?? 200);
    this.#starts = new StartCounter(options.clock);
    this.#paceMs = options.paceMs;
    this.#freeAt = options.clock.monotonic() + options.firstWaitMs;
  }

  send(request: PlatformRequest): Promise<PlatformResult> {
    if (this.#closedText !== null) return Promise.resolve({ kind: 'withdrawn', text: this.#closedText });
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
      backOffMs: this.#backOffMs('view'),
    };
  }

  setPace(paceMs: number): void {
    // The gap after the last start stretches or shrinks with the setting.
    this.#freeAt += gapMs(paceMs) - gapMs(this.#paceMs);
    this.#paceMs = paceMs;
    this.#pump();
  }

  /** Withdraws everything that waits; resolves when the request in flight has ended. */
  async close(text: string): Promise<void> {
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
    if (stop.signal.aborted && result.kind !== 'answer' && this.#closedText === null) this.#queue.putBack(entry);
    else {
      // What another address or key is answered says nothing of this connection.
      if (request.carriedBy === undefined) this.#count(result);
      entry.settle(result);
    }
    this.#pump();
  }

  #left(): void {
    this.#freeAt = this.#options.clock.monotonic() + gapMs(this.#paceMs);
  }

  #count(result: PlatformResult): void {
    const failed =
      result.kind === 'not-sent' || result.kind === 'no-answer' || (result.kind === 'answer' && isBusy(result));
    this.#failures = failed ? this.#failures + 1 : 0;
    this.#failedAt = this.#options.clock.monotonic();
  }

  #startAt(request: PlatformRequest): number {
    // Another key is tried because this one fails.
    const backOffMs = request.carriedBy === undefined ? this.#backOffMs(request.lane, request.command) : 0;
    return backOffMs === 0 ? this.#freeAt : Math.max(this.#freeAt, this.#failedAt + backOffMs);
  }

  #backOffMs(lane: Lane, command?: string): number {
    if (this.#failures === 0 || (command !== undefined && endpoint(command)?.effect !== 'read')) return 0;
    const grown = Math.min(backOff.maxMs, backOff.firstMs * 2 ** Math.min(this.#failures - 1, 10));
    return lane === 'cancel' || lane === 'reconcile' ? Math.min(grown, backOff.reconcileMaxMs) : grown;
  }

  #changed(): void {
    this.#options.onChange?.();
  }
}

const overtakes = (next: PlatformRequest, running: PlatformRequest): boolean =>
  endpoint(next.command)?.effect === 'mutating' &&
  endpoint(running.command)?.effect === 'read' &&
  isAhead(next, running);

const summary = ({ command, lane }: PlatformRequest): { command: string; lane: Lane } => ({ command, lane });

const gapMs = (paceMs: number): number => (paceMs === 0 ? 0 : paceMs + paceSlackMs);

const isBusy = ({ httpStatus }: { readonly httpStatus: number }): boolean => httpStatus === 429 || httpStatus >= 500;

/** Null when the request may leave; else why its owner keeps it back. */
const permission = (request: PlatformRequest): string | null => {
  try {
    return request.beforeSend === undefined || request.beforeSend() ? null : 'Kept back before it was sent.';
  } catch {
    // The owner could not write down that it sends; its own error handling has the cause.
    return 'Not sent: it could not be recorded first.';
  }
};
