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
  /** Whether a caller chose this id, for a signal or a group. */
  chosen(id: string): boolean;
};

/**
 * One strategy's live signals and open trades, indexed for the questions that decisions ask. Decisions never change it: they return a
 * BookChange, the owner makes that durable, and only then applies it here.
 */
export class Book implements BookView {
  readonly #archive: SignalArchive;
  readonly #live = new Map<string, Slot>();
  readonly #own = new Map<string, Slot>();
  readonly #groups = new Map<string, Slot[]>();
  readonly #trades = new Map<string, Trade>();
  readonly #triggers = new Map<string, SymbolTriggers>();
  readonly #times = new DueTimes();
  #last = 0;

  constructor(archive: SignalArchive) {
    this.#archive = archive;
  }

  signal(id: string): Signal | undefined {
    return this.#live.get(id)?.signal ?? this.#archive.signal(id);
  }

  byOwnId(ownId: string): Signal | undefined {
    return this.#own.get(ownId)?.signal ?? this.#archive.byOwnId(ownId);
  }

  groupKnown(ocaId: string): boolean {
    return this.#groups.has(ocaId) || this.#archive.groupKnown(ocaId);
  }

  known(id: string): boolean {
    return this.#live.has(id) || this.chosen(id) || this.#archive.known(id);
  }

  chosen(id: string): boolean {
    return this.#own.has(id) || this.#groups.has(id) || this.#archive.chosen(id);
  }

  liveMembers(ocaId: string): readonly Signal[] {
    return signalsOf(this.#groups.get(ocaId));
  }

  waitingChildren(parentId: string): readonly Signal[] {
    const children = this.#live.get(parentId)?.children ?? null;
    return children === null ? NONE : signalsOf(children).filter((signal) => signal.state === 'waiting');
  }

  openTrade(symbol: string): Trade | undefined {
    return this.#trades.get(symbol);
  }

  openTrades(): readonly Trade[] {
    return [...this.#trades.values()];
  }

  liveSignals(): readonly Signal[] {
    return Array.from(this.#live.values(), (slot) => slot.signal);
  }

  /** Working signals that this price triggers, oldest first. They leave the index: apply the change that follows, or put them back. */
  takeTriggered(symbol: string, price: Fixed): readonly string[] {
    const taken = this.#triggers.get(symbol)?.take(price);
    if (taken === undefined || taken.length === 0) return NONE;
    if (taken.length > 1) taken.sort(byAge);
    return taken.map((slot) => slot.signal.id);
  }

  /** Symbols that have working signals. */
  symbolsWithTriggers(): string[] {
    return [...this.#triggers].filter(([, triggers]) => triggers.size > 0).map(([symbol]) => symbol);
  }

  putBack(ids: readonly string[]): void {
    for (const id of ids) {
      const slot = this.#live.get(id);
      if (slot) this.#rest(slot);
    }
  }

  /** Live signals that time alone has moved by now, in the order in which they were due. */
  due(now: number, waitingAtDayEnd: 'expire' | 'keep'): string[] {
    return this.#times
      .by(now, waitingAtDayEnd, () => this.#live.values())
      .sort((a, b) => (a.due ?? now) - (b.due ?? now) || byAge(a, b))
      .map((slot) => slot.signal.id);
  }

  /** The next instant at which `due` will have something; null when nothing is live. */
  nextDue(waitingAtDayEnd: 'expire' | 'keep'): number | null {
    return this.#times.next(waitingAtDayEnd, () => this.#live.values());
  }

  apply(change: Pick<BookChange, 'signals' | 'trades'>): void {
    for (const signal of change.signals) this.#set(signal);
    for (const signal of change.signals) if (signal.parentId !== null) this.#adopt(signal, signal.parentId);
    for (const trade of change.trades) {
      if (trade.closedAt === null) this.#trades.set(trade.symbol, trade);
      else if (this.#trades.get(trade.symbol)?.id === trade.id) this.#trades.delete(trade.symbol);
    }
  }

  #set(signal: Signal): void {
    const slot = this.#live.get(signal.id);
    if (slot) {
      slot.signal = signal;
      if (isLive(signal)) this.#changed(slot);
      else this.#remove(slot);
    } else if (isLive(signal)) {
      this.#add({ signal, age: (this.#last += 1), due: null, resting: false, children: null });
    }
  }

  #add(slot: Slot): void {
    const { id, ownId, ocaId } = slot.signal;
    this.#live.set(id, slot);
    if (ownId !== null) this.#own.set(ownId, slot);
    if (ocaId !== null) {
      const group = this.#groups.get(ocaId);
      if (group) group.push(slot);
      else this.#groups.set(ocaId, [slot]);
    }
    this.#changed(slot);
  }

  /** After all signals of a change are in, because a parent may come after its child when a book is filled. */
  #adopt(signal: Signal, parentId: string): void {
    const parent = this.#live.get(parentId);
    const child = this.#live.get(signal.id);
    if (!parent || !child) return;
    if (parent.children === null) parent.children = [child];
    else if (!parent.children.includes(child)) parent.children.push(child);
  }

  #changed(slot: Slot): void {
    this.#rest(slot);
    this.#times.note(slot);
  }

  #remove(slot: Slot): void {
    const { id, ownId, ocaId, parentId, symbol } = slot.signal;
    this.#live.delete(id);
    // Where own ids may be used twice, the later signal goes by it.
    if (ownId !== null && this.#own.get(ownId) === slot) this.#own.delete(ownId);
    if (ocaId !== null && takeOut(this.#groups.get(ocaId), slot) === 0) this.#groups.delete(ocaId);
    if (parentId !== null) takeOut(this.#live.get(parentId)?.children, slot);
    if (slot.resting) this.#triggers.get(symbol)?.left(slot);
    this.#times.note(slot);
  }

  #rest(slot: Slot): void {
    if (slot.resting || slot.signal.state !== 'working') return;
    const { symbol } = slot.signal;
    let triggers = this.#triggers.get(symbol);
    if (triggers === undefined) this.#triggers.set(symbol, (triggers = new SymbolTriggers()));
    triggers.add(slot);
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

/** Answers how many are left. */
function takeOut(slots: Slot[] | null | undefined, slot: Slot): number {
  if (!slots) return 0;
  const at = slots.indexOf(slot);
  if (at >= 0) slots.splice(at, 1);
  return slots.length;
}
