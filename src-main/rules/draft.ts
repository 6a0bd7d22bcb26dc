import { Book } from './book.ts';
import type { BookChange } from './book-change.ts';
import type { BookView, IdUse } from './book-view.ts';
import type { BookedPart } from './position.ts';
import { isLive, type Signal } from './signal.ts';
import type { Trade, TradeLeg } from './trade.ts';

/** Most decisions touch one to five signals, which are faster looked through than looked up. */
const FEW = 32;
/** Of a list that is empty. It is never written to: a list begins as a literal of one, for an empty one grows to seventeen at once. */
const NONE: never[] = [];

/**
 * A decision in the making: the book as it would be, without touching it. A cascade (fill, siblings, children) must see its own
 * earlier steps, and a refused request must leave no trace, so steps are written here; what was written is the change.
 */
export class Draft implements BookView, BookChange {
  /**
   * Between two decisions there is no draft, and a collection of garbage would take the shape of drafts along, and with it all code that
   * was compiled for them: one that stays keeps both.
   */
  static readonly kept = new Draft(new Book(null));

  readonly #base: BookView;
  #signals: Signal[] = NONE;
  /** Signals that the book does not have yet, as they came. */
  #news: Signal[] = NONE;
  #trades: Trade[] = NONE;
  #legs: TradeLeg[] = NONE;
  /** Where the first signals stand, by their ids; made when there are many. */
  #places: Map<string, number> | null = null;

  constructor(base: BookView) {
    this.#base = base;
  }

  get signals(): readonly Signal[] {
    return this.#signals;
  }

  get trades(): readonly Trade[] {
    return this.#trades;
  }

  get legs(): readonly TradeLeg[] {
    return this.#legs;
  }

  signal(id: string): Signal | undefined {
    const place = this.#placeOf(id);
    return place < 0 ? this.#base.signal(id) : this.#signals[place];
  }

  /** A signal of the book, or one that was given out here, as it now stands. */
  now(signal: Signal): Signal {
    const place = this.#placeOf(signal.id);
    return place < 0 ? signal : (this.#signals[place] ?? signal);
  }

  find(reference: string): Signal | undefined {
    return this.#signals.length === 0
      ? this.#base.find(reference)
      : (this.signal(reference) ?? this.byOwnId(reference));
  }

  byOwnId(ownId: string): Signal | undefined {
    const found = this.#news.find((one) => one.ownId === ownId) ?? this.#base.byOwnId(ownId);
    return found && this.now(found);
  }

  usedAs(id: string): IdUse | undefined {
    for (const one of this.#news) {
      if (one.id === id) return 'signal';
      if (one.ownId === id) return 'ownId';
    }
    return this.#news.some((one) => one.ocaId === id) ? 'group' : this.#base.usedAs(id);
  }

  /** A signal never changes its group or its parent, so only new ones join those that the book knows. */
  liveMembers(ocaId: string): readonly Signal[] {
    const members = this.#base.liveMembers(ocaId);
    if (this.#signals.length === 0) return members;
    const found = this.#still(members, isLive);
    for (const one of this.#news) if (one.ocaId === ocaId) keepIf(found, this.now(one), isLive);
    return found;
  }

  waitingChildren(parent: Signal): readonly Signal[] {
    const children = this.#base.waitingChildren(parent);
    // Nearly every signal that ends has none.
    if (this.#signals.length === 0 || (children.length === 0 && this.#news.length === 0)) return children;
    const found = this.#still(children, isWaiting);
    for (const one of this.#news) if (one.parentId === parent.id) keepIf(found, this.now(one), isWaiting);
    return found;
  }

  openTrade(symbol: string): Trade | undefined {
    const trades = this.#trades;
    for (let at = trades.length - 1; at >= 0; at -= 1) {
      const trade = trades[at];
      if (trade?.symbol === symbol) return trade.closedAt === null ? trade : undefined;
    }
    return this.#base.openTrade(symbol);
  }

  /** A signal that nobody has seen before. */
  add(signal: Signal): void {
    this.#signals = append(this.#signals, signal);
    this.#news = append(this.#news, signal);
  }

  /** The next state of a signal of the book, or of one that was given out here. */
  put(signal: Signal): void {
    const place = this.#placeOf(signal.id);
    if (place < 0) this.putFirst(signal);
    else this.#signals[place] = signal;
  }

  /** As `put`, of a signal that no step here has changed yet. */
  putFirst(signal: Signal): void {
    this.#signals = append(this.#signals, signal);
  }

  /** A part of a fill, after all earlier ones of its trade. */
  putFill({ trade, leg }: BookedPart): void {
    this.#legs = append(this.#legs, leg);
    const trades = this.#trades;
    for (let at = trades.length - 1; at >= 0; at -= 1) {
      if (trades[at]?.id !== trade.id) continue;
      trades[at] = trade;
      return;
    }
    this.#trades = append(trades, trade);
  }

  #placeOf(id: string): number {
    const signals = this.#signals;
    if (signals.length > FEW) return this.#placeAmongMany(id);
    let place = signals.length - 1;
    while (place >= 0 && signals[place]?.id !== id) place -= 1;
    return place;
  }

  #placeAmongMany(id: string): number {
    const signals = this.#signals;
    const places = (this.#places ??= new Map<string, number>());
    for (let place = places.size; place < signals.length; place += 1) places.set(signals[place]?.id ?? '', place);
    return places.get(id) ?? -1;
  }

  /** Of these, as they now stand, the ones that are still so. */
  #still(signals: readonly Signal[], so: (signal: Signal) => boolean): Signal[] {
    const found: Signal[] = [];
    for (const one of signals) keepIf(found, this.now(one), so);
    return found;
  }
}

function keepIf(list: Signal[], one: Signal, so: (signal: Signal) => boolean): void {
  if (so(one)) list.push(one);
}

function append<T>(list: T[], item: T): T[] {
  if (list.length === 0) return [item];
  list.push(item);
  return list;
}

function isWaiting(signal: Signal): boolean {
  return signal.state === 'waiting';
}
