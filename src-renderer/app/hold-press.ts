/** How long the panic button is held, ms: too long for a slip, short enough for a bad moment. */
export const panicHoldMs = 1_500;

type After = (milliseconds: number, run: () => void) => () => void;

/**
 * A button that acts only when it is held, by pointer or key. Key repeat neither starts nor prolongs it, letting go drops
 * it, and one hold acts once.
 */
export class HoldPress {
  readonly #after: After;
  readonly #act: () => void;
  #cancel: (() => void) | null = null;

  constructor(after: After, act: () => void) {
    this.#after = after;
    this.#act = act;
  }

  get holding(): boolean {
    return this.#cancel !== null;
  }

  /** False: it is held already. */
  press(): boolean {
    if (this.#cancel !== null) return false;
    this.#cancel = this.#after(panicHoldMs, () => {
      this.#cancel = null;
      this.#act();
    });
    return true;
  }

  release(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
