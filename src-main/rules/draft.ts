import type { BookChange } from './book-change.ts';
import type { BookView, IdUse } from './book-view.ts';
import { isLive, type Signal } from './signal.ts';
import type { Trade, TradeLeg } from './trade.ts';

/** Most decisions touch one to five signals, which are faster looked through than looked up. */
const FEW = 32;

/**
 * A decision in the making: the book as it would be, without touching it. A cascade (fill, siblings, children) must see its own
 * earlier steps, and a refused request must leave no trace, so steps are written here and handed over as one change.
 */
export class Draft implements BookView {
  readonly #base: BookView;
  #signals: Signal[] | null = null;
  /** What the book has in the place of each; null for a signal that it does not have yet. */
  #befores: (Signal | null)[] | null = null;
  #added = 0;
  /** Where the first signals stand, by their ids; made when there are many. */
  #places: Map<string, number> | null = null;
  #trades: Trade[] | null = null;
  #legs: TradeLeg[] | null = null;

  constructor(base: BookView) {
    this.#base = base;
  }

  signal(id: string): Signal | undefined {
    const place = this.#placeOfId(id);
    return (place < 0 ? undefined : this.#signals?.[place]) ?? this.#base.signal(id);
  }

  /** A signal of the book, or one that was given out here, as it now stands. */
  now(signal: Signal): Signal {
    const place = this.#placeOf(signal);
    return (place < 0 ? undefined : this.#signals?.[place]) ?? signal;
  }

  find(reference: string): Signal | undefined {
    if (this.#signals === null) return this.#base.find(reference);
    return this.signal(reference) ?? this.byOwnId(reference);
  }

  byOwnId(ownId: string): Signal | undefined {
    const found = this.#base.byOwnId(ownId);
    if (this.#signals === null) return found;
    return this.#new((signal) => signal.ownId === ownId)[0] ?? (found && this.now(found));
  }

  usedAs(id: string): IdUse | undefined {
    if (this.#added === 0) return this.#base.usedAs(id);
    const [named] = this.#new((one) => one.id === id || one.ownId === id);
    if (named) return named.id === id ? 'signal' : 'ownId';
    return this.#new((one) => one.ocaId === id).length > 0 ? 'group' : this.#base.usedAs(id);
  }

  liveMembers(ocaId: string): readonly Signal[] {
    const members = this.#base.liveMembers(ocaId);
    if (this.#signals === null) return members;
    const live = this.#current(members).filter(isLive);
    return this.#added === 0 ? live : [...live, ...this.#new((one) => one.ocaId === ocaId && isLive(one))];
  }

  waitingChildren(parentId: string): readonly Signal[] {
    const children = this.#base.waitingChildren(parentId);
    // Nearly every signal that ends has none.
    if (this.#signals === null || (children.length === 0 && this.#added === 0)) return children;
    const waiting = this.#current(children).filter(isWaiting);
    return this.#added === 0
      ? waiting
      : [...waiting, ...this.#new((one) => one.parentId === parentId && isWaiting(one))];
  }

  openTrade(symbol: string): Trade | undefined {
    const trades = this.#trades;
    for (let at = (trades?.length ?? 0) - 1; at >= 0; at -= 1) {
      const trade = trades?.[at];
      if (trade?.symbol === symbol) return trade.closedAt === null ? trade : undefined;
    }
    return this.#base.openTrade(symbol);
  }

  /** A signal that nobody has seen before. */
  add(signal: Signal): void {
    this.#push(null, signal);
    this.#added += 1;
  }

  /** `before`, as it now stands, is replaced by `signal`. */
  put(before: Signal, signal: Signal): void {
    const place = this.#placeOf(before);
    if (place < 0 || this.#signals === null) this.#push(before, signal);
    else this.#signals[place] = signal;
  }

  /** As `put`, where no step here has changed `before` yet. */
  putFirst(before: Signal, signal: Signal): void {
    this.#push(before, signal);
  }

  /** A trade of a symbol, after all earlier ones of it. */
  putTrade(trade: Trade): void {
    const trades = this.#trades;
    for (let at = (trades?.length ?? 0) - 1; trades !== null && at >= 0; at -= 1) {
      if (trades[at]?.id !== trade.id) continue;
      trades[at] = trade;
      return;
    }
    this.#trades = append(trades, trade);
  }

  addLeg(leg: TradeLeg): void {
    this.#legs = append(this.#legs, leg);
  }

  /** The decision. The draft is not used after it. */
  change(): BookChange {
    return {
      signals: this.#signals ?? NONE,
      trades: this.#trades ?? NONE,
      legs: this.#legs ?? NONE,
    };
  }

  /** Of a signal as the book has it, or as it now stands. Objects are found faster than ids. */
  #placeOf(signal: Signal): number {
    const signals = this.#signals;
    const befores = this.#befores;
    if (signals === null || befores === null) return -1;
    if (signals.length > FEW) return this.#placeOfId(signal.id);
    let place = signals.length - 1;
    while (place >= 0 && befores[place] !== signal && signals[place] !== signal) place -= 1;
    return place;
  }

  #placeOfId(id: string): number {
    const signals = this.#signals ?? NONE;
    if (signals.length <= FEW) return signals.findIndex((one) => one.id === id);
    const places = (this.#places ??= new Map<string, number>());
    for (let place = places.size; place < signals.length; place += 1) places.set(signals[place]?.id ?? '', place);
    return places.get(id) ?? -1;
  }

  #push(before: Signal | null, signal: Signal): void {
    if (this.#signals === null || this.#befores === null) {
      // A list begins as a literal of one: an empty one grows to seventeen with its first item.
      this.#signals = [signal];
      this.#befores = [before];
      return;
    }
    this.#signals.push(signal);
    this.#befores.push(before);
  }

  #current(signals: readonly Signal[]): readonly Signal[] {
    return signals.map((signal) => this.now(signal));
  }

  /** A signal never changes its group or its parent, so only new ones join those that the book knows. */
  #new(wanted: (signal: Signal) => boolean): readonly Signal[] {
    if (this.#added === 0) return NONE;
    return this.#signals?.filter((signal, place) => this.#befores?.[place] === null && wanted(signal)) ?? NONE;
  }
}

const NONE: readonly never[] = [];

function append<T>(list: T[] | null, item: T): T[] {
  if (list === null) return [item];
  list.push(item);
  return list;
}

function isWaiting(signal: Signal): boolean {
  return signal.state === 'waiting';
}
