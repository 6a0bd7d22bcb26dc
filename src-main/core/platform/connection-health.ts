import type { Text } from '#contract/message.ts';
import type { Clock } from '#core/ports.ts';
import type { Health } from './connection.ts';
import { backOffMs } from './back-off.ts';
import type { PlatformRequest } from './platform-client.ts';

/**
 * How a request ended: the service answered it, it failed at the service, or the service was not
 * reached.
 */
export type RequestEnd = 'answered' | 'failed' | 'unreachable';

/**
 * `stoppedMs` is how long reads of this source were in flight before they were stopped for an
 * order, counted since the last answer or failure of the source.
 */
type Failing = { readonly count: number; readonly at: number; readonly stoppedMs: number };

/** Reconcile reads decide the outcome of an order. They never wait longer than this. */
const reconcileMaxMs = 5_000;
/** Stopped reads of a source count as a failure once they were in flight for this long in total. */
const slowMs = 1_000;
/** A source hangs once its stopped reads were in flight for this long in total. */
const hangingMs = 10_000;

/**
 * What the answers say about the service. A failing list of one strategy says nothing about other
 * lists: each list of each strategy is a source with its own back-off. The connection is down only
 * when nothing answers: the host was not reached, the first request failed, or a read that belongs
 * to no strategy failed as well.
 */
export class ConnectionHealth {
  readonly #clock: Clock;
  /** By command and strategy, the consecutive failures. */
  readonly #sources = new Map<string, Failing>();
  #state: Health = { state: 'connecting' };
  /** Failures since the last answer. `hasUnscoped`: a request without a strategy is among them. */
  #failed: { readonly count: number; readonly hasUnscoped: boolean; readonly at: number } = noFailures;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  state(): Health {
    return this.#state;
  }

  /**
   * True if a read of one strategy failed and no request was answered since. A read without a
   * strategy then decides whether only the list or the whole connection is down.
   */
  inDoubt(): boolean {
    return this.#state.state !== 'failing' && this.#failed.count > 0;
  }

  /** `busy` is an answer with HTTP 429 or 5xx, after which this source waits as after a failure. */
  note(request: PlatformRequest, end: RequestEnd, text: Text, busy = false): void {
    const source = sourceOf(request);
    const at = this.#clock.monotonic();
    if (end === 'answered' && !busy) this.#sources.delete(source);
    else this.#sources.set(source, { count: (this.#sources.get(source)?.count ?? 0) + 1, at, stoppedMs: 0 });
    const seconds = Math.floor(this.#clock.now() / 1_000);
    if (end === 'answered') {
      this.#failed = noFailures;
      this.#state = { state: 'answering', at: seconds };
      return;
    }
    const hasUnscoped = this.#failed.hasUnscoped || request.systemId === null;
    this.#failed = { count: this.#failed.count + 1, hasUnscoped, at };
    const wasDown = this.#state.state === 'failing';
    const isDown =
      wasDown || end === 'unreachable' || this.#state.state === 'connecting' || (hasUnscoped && this.#failed.count > 1);
    if (isDown) this.#state = { state: 'failing', since: wasDown ? this.#since(seconds) : seconds, text };
  }

  /**
   * Notes a request that was stopped here, such as a read that an order did not wait for. It says
   * nothing about the connection, and little about the source.
   */
  noteStopped(request: PlatformRequest, inFlightMs: number): void {
    const source = sourceOf(request);
    const previous = this.#sources.get(source) ?? { count: 0, stoppedMs: 0 };
    const at = this.#clock.monotonic();
    const stoppedMs = previous.stoppedMs + inFlightMs;
    const count = stoppedMs < slowMs ? previous.count : previous.count + 1;
    this.#sources.set(source, { count, at, stoppedMs });
  }

  /**
   * Whether the stopped reads of this source were in flight for too long in total since the source
   * last answered or failed. If so, the read is not queued again, and its caller gets a failure.
   */
  isHanging(request: PlatformRequest): boolean {
    return (this.#sources.get(sourceOf(request))?.stoppedMs ?? 0) >= hangingMs;
  }

  /** Monotonic milliseconds before which this read does not start. */
  earliestReadStart(request: PlatformRequest): number {
    const source = this.#sources.get(sourceOf(request));
    const sourceStart = source === undefined ? 0 : source.at + waitMs(source.count, request);
    const connectionStart = this.#state.state === 'failing' ? this.#failed.at + waitMs(this.#failed.count, request) : 0;
    return Math.max(sourceStart, connectionStart);
  }

  /** The back-off of the whole connection. */
  backOffMs(): number {
    return this.#state.state === 'failing' ? backOffMs(this.#failed.count) : 0;
  }

  #since(now: number): number {
    return this.#state.state === 'failing' ? this.#state.since : now;
  }
}

const noFailures = { count: 0, hasUnscoped: false, at: 0 };

const waitMs = (failures: number, { lane }: PlatformRequest): number =>
  lane === 'cancel' || lane === 'reconcile' ? Math.min(backOffMs(failures), reconcileMaxMs) : backOffMs(failures);

const sourceOf = ({ command, systemId }: PlatformRequest): string => `${command} ${systemId ?? ''}`;
