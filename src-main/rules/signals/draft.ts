import type { BookedPart } from '#rules/trades/position.ts';
import type { Trade } from '#rules/trades/trade.ts';
import type { BookChange, BookView, IdUse } from './book-view.ts';
import { isLive, type Signal } from './signal.ts';

/**
 * The book as a decision would change it. A cascade (fill, siblings, children) must see its own
 * earlier steps, and a refused request must not change the book. Steps are therefore written here,
 * and all of them together are the change.
 */
export class BookDraft implements BookView {
  readonly #base: BookView;
  /** Every signal written so far, in the order of its first step. */
  readonly #signals = new Map<string, Signal>();
  /** The signals that `add` wrote: the book does not have them yet. */
  readonly #added: Signal[] = [];
  readonly #fills: BookedPart[] = [];

  constructor(base: BookView) {
    this.#base = base;
  }

  change(): BookChange {
    const signals = [...this.#signals.values()];
    if (this.#fills.length === 0) return { signals, trades: [], fillParts: [] };
    const trades = new Map(this.#fills.map(({ trade }) => [trade.id, trade]));
    return { signals, trades: [...trades.values()], fillParts: this.#fills.map(({ fillPart }) => fillPart) };
  }

  signal(id: string): Signal | undefined {
    return this.#signals.get(id) ?? this.#base.signal(id);
  }

  /** The present state of a signal, including the steps of this draft. */
  current(signal: Signal): Signal {
    return this.#signals.get(signal.id) ?? signal;
  }

  find(reference: string): Signal | undefined {
    const found = this.#signals.get(reference) ?? this.#addedByOwnId(reference) ?? this.#base.find(reference);
    return found && this.current(found);
  }

  byOwnId(ownId: string): Signal | undefined {
    const found = this.#addedByOwnId(ownId) ?? this.#base.byOwnId(ownId);
    return found && this.current(found);
  }

  usedAs(id: string): IdUse | undefined {
    for (const added of this.#added) {
      if (added.id === id) return 'signal';
      if (added.ownId === id) return 'ownId';
      if (added.ocaId === id) return 'group';
    }
    return this.#base.usedAs(id);
  }

  /**
   * A signal never changes its group or parent. Further members of a group can therefore only be
   * signals that were added here.
   */
  liveMembers(ocaId: string): readonly Signal[] {
    return this.#joined(this.#base.liveMembers(ocaId), (one) => one.ocaId === ocaId).filter(isLive);
  }

  waitingChildren(parent: Pick<Signal, 'id'>): readonly Signal[] {
    const children = this.#joined(this.#base.waitingChildren(parent), (one) => one.parentId === parent.id);
    return children.filter((one) => one.state === 'waiting');
  }

  openTrade(symbol: string): Trade | undefined {
    const last = this.#fills.findLast(({ trade }) => trade.symbol === symbol)?.trade;
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

  putFill(part: BookedPart): void {
    this.#fills.push(part);
  }

  /** Signals of the book and those added here, in their present state. */
  #joined(known: readonly Signal[], belongs: (added: Signal) => boolean): readonly Signal[] {
    if (known.length === 0 && this.#added.length === 0) return known;
    return [...known, ...this.#added.filter(belongs)].map((one) => this.current(one));
  }

  #addedByOwnId(ownId: string): Signal | undefined {
    return this.#added.find((one) => one.ownId === ownId);
  }
}
