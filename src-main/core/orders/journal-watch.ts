import type { Clock, Log } from '#core/ports.ts';
import type { Journal } from './journal.ts';
import type { Recorder } from './recorder.ts';

/** Milliseconds between tries of a journal that could not be written. */
const retryMs = 5_000;

/** While the journal can not be written it is tried again; what was learned meanwhile is then written. */
export class JournalWatch {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #journal: Journal;
  readonly #recorder: () => Recorder;
  #timer: (() => void) | null = null;
  #closed = false;

  constructor(clock: Clock, log: Log, journal: Journal, recorder: () => Recorder) {
    this.#clock = clock;
    this.#log = log;
    this.#journal = journal;
    this.#recorder = recorder;
  }

  /** Begins to try where there is a problem; calling it again is free. */
  look(): void {
    if (this.#closed || this.#timer !== null || this.#journal.problem() === null) return;
    this.#timer = this.#clock.after(retryMs, () => {
      this.#timer = null;
      if (this.#recorder().flush()) this.#log.info('journal-writable-again');
      else this.look();
    });
  }

  close(): void {
    this.#closed = true;
    this.#timer?.();
  }
}
