import type { Clock } from '#core/ports.ts';

const MINUTE_MS = 60_000;

type Ending = {
  /** False while the outcome of an order is unknown. Then the program waits once more. */
  readonly mayStop: () => boolean;
  readonly stop: () => void;
};

/** Ends the program some time after its last page was closed. 0 minutes means never. */
export class IdleStop {
  readonly #clock: Clock;
  readonly #milliseconds: number;
  readonly #ending: Ending;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, minutes: number, ending: Ending) {
    this.#clock = clock;
    this.#milliseconds = minutes * MINUTE_MS;
    this.#ending = ending;
  }

  /**
   * The number of open pages. Until the first call the program waits without a limit, for a page
   * that a person opens by hand.
   */
  pages(count: number): void {
    this.dispose();
    if (count === 0 && this.#milliseconds > 0) this.#wait();
  }

  dispose(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #wait(): void {
    this.#cancel = this.#clock.after(this.#milliseconds, () => {
      if (this.#ending.mayStop()) this.#ending.stop();
      else this.#wait();
    });
  }
}
