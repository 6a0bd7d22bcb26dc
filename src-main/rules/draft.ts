import type { BookChange } from './book-change.ts';
import type { BookView } from './book-view.ts';
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
  /** Where each signal stands, by its id; made when there are many. */
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

  groupKnown(ocaId: string): boolean {
    return this.#base.groupKnown(ocaId) || (this.#added > 0 && this.#new((one) => one.ocaId === ocaId).length > 0);
  }

  known(id: string): boolean {
    return this.#base.known(id) || (this.#added > 0 && this.#new((one) => goesBy(one, id)).length > 0);
  }

  liveMembers(ocaId: string): readonly Signal[] {
    const members = this.#base.liveMembers(ocaId);
    if (this.#signals === null) return members;
    return [...this.#current(members).filter(isLive), ...this.#new((one) => one.ocaId === ocaId && isLive(one))];
  }

  waitingChildren(parentId: string): readonly Signal[] {
    const children = this.#base.waitingChildren(parentId);
    // Nearly every signal that ends has none.
    if (this.#signals === null || (children.length === 0 && this.#added === 0)) return children;
    return [
      ...this.#current(children).filter(isWaiting),
      ...this.#new((one) => one.parentId === parentId && isWaiting(one)),
    ];
  }

  openTrade(symbol: string): Trade | undefined {
    const trade = this.#trades?.findLast((one) => one.symbol === symbol);
    if (trade === undefined) return this.#base.openTrade(symbol);
    return trade.closedAt === null ? trade : undefined;
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

  /** A trade of a symbol, after all earlier ones of it. */
  putTrade(trade: Trade, legs: readonly TradeLeg[]): void {
    const place = this.#trades?.findLastIndex((one) => one.id === trade.id) ?? -1;
    if (place < 0 || this.#trades === null) this.#trades = append(this.#trades, trade);
    else this.#trades[place] = trade;
    for (const leg of legs) this.#legs = append(this.#legs, leg);
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
    if (this.#signals === null || this.#befores === null) return -1;
    if (this.#places) return this.#places.get(signal.id) ?? -1;
    const place = this.#befores.lastIndexOf(signal);
    return place >= 0 ? place : this.#signals.lastIndexOf(signal);
  }

  #placeOfId(id: string): number {
    if (this.#places) return this.#places.get(id) ?? -1;
    return this.#signals?.findIndex((one) => one.id === id) ?? -1;
  }

  #push(before: Signal | null, signal: Signal): void {
    this.#befores = append(this.#befores, before);
    const signals = append(this.#signals, signal);
    this.#signals = signals;
    if (this.#places) this.#places.set(signal.id, signals.length - 1);
    else if (signals.length > FEW) this.#places = new Map(signals.map((one, place) => [one.id, place]));
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

/** A list begins as a literal of one: an empty one grows to seventeen with its first item. */
function append<T>(list: T[] | null, item: T): T[] {
  if (list === null) return [item];
  list.push(item);
  return list;
}

function goesBy(signal: Signal, id: string): boolean {
  return signal.id === id || signal.ownId === id || signal.ocaId === id;
}

function isWaiting(signal: Signal): boolean {
  return signal.state === 'waiting';
}
