import type { IdUse } from '#rules/signals/book-view.ts';
import type { Signal } from '#rules/signals/signal.ts';
import type { SignalArchive } from './book.ts';

/**
 * Signals in memory, for previews and for tests. The practice service has its signals in its
 * database.
 */
export class MemoryArchive implements SignalArchive {
  readonly #signals = new Map<string, Signal>();
  readonly #signalByOwnId = new Map<string, Signal>();
  readonly #groups = new Set<string>();

  add(signals: readonly Signal[]): void {
    for (const signal of signals) {
      const { id, ownId, ocaId } = signal;
      // An own id that is used twice refers to the later signal, even if the earlier one changes.
      if (ownId !== null && (!this.#signals.has(id) || this.#signalByOwnId.get(ownId)?.id === id))
        this.#signalByOwnId.set(ownId, signal);
      if (ocaId !== null) this.#groups.add(ocaId);
      this.#signals.set(id, signal);
    }
  }

  signal(id: string): Signal | undefined {
    return this.#signals.get(id);
  }

  byOwnId(ownId: string): Signal | undefined {
    return this.#signalByOwnId.get(ownId);
  }

  usedAs(id: string): IdUse | undefined {
    if (this.#signals.has(id)) return 'signal';
    if (this.#signalByOwnId.has(id)) return 'ownId';
    return this.#groups.has(id) ? 'group' : undefined;
  }

  signals(): readonly Signal[] {
    return [...this.#signals.values()];
  }
}
