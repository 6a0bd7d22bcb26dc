/**
 * Time in ms that the panic button has to be held: too long for a mistake, short enough in an
 * emergency.
 */
export const panicHoldMs = 1_500;

type StartTimer = (milliseconds: number, run: () => void) => () => void;

/**
 * A button that acts only when it is held down, by pointer or key. Key repeat neither starts nor
 * prolongs the hold. A release cancels it, and one hold acts once.
 */
export class HoldPress {
  readonly #startTimer: StartTimer;
  readonly #onHeld: () => void;
  #cancel: (() => void) | null = null;

  constructor(startTimer: StartTimer, onHeld: () => void) {
    this.#startTimer = startTimer;
    this.#onHeld = onHeld;
  }

  /** False if the button is already held down. */
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
