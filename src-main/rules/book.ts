import type { BookChange } from './book-change.ts';
import type { BookView } from './book-view.ts';
import type { Fixed } from './decimal.ts';
import { DueTimes } from './due-times.ts';
import { isLive, type Signal } from './signal.ts';
import type { Slot } from './slot.ts';
import type { Trade } from './trade.ts';
import { SymbolTriggers } from './triggers.ts';

/** Ended signals, wherever they are kept; the book holds only live ones. */
export type SignalArchive = {
  signal(id: string): Signal | undefined;
  byOwnId(ownId: string): Signal | undefined;
  groupKnown(ocaId: string): boolean;
  /** Whether a signal, by either of its ids, or a group goes by this id. */
  known(id: string): boolean;
};

/**
 * One strategy's live signals and open trades, indexed for the questions that decisions ask. Decisions never change it: they return a
 * BookChange, the owner makes that durable, and only then applies it here.
 */
export class Book implements BookView {
  readonly #archive: SignalArchive;
  /** Live signals by both of their ids, which never overlap. */
  readonly #names = new Map<string, Slot>();
  /** Whether a name was ever taken over from another live signal. */
  #sharedNames = false;
  readonly #groups = new Map<string, Slot[]>();
  /** Live signals that wait for another, by its service id. */
  readonly #children = new Map<string, Slot[]>();
  readonly #trades = new Map<string, Trade>();
  readonly #triggers = new Map<string, SymbolTriggers>();
  /** Of the symbol that ticked last. */
  #tickSymbol: string | null = null;
  #tickTriggers = new SymbolTriggers();
  readonly #times = new DueTimes();
  #last = 0;

  constructor(archive: SignalArchive) {
    this.#archive = archive;
  }

  signal(id: string): Signal | undefined {
    const signal = this.#names.get(id)?.signal;
    return signal?.id === id ? signal : this.#archive.signal(id);
  }

  find(reference: string): Signal | undefined {
    const signal = this.#names.get(reference)?.signal;
    return signal ?? this.#archive.signal(reference) ?? this.#archive.byOwnId(reference);
  }

  byOwnId(ownId: string): Signal | undefined {
    const signal = this.#names.get(ownId)?.signal;
    return signal?.ownId === ownId ? signal : this.#archive.byOwnId(ownId);
  }

  groupKnown(ocaId: string): boolean {
    return this.#groups.has(ocaId) || this.#archive.groupKnown(ocaId);
  }

  known(id: string): boolean {
    return this.#names.has(id) || this.#groups.has(id) || this.#archive.known(id);
  }

