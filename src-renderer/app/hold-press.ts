/**
 * Time in ms that the panic button has to be held: too long for a mistake, short enough in an
 * emergency.
 */
export const panicHoldMs = 1_500;

type StartTimer = (milliseconds: number, run: () => void) => () => void;

/**
 * A button that acts only when it is held down, by pointer or key. A further press during the hold
 * does not prolong it, a release cancels it, and one hold acts once. The caller has to ignore key
 * repeats: after the hold has acted, a repeat would start another one.
 */
export class HoldPress {
  readonly #startTimer: StartTimer;
  readonly #onHeld: () => void;
  #cancel: (() => void) | null = null;

  constructor(startTimer: StartTimer, onHeld: () => void) {
    this.#startTimer = startTimer;
    this.#onHeld = onHeld;
  }

  /** Starts the hold. False if a hold has started already. */
  press(): boolean {
    if (this.#cancel !== null) return false;
    this.#cancel = this.#startTimer(panicHoldMs, () => {
      this.#cancel = null;
      this.#onHeld();
    });
    return true;
  }

  release(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
