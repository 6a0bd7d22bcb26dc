import type { TradingCalendar } from '#rules/calendar/expiry.ts';
import type { Fixed } from '#rules/decimal.ts';
import type { BookChange, BookView, IdUse } from '#rules/signals/book-view.ts';
import { byArrival, isLive, nextDue, type AtDayEnd, type Signal } from '#rules/signals/signal.ts';
import type { Trade } from '#rules/trades/trade.ts';
import { PriceTriggers } from './price-triggers.ts';

/**
 * The store of every signal, live or ended. A change is written to it before the book applies the
 * change.
 */
export type SignalArchive = {
  signal(id: string): Signal | undefined;
  byOwnId(ownId: string): Signal | undefined;
  /** What this id was used for; undefined when it was never used. */
  usedAs(id: string): IdUse | undefined;
};

/**
 * The live signals and open trades of one strategy, with indexes for what a decision reads
 * (`BookView`). A decision never changes the book: it returns a `BookChange`. The owner of the book
 * makes the change durable and only then applies it here.
 */
export class Book implements BookView {
  readonly #archive: SignalArchive;
  /** Live signals by id, in order of arrival. */
  readonly #live = new Map<string, Signal>();
  readonly #idByOwnId = new Map<string, string>();
  /** Ids of the live members of each OCA group, in order of arrival. */
  readonly #groups = new IdSets();
  /** Ids of the signals that wait for each parent. */
  readonly #children = new IdSets();
  readonly #triggers = new Map<string, PriceTriggers>();
  readonly #trades = new Map<string, Trade>();

  constructor(archive: SignalArchive) {
    this.#archive = archive;
  }

  signal(id: string): Signal | undefined {
    return this.#live.get(id) ?? this.#archive.signal(id);
  }

  find(reference: string): Signal | undefined {
    return this.#liveByOwnId(reference) ?? this.signal(reference) ?? this.#archive.byOwnId(reference);
  }

  byOwnId(ownId: string): Signal | undefined {
    return this.#liveByOwnId(ownId) ?? this.#archive.byOwnId(ownId);
  }

  usedAs(id: string): IdUse | undefined {
    return this.#archive.usedAs(id);
  }

  liveMembers(ocaId: string): readonly Signal[] {
    return this.#signalsOf(this.#groups.get(ocaId));
  }

  waitingChildren(parent: Pick<Signal, 'id'>): readonly Signal[] {
    return this.#signalsOf(this.#children.get(parent.id));
  }

  openTrade(symbol: string): Trade | undefined {
    return this.#trades.get(symbol);
  }

  openTrades(): readonly Trade[] {
    return [...this.#trades.values()];
  }

  /** In order of arrival. */
  liveSignals(): readonly Signal[] {
    return [...this.#live.values()];
  }

  /** Working signals that trade at this price, oldest first. */
  triggered(symbol: string, price: Fixed): readonly Signal[] {
    return this.#triggers.get(symbol)?.at(price).sort(byArrival) ?? [];
  }

  /** Symbols that have working signals. */
  workingSymbols(): string[] {
    return [...this.#triggers.keys()];
  }

  /**
   * Live signals that are due by now because of time alone, in the order in which they were due.
   * This reads every live signal: a clock asks once a second, and an index would slow every order.
   */
  due(now: number, waitingAtDayEnd: AtDayEnd, calendar: TradingCalendar | undefined): readonly Signal[] {
    const dueAt = (signal: Signal): number => nextDue(signal, waitingAtDayEnd, calendar);
    return this.liveSignals()
      .filter((signal) => dueAt(signal) <= now)
      .sort((a, b) => dueAt(a) - dueAt(b));
  }

  /** The earliest time at which `due` returns a signal; infinite when there is none. */
  nextDue(waitingAtDayEnd: AtDayEnd, calendar: TradingCalendar | undefined): number {
    return this.liveSignals().reduce(
      (next, signal) => Math.min(next, nextDue(signal, waitingAtDayEnd, calendar)),
      Infinity,
    );
  }

  /** Takes over the live signals and open trades of an earlier run, in any order. */
  open(signals: readonly Signal[], trades: readonly Trade[]): void {
    this.apply({ signals: signals.toSorted(byArrival), trades });
  }

  apply({ signals, trades }: Omit<BookChange, 'fillParts'>): void {
    for (const signal of signals) this.#put(signal);
    for (const trade of trades) this.#putTrade(trade);
  }

  #liveByOwnId(ownId: string): Signal | undefined {
    const id = this.#idByOwnId.get(ownId);
    return id === undefined ? undefined : this.#live.get(id);
  }

  #signalsOf(ids: Iterable<string>): Signal[] {
    const found: Signal[] = [];
    for (const id of ids) {
      const signal = this.#live.get(id);
      if (signal === undefined) throw new Error(`an index names signal ${id}, which is not live`);
      found.push(signal);
    }
    return found;
  }

  #put(signal: Signal): void {
    const before = this.#live.get(signal.id);
    if (before !== undefined) this.#unindexState(before);
    if (!isLive(signal)) {
      if (before !== undefined) this.#remove(before);
      return;
    }
    if (before === undefined) this.#indexIds(signal);
    this.#live.set(signal.id, signal);
    this.#indexState(signal);
  }

  #remove({ id, ownId, ocaId }: Signal): void {
    this.#live.delete(id);
    if (ownId !== null && this.#idByOwnId.get(ownId) === id) this.#idByOwnId.delete(ownId);
    if (ocaId !== null) this.#groups.delete(ocaId, id);
  }

  /**
   * A signal never changes its ids. An own id that is used twice refers to the later signal.
   */
  #indexIds({ id, ownId, ocaId }: Signal): void {
    if (ownId !== null) this.#idByOwnId.set(ownId, id);
    if (ocaId !== null) this.#groups.add(ocaId, id);
  }

  #indexState(signal: Signal): void {
    if (signal.state === 'working') this.#triggersOf(signal.symbol).add(signal);
    if (signal.awaitsParent && signal.parentId !== null) this.#children.add(signal.parentId, signal.id);
  }

  #unindexState(signal: Signal): void {
    if (signal.state === 'working') this.#removeTrigger(signal);
    if (signal.awaitsParent && signal.parentId !== null) this.#children.delete(signal.parentId, signal.id);
  }

  #triggersOf(symbol: string): PriceTriggers {
    const known = this.#triggers.get(symbol);
    if (known !== undefined) return known;
    const triggers = new PriceTriggers();
    this.#triggers.set(symbol, triggers);
    return triggers;
  }

  #removeTrigger(signal: Signal): void {
    const triggers = this.#triggersOf(signal.symbol);
    triggers.delete(signal);
    if (triggers.isEmpty) this.#triggers.delete(signal.symbol);
  }

  #putTrade(trade: Trade): void {
    if (trade.closedAt === null) this.#trades.set(trade.symbol, trade);
    else if (this.#trades.get(trade.symbol)?.id === trade.id) this.#trades.delete(trade.symbol);
  }
}

/** Sets of ids by a name. An empty set is dropped. */
class IdSets {
  readonly #sets = new Map<string, Set<string>>();

  get(name: string): Iterable<string> {
    return this.#sets.get(name) ?? [];
  }

  add(name: string, id: string): void {
    const ids = this.#sets.get(name);
    if (ids === undefined) this.#sets.set(name, new Set([id]));
    else ids.add(id);
  }

  delete(name: string, id: string): void {
    const ids = this.#sets.get(name);
    ids?.delete(id);
    if (ids?.size === 0) this.#sets.delete(name);
  }
}
