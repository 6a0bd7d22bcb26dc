import type { Clock } from '#core/ports.ts';

const MINUTE_MS = 60_000;

type Deps = {
  /**
   * False while an order waits to be sent or has an unknown outcome, and while an exit plan or a
   * set of changes runs. The program then waits for the same time again.
   */
  readonly mayStop: () => boolean;
  readonly stop: () => void;
};

/** Ends the program some time after its last page was closed. 0 minutes means never. */
export class IdleStop {
  readonly #clock: Clock;
  readonly #milliseconds: number;
  readonly #deps: Deps;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, minutes: number, deps: Deps) {
    this.#clock = clock;
    this.#milliseconds = minutes * MINUTE_MS;
    this.#deps = deps;
  }

  /**
   * `count` is the number of open pages. Until the first call the program waits without a limit for
   * a page that a person opens by hand.
   */
  pagesChanged(count: number): void {
    this.dispose();
    if (count === 0 && this.#milliseconds > 0) this.#wait();
  }

  dispose(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #wait(): void {
    this.#cancel = this.#clock.after(this.#milliseconds, () => {
      if (this.#deps.mayStop()) this.#deps.stop();
      else this.#wait();
    });
  }
}
