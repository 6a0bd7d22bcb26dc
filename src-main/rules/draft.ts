import type { BookChange, BookEvent } from './book-change.ts';
import type { BookView } from './book-view.ts';
import { isLive, type Signal } from './signal.ts';
import type { Trade, TradeLeg } from './trade.ts';

/**
 * A decision in the making: the book as it would be, without touching it. A cascade (fill, siblings, children) must see its own
 * earlier steps, and a refused request must leave no trace, so steps are written here and handed over as one change.
 */
export class Draft implements BookView {
  readonly #base: BookView;
  readonly #signals = new Map<string, Signal>();
  readonly #trades = new Map<string, Trade>();
  readonly #legs: TradeLeg[] = [];
  readonly #events: BookEvent[] = [];

  constructor(base: BookView) {
    this.#base = base;
  }

  signal(id: string): Signal | undefined {
    return this.#signals.get(id) ?? this.#base.signal(id);
  }

  byOwnId(ownId: string): Signal | undefined {
    for (const signal of this.#signals.values()) if (signal.ownId === ownId) return signal;
    return this.#base.byOwnId(ownId);
  }

  groupKnown(ocaId: string): boolean {
    for (const signal of this.#signals.values()) if (signal.ocaId === ocaId) return true;
    return this.#base.groupKnown(ocaId);
  }

  liveMembers(ocaId: string): readonly Signal[] {
    return this.#overlay(this.#base.liveMembers(ocaId), (signal) => signal.ocaId === ocaId && isLive(signal));
  }

  waitingChildren(parentId: string): readonly Signal[] {
    return this.#overlay(
      this.#base.waitingChildren(parentId),
      (signal) => signal.parentId === parentId && signal.state === 'waiting',
    );
  }

  openTrade(symbol: string): Trade | undefined {
    let found = this.#base.openTrade(symbol);
    for (const trade of this.#trades.values()) {
      if (trade.symbol === symbol) found = trade.closedAt === null ? trade : found?.id === trade.id ? undefined : found;
    }
    return found;
  }

  put(signal: Signal, at: number): void {
    const before = this.signal(signal.id);
    this.#signals.set(signal.id, signal);
    if (before?.state === signal.state) return;
    this.#events.push({
      kind: 'signal',
      id: signal.id,
      from: before?.state ?? 'none',
      to: signal.state,
      cause: signal.cause,
      at,
    });
  }

  putTrade(trade: Trade, legs: readonly TradeLeg[]): void {
    const before = this.#trades.get(trade.id) ?? this.#base.openTrade(trade.symbol);
    const known = before?.id === trade.id ? before : undefined;
    this.#trades.set(trade.id, trade);
    this.#legs.push(...legs);
    const by = legs[0];
    if (by) this.#events.push({ kind: 'trade', id: trade.id, what: step(known, trade), by: by.signalId, at: by.at });
  }

  change(): BookChange {
    return {
      signals: [...this.#signals.values()],
      trades: [...this.#trades.values()],
      legs: this.#legs,
      events: this.#events,
    };
  }

  #overlay(base: readonly Signal[], keep: (signal: Signal) => boolean): readonly Signal[] {
    if (this.#signals.size === 0) return base;
    const kept = base.filter((signal) => !this.#signals.has(signal.id));
    for (const signal of this.#signals.values()) if (keep(signal)) kept.push(signal);
    return kept;
  }
}

function step(before: Trade | undefined, after: Trade): 'opened' | 'increased' | 'reduced' | 'closed' {
  if (!before) return 'opened';
  if (after.closedAt !== null) return 'closed';
  return after.closed > before.closed ? 'reduced' : 'increased';
}
