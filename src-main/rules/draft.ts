import type { BookChange } from './book-change.ts';
import type { BookView, IdUse } from './book-view.ts';
import type { BookedPart } from './position.ts';
import { isLive, type Signal } from './signal.ts';
import type { Trade, TradeLeg } from './trade.ts';

/**
 * A decision in the making: the book as it would be, without touching it. A cascade (fill, siblings, children) must see its own
 * earlier steps, and a refused request must leave no trace. So steps are written here, and what was written is the change.
 */
export class Draft implements BookView {
  readonly #base: BookView;
  /** Every signal written so far, in the order of its first step. */
  readonly #signals = new Map<string, Signal>();
  /** Those of them that the book does not have yet. */
  readonly #added: Signal[] = [];
  readonly #trades = new Map<string, Trade>();
  readonly #lastTrade = new Map<string, Trade>();
  readonly #legs: TradeLeg[] = [];

  constructor(base: BookView) {
    this.#base = base;
  }

  change(): BookChange {
    return { signals: [...this.#signals.values()], trades: [...this.#trades.values()], legs: this.#legs };
  }

  signal(id: string): Signal | undefined {
    return this.#signals.get(id) ?? this.#base.signal(id);
  }

  /** The present state of a signal that was read from the book or from here. */
  now(signal: Signal): Signal {
    return this.#signals.get(signal.id) ?? signal;
  }

  find(reference: string): Signal | undefined {
    const found = this.#signals.get(reference) ?? this.#addedAs(reference) ?? this.#base.find(reference);
    return found && this.now(found);
  }

  byOwnId(ownId: string): Signal | undefined {
    const found = this.#addedAs(ownId) ?? this.#base.byOwnId(ownId);
    return found && this.now(found);
  }

  usedAs(id: string): IdUse | undefined {
    for (const added of this.#added) {
      if (added.id === id) return 'signal';
      if (added.ownId === id) return 'ownId';
      if (added.ocaId === id) return 'group';
    }
    return this.#base.usedAs(id);
  }

  /** A signal never changes its group or its parent, so only new ones join those of the book. */
  liveMembers(ocaId: string): readonly Signal[] {
    const added = this.#added.filter((one) => one.ocaId === ocaId);
    return this.#now([...this.#base.liveMembers(ocaId), ...added]).filter(isLive);
  }

  waitingChildren(parent: Pick<Signal, 'id'>): readonly Signal[] {
    const added = this.#added.filter((one) => one.parentId === parent.id);
    return this.#now([...this.#base.waitingChildren(parent), ...added]).filter((one) => one.state === 'waiting');
  }

  openTrade(symbol: string): Trade | undefined {
    const last = this.#lastTrade.get(symbol);
    if (last === undefined) return this.#base.openTrade(symbol);
    return last.closedAt === null ? last : undefined;
  }

  /** Writes a signal that the book does not have. */
  add(signal: Signal): void {
    this.#added.push(signal);
    this.#signals.set(signal.id, signal);
  }

  /** Writes the next state of a signal of the book, or of one that was added here. */
  put(signal: Signal): void {
    this.#signals.set(signal.id, signal);
  }

  /** Books a part of a fill. */
  putFill({ trade, leg }: BookedPart): void {
    this.#trades.set(trade.id, trade);
    this.#lastTrade.set(trade.symbol, trade);
    this.#legs.push(leg);
  }

  #addedAs(ownId: string): Signal | undefined {
    return this.#added.find((one) => one.ownId === ownId);
  }

  #now(signals: readonly Signal[]): Signal[] {
    return signals.map((one) => this.now(one));
  }
}
