import type { SignalArchive } from './book.ts';
import type { IdUse } from '#rules/signals/book-view.ts';
import type { Signal } from '#rules/signals/signal.ts';

/** Ended signals in memory, for previews and for tests; the practice service reads its own from its database. */
export class MemoryArchive implements SignalArchive {
  readonly #signals = new Map<string, Signal>();
  readonly #own = new Map<string, Signal>();
  readonly #groups = new Set<string>();

  add(signals: readonly Signal[]): void {
    for (const signal of signals) {
      const { id, ownId, ocaId } = signal;
      // Where an own id is taken twice, the later signal goes by it, whatever happens to the earlier one.
      if (ownId !== null && (!this.#signals.has(id) || this.#own.get(ownId)?.id === id)) this.#own.set(ownId, signal);
      if (ocaId !== null) this.#groups.add(ocaId);
      this.#signals.set(id, signal);
    }
  }

  signal(id: string): Signal | undefined {
    return this.#signals.get(id);
  }

  byOwnId(ownId: string): Signal | undefined {
    return this.#own.get(ownId);
  }

  usedAs(id: string): IdUse | undefined {
    if (this.#signals.has(id)) return 'signal';
    if (this.#own.has(id)) return 'ownId';
    return this.#groups.has(id) ? 'group' : undefined;
  }

  signals(): readonly Signal[] {
    return [...this.#signals.values()];
  }
}
