/**
 * Lets one task continue in each turn of the event loop. Other input, above all an order, then
 * waits for one task only, and not for every task that a change of a list started.
 */
export class YieldPerTask {
  readonly #waiting: (() => void)[] = [];

  yieldTask(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) setImmediate(this.#next);
    });
  }

  readonly #next = (): void => {
    this.#waiting.shift()?.();
    // A task added during a turn runs in the next turn, after input that arrives before that turn.
    if (this.#waiting.length > 0) setImmediate(this.#next);
  };
}
