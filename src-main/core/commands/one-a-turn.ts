/**
 * Lets one go on in each turn of the event loop. What comes in meanwhile, an order above all, waits for one of them and not for as many as
 * a change in a list brought with it.
 */
export class OneATurn {
  readonly #waiting: (() => void)[] = [];

  turn(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) setImmediate(this.#next);
    });
  }

  readonly #next = (): void => {
    this.#waiting.shift()?.();
    // Asked for in a turn it comes in the next one, after what has come in.
    if (this.#waiting.length > 0) setImmediate(this.#next);
  };
}
