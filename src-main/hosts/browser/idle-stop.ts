import type { Clock } from '#core/ports.ts';

const MINUTE_MS = 60_000;

/** Ends the program some time after its last page has gone. 0 minutes is never. */
export class IdleStop {
  readonly #clock: Clock;
  readonly #milliseconds: number;
  readonly #stop: () => void;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, minutes: number, stop: () => void) {
    this.#clock = clock;
    this.#milliseconds = minutes * MINUTE_MS;
    this.#stop = stop;
  }

  /** How many pages are open now. Not called before the first page, a program nobody has opened yet waits for ever. */
  pages(count: number): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (count === 0 && this.#milliseconds > 0) this.#cancel = this.#clock.after(this.#milliseconds, this.#stop);
  }

  dispose(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
