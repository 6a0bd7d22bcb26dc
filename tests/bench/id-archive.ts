import type { SignalArchive } from '#rules/book.ts';
import { isLive, type Signal } from '#rules/signal.ts';

/**
 * What the engine alone remembers of ended signals: the ids that callers chose, because they are unique across all time. The practice
 * service keeps the signals themselves in its database, where the engine's memory does not grow by them; a cancel of an ended signal is
 * answered here as the peers answer it: nothing of that id rests.
 */
export class IdArchive implements SignalArchive {
  readonly #chosen = new Set<string>();

  add(signals: readonly Signal[]): void {
    for (const signal of signals) {
      if (isLive(signal)) continue;
      if (signal.ownId !== null) this.#chosen.add(signal.ownId);
      // The group of a bracket has an id of the counter, which no caller chose.
      if (signal.ocaId !== null && signal.role === 'order') this.#chosen.add(signal.ocaId);
    }
  }

  signal(): undefined {
    return undefined;
  }

  byOwnId(): undefined {
    return undefined;
  }

  groupKnown(ocaId: string): boolean {
    return this.#chosen.has(ocaId);
  }

  known(id: string): boolean {
    return this.#chosen.has(id);
  }
}