  liveMembers(ocaId: string): readonly Signal[] {
    return signalsOf(this.#groups.get(ocaId));
  }

  waitingChildren(parentId: string): readonly Signal[] {
    // Mostly nothing waits for anything, and every signal that ends asks.
    if (this.#children.size === 0) return NONE;
    return signalsOf(this.#children.get(parentId));
  }

  openTrade(symbol: string): Trade | undefined {
    return this.#trades.get(symbol);
  }

  openTrades(): readonly Trade[] {
    return [...this.#trades.values()];
  }

  liveSignals(): readonly Signal[] {
    return Array.from(this.#slots(), (slot) => slot.signal);
  }

  /** Working signals that this price triggers, oldest first. They leave the index: apply the change that follows, or put them back. */
  takeTriggered(symbol: string, price: Fixed): readonly Signal[] {
    // Ticks of one symbol come one after another, and most trigger nothing.
    if (symbol !== this.#tickSymbol) {
      this.#tickSymbol = symbol;
      this.#tickTriggers = this.#triggersOf(symbol);
    }
    const taken = this.#tickTriggers.take(price);
    if (taken.length === 0) return NONE;
    if (taken.length > 1) taken.sort(byAge);
    return taken.map((slot) => slot.signal);
  }

  /** Symbols that have working signals. */
  symbolsWithTriggers(): string[] {
    return [...this.#triggers].filter(([, triggers]) => triggers.size > 0).map(([symbol]) => symbol);
  }

  putBack(signals: readonly Pick<Signal, 'id'>[]): void {
    for (const { id } of signals) {
      const slot = this.#names.get(id);
      if (slot) this.#rest(slot);
    }
  }

  /** Live signals that time alone has moved by now, in the order in which they were due. */
  due(now: number, waitingAtDayEnd: 'expire' | 'keep'): string[] {
    return this.#times
      .by(now, waitingAtDayEnd, () => this.#slots())
      .sort((a, b) => (a.due?.at ?? now) - (b.due?.at ?? now) || byAge(a, b))
      .map((slot) => slot.signal.id);
  }

  /** The next instant at which `due` will have something; null when nothing is live. */
  nextDue(waitingAtDayEnd: 'expire' | 'keep'): number | null {
    return this.#times.next(waitingAtDayEnd, () => this.#slots());
  }

  apply(change: Pick<BookChange, 'signals' | 'trades'>): void {
    for (const signal of change.signals) this.#set(signal);
    for (const trade of change.trades) {
      if (trade.closedAt === null) this.#trades.set(trade.symbol, trade);
      else if (this.#trades.get(trade.symbol)?.id === trade.id) this.#trades.delete(trade.symbol);
    }
  }

  /** Every live signal once, in the order of age. */
  *#slots(): Iterable<Slot> {
    for (const [id, slot] of this.#names) if (slot.signal.id === id) yield slot;
  }

  #set(signal: Signal): void {
    const slot = this.#names.get(signal.id);
    if (slot === undefined) {
      if (isLive(signal)) this.#add(signal);
      return;
    }
    const before = slot.signal;
    slot.signal = signal;
    if (isLive(signal)) this.#moved(slot, before);
    else this.#remove(slot);
  }

  #add(signal: Signal): void {
    const { id, ownId, ocaId, parentId } = signal;
    const slot: Slot = { signal, age: (this.#last += 1), level: null, levelPlace: 0, due: null, duePlace: 0 };
    this.#names.set(id, slot);
    if (ownId !== null) this.#nameOwn(ownId, slot);
    if (ocaId !== null) putUnder(this.#groups, ocaId, slot);
    if (parentId !== null && signal.awaitsParent) putUnder(this.#children, parentId, slot);
    this.#rest(slot);
    this.#times.note(slot);
  }

  /** Where own ids may be used twice, the later signal goes by it. */
  #nameOwn(ownId: string, slot: Slot): void {
    const { size } = this.#names;
    this.#names.set(ownId, slot);
    if (this.#names.size === size) this.#sharedNames = true;
  }

  #moved(slot: Slot, before: Signal): void {
    if (before.awaitsParent && !slot.signal.awaitsParent) takeFrom(this.#children, before.parentId, slot);
    this.#rest(slot);
    this.#times.note(slot);
  }

  #remove(slot: Slot): void {
    const { id, ownId, ocaId, parentId, symbol } = slot.signal;
    this.#names.delete(id);
    if (ownId !== null && (!this.#sharedNames || this.#names.get(ownId) === slot)) this.#names.delete(ownId);
    if (ocaId !== null) takeFrom(this.#groups, ocaId, slot);
    if (parentId !== null) takeFrom(this.#children, parentId, slot);
    if (slot.level !== null) this.#triggers.get(symbol)?.left(slot);
    this.#times.note(slot);
  }

  #rest(slot: Slot): void {
    if (slot.level !== null || slot.signal.state !== 'working') return;
    this.#triggersOf(slot.signal.symbol).add(slot);
  }

  #triggersOf(symbol: string): SymbolTriggers {
    let triggers = this.#triggers.get(symbol);
    if (triggers === undefined) this.#triggers.set(symbol, (triggers = new SymbolTriggers()));
    return triggers;
  }
}

const NONE: readonly never[] = [];

function signalsOf(slots: readonly Slot[] | undefined): readonly Signal[] {
  return slots === undefined ? NONE : slots.map((slot) => slot.signal);
}

/** Signals come into the book in the order of their ids. */
function byAge(a: Slot, b: Slot): number {
  return a.age - b.age;
}

function putUnder(lists: Map<string, Slot[]>, key: string, slot: Slot): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [slot]);
  else list.push(slot);
}

function takeFrom(lists: Map<string, Slot[]>, key: string | null, slot: Slot): void {
  if (key === null) return;
  const list = lists.get(key);
  if (list === undefined) return;
  const at = list.indexOf(slot);
  if (at >= 0) list.splice(at, 1);
  if (list.length === 0) lists.delete(key);
}
