import type { Clock, Log } from '#core/ports.ts';
import type { Journal } from './journal.ts';
import type { Recorder } from './recorder.ts';

/** Milliseconds between attempts to write a journal that could not be written. */
const retryMs = 5_000;

/**
 * Retries while the journal cannot be written, and then writes the evidence that has arrived
 * meanwhile.
 */
export class JournalWatch {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #journal: Journal;
  readonly #recorder: () => Recorder;
  /** Cancels the next attempt; null while none is scheduled. */
  #cancelNext: (() => void) | null = null;
  #closed = false;

  constructor(clock: Clock, log: Log, journal: Journal, recorder: () => Recorder) {
    this.#clock = clock;
    this.#log = log;
    this.#journal = journal;
    this.#recorder = recorder;
  }

  /** Starts the attempts if there is a problem. Repeated calls have no effect. */
  start(): void {
    if (this.#closed || this.#cancelNext !== null || this.#journal.problem() === null) return;
    this.#cancelNext = this.#clock.after(retryMs, () => {
      this.#cancelNext = null;
      if (this.#recorder().flush()) this.#log.info('journal-writable-again');
      else this.start();
    });
  }

  close(): void {
    this.#closed = true;
    this.#cancelNext?.();
  }
}
