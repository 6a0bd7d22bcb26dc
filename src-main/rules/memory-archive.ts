import type { SignalArchive } from './book.ts';
import type { Signal } from './signal.ts';

/** Ended signals in memory, for previews and for tests; the practice service reads its own from its database. */
export class MemoryArchive implements SignalArchive {
  readonly #signals = new Map<string, Signal>();
  readonly #own = new Map<string, Signal>();
  readonly #groups = new Set<string>();

  add(signals: readonly Signal[]): void {
    for (const signal of signals) {
      this.#signals.set(signal.id, signal);
      if (signal.ownId !== null) this.#own.set(signal.ownId, signal);
      if (signal.ocaId !== null) this.#groups.add(signal.ocaId);
    }
  }

  signal(id: string): Signal | undefined {
    return this.#signals.get(id);
  }

  byOwnId(ownId: string): Signal | undefined {
    return this.#own.get(ownId);
  }

  groupKnown(ocaId: string): boolean {
    return this.#groups.has(ocaId);
  }

  known(id: string): boolean {
    return this.#signals.has(id) || this.#own.has(id) || this.#groups.has(id);
  }

  signals(): readonly Signal[] {
    return [...this.#signals.values()];
  }
}
