import type { Clock } from '#core/ports.ts';
import type { Health } from './connection.ts';
import { backOffMs } from './back-off.ts';
import type { PlatformRequest } from './platform-client.ts';

/** How a request ended: the service answered it, it failed at the service, or the service was not reached. */
export type RequestEnd = 'answered' | 'failed' | 'unreachable';

/** `stoppedMs`: how long reads of this source were in flight that were stopped for an order, since its last answer. */
type Failing = { readonly count: number; readonly at: number; readonly stoppedMs: number };

/** Reconcile reads prove what became of an order: they never wait longer than this. */
const reconcileMaxMs = 5_000;
/** A read that is stopped sooner is asked again at once. */
const slowMs = 1_000;
/** A source that did not answer within this time, stops for orders included, counts as failed. */
const hangingMs = 10_000;

/**
 * What the answers say of the service. One list of one strategy that fails says nothing of the others: it is a source of
 * its own, with its own back-off. The connection is down only when nothing answers: the host was not reached, or a read
 * that belongs to no strategy failed as well.
 */
export class ConnectionHealth {
  readonly #clock: Clock;
  /** Failures in a row by command and strategy. */
  readonly #sources = new Map<string, Failing>();
  #state: Health = { state: 'connecting' };
  /** Since the last answer. */
  #failed: { readonly count: number; readonly unscoped: boolean; readonly at: number } = noFailures;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  state(): Health {
    return this.#state;
  }

  /** A read of one strategy failed and nothing has answered since: a read of another kind tells which of the two it is. */
  inDoubt(): boolean {
    return this.#state.state !== 'failing' && this.#failed.count > 0;
  }

  /** `busy`: an answer all the same (HTTP 429 or 5xx), after which this source waits as after a failure. */
  note(request: PlatformRequest, end: RequestEnd, text: string, busy = false): void {
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
    const unscoped = this.#failed.unscoped || request.systemId === null;
    this.#failed = { count: this.#failed.count + 1, unscoped, at };
    const wasDown = this.#state.state === 'failing';
    const isDown =
      wasDown || end === 'unreachable' || this.#state.state === 'connecting' || (unscoped && this.#failed.count > 1);
    if (isDown) this.#state = { state: 'failing', since: wasDown ? this.#since(seconds) : seconds, text };
  }

  /** Stopped so that an order did not wait for it: this says nothing of the connection, and little of the source. */
  noteStopped(request: PlatformRequest, inFlightMs: number): void {
    const source = sourceOf(request);
    const before = this.#sources.get(source) ?? { count: 0, stoppedMs: 0 };
    const at = this.#clock.monotonic();
    const stoppedMs = before.stoppedMs + inFlightMs;
    const count = stoppedMs < slowMs ? before.count : before.count + 1;
    this.#sources.set(source, { count, at, stoppedMs });
  }

  /** Its reads were stopped again and again before they were answered: the last stop is a failure. */
  isHanging(request: PlatformRequest): boolean {
    return (this.#sources.get(sourceOf(request))?.stoppedMs ?? 0) >= hangingMs;
  }

  /** Monotonic milliseconds before which this read does not start. */
  readFrom(request: PlatformRequest): number {
    const source = this.#sources.get(sourceOf(request));
    const own = source === undefined ? 0 : source.at + waitMs(source.count, request);
    const all = this.#state.state === 'failing' ? this.#failed.at + waitMs(this.#failed.count, request) : 0;
    return Math.max(own, all);
  }

  /** Of the connection as a whole. */
  backOffMs(): number {
    return this.#state.state === 'failing' ? backOffMs(this.#failed.count) : 0;
  }

  #since(otherwise: number): number {
    return this.#state.state === 'failing' ? this.#state.since : otherwise;
  }
}

const noFailures = { count: 0, unscoped: false, at: 0 };

const waitMs = (failures: number, { lane }: PlatformRequest): number =>
  lane === 'cancel' || lane === 'reconcile' ? Math.min(backOffMs(failures), reconcileMaxMs) : backOffMs(failures);

const sourceOf = ({ command, systemId }: PlatformRequest): string => `${command} ${systemId ?? ''}`;
