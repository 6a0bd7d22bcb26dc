import type { Clock } from '#core/ports.ts';

const MINUTE_MS = 60_000;

/** Ends the program some time after its last page was closed. 0 minutes means never. */
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

  /**
   * The number of open pages. Not called before the first page: until then the program waits
   * without a limit.
   */
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
