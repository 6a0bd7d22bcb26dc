import type { Clock } from '#core/ports.ts';
import { simNow, type SimTime } from './sim-time.ts';

type Timer = { readonly at: number; readonly run: () => void; handle: NodeJS.Timeout };

const maxTimeoutMs = 2_147_483_647;

/**
 * The core's clock in simulated time. The monotonic clock starts with the process and follows
 * simulated time, which jumps only forward. The wall clock can be off by any amount. Work within a
 * turn of the event loop takes no simulated time: on a busy machine, a tenth of a second between
 * two lines would otherwise be seconds.
 */
export class SimClock implements Clock {
  #time: SimTime;
  readonly #start: number;
  #wallOffset: number;
  readonly #timers = new Set<Timer>();
  #turnTime: number | null = null;

  constructor(time: SimTime, wallOffset: number) {
    this.#time = time;
    this.#start = simNow(time);
    this.#wallOffset = wallOffset;
  }

  now(): number {
    return Math.floor(this.#simulated() + this.#wallOffset);
  }

  monotonic(): number {
    return this.#simulated() - this.#start;
  }

  after(milliseconds: number, run: () => void): () => void {
    const timer: Timer = { at: this.monotonic() + Math.max(0, milliseconds), run, handle: setTimeout(() => undefined) };
    this.#arm(timer);
    this.#timers.add(timer);
    return () => this.#drop(timer);
  }

  /** Changes the wall clock only, like a user or a time server. */
  setWallOffset(milliseconds: number): void {
    this.#wallOffset = milliseconds;
  }

  /** Jumps forward: timers that became due in between run now. */
  setTime(time: SimTime): void {
    this.#time = time;
    this.#turnTime = null;
    for (const timer of this.#timers) this.#arm(timer);
  }

  /** The same time for a whole turn of the event loop. At speed 1, it is read at each call. */
  #simulated(): number {
    if (this.#time.speed === 1) return simNow(this.#time);
    if (this.#turnTime === null) {
      this.#turnTime = simNow(this.#time);
      setImmediate(() => (this.#turnTime = null));
    }
    return this.#turnTime;
  }

  #arm(timer: Timer): void {
    clearTimeout(timer.handle);
    const wait = (timer.at - this.monotonic()) / this.#time.speed;
    timer.handle = setTimeout(
      () => {
        this.#timers.delete(timer);
        timer.run();
      },
      Math.min(Math.max(0, wait), maxTimeoutMs),
    );
  }

  #drop(timer: Timer): void {
    clearTimeout(timer.handle);
    this.#timers.delete(timer);
  }
}
