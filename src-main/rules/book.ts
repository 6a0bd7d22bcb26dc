import { Arrivals } from './arrivals.ts';
import type { BookChange } from './book-change.ts';
import { BookSignal } from './book-signal.ts';
import type { BookView, IdUse } from './book-view.ts';
import { comesBefore } from './counted-ids.ts';
import type { Fixed } from './decimal.ts';
import { DueTimes } from './due-times.ts';
import { LiveIds } from './live-ids.ts';
import { isLive, type Signal } from './signal.ts';
import { ENDED_GROUP, ENDED_OWN_ID, Names, NOTHING } from './names.ts';
import { SlotList } from './slot-list.ts';
import { Slots } from './slots.ts';
import type { Trade } from './trade.ts';
import { SymbolTriggers } from './triggers.ts';

/** Ended signals, wherever they are kept; the book holds only live ones. */
export type SignalArchive = {
  signal(id: string): Signal | undefined;
  byOwnId(ownId: string): Signal | undefined;
  /** What goes by this id; undefined when nothing ever did. */
  usedAs(id: string): IdUse | undefined;
};

/**
 * One strategy's live signals and open trades, indexed for the questions that decisions ask. Decisions never change it: they return a
 * BookChange, the owner makes that durable, and only then applies it here.
 */
export class Book implements BookView {
  readonly #archive: SignalArchive | null;
  readonly #slots = new Slots();
  readonly #arrivals = new Arrivals(this.#slots);
  readonly #byId = new LiveIds(this.#slots, this.#arrivals);
  /** Own ids of live signals, and groups with live members. */
  readonly #names = new Names(this.#slots);
  /** How many signals others wait for. */
  #parents = 0;
  /** The slot of the signal that came last and waits for none: those that come behind it mostly wait for it. */
  #lastAlone = 0;
  readonly #trades = new Map<string, Trade>();
  readonly #triggers = new Map<string, SymbolTriggers>();
  /** Of the symbol that was used last: orders and ticks of one symbol come one after another. */
  #lastSymbol: string | null = null;
  #lastTriggers = new SymbolTriggers(this.#slots);
  readonly #times = new DueTimes(this.#slots, this.#arrivals);
  /** What a price has triggered. */
  readonly #taken = new SlotList();

  /** Without an archive ended signals are forgotten, and only their own ids and groups are remembered here, as used. */
  constructor(archive: SignalArchive | null) {
    this.#archive = archive;
  }

  signal(id: string): Signal | undefined {
    return this.#slots.find(this.#byId.find(id)) ?? this.#archive?.signal(id);
  }

  find(reference: string): Signal | undefined {
    return (
      this.#liveByOwnId(reference) ??
      this.#slots.find(this.#byId.find(reference)) ??
      this.#archive?.signal(reference) ??
      this.#archive?.byOwnId(reference)
    );
  }

  byOwnId(ownId: string): Signal | undefined {
    return this.#liveByOwnId(ownId) ?? this.#archive?.byOwnId(ownId);
  }

  usedAs(id: string): IdUse | undefined {
    const use = this.#names.find(id);
    if (use === NOTHING) return this.#byId.find(id) === undefined ? this.#archive?.usedAs(id) : 'signal';
    if (use === ENDED_GROUP) return 'group';
    return use === ENDED_OWN_ID || this.#slots.isSignal(use) ? 'ownId' : 'group';
  }

  liveMembers(ocaId: string): readonly Signal[] {
    const head = this.#groupOf(ocaId);
    return head === undefined ? NONE : this.#slots.signalsOf(this.#slots.groups, head);
  }

  waitingChildren(parent: Signal): readonly Signal[] {
    // Mostly nothing waits for anything, and every signal that ends asks.
    const slot = this.#parents === 0 ? undefined : this.#slotOf(BookSignal.of(parent));
    const head = slot === undefined ? NOBODY : (this.#slots.family[slot] ?? NOBODY);
    return head === NOBODY ? NONE : this.#slots.signalsOf(this.#slots.children, head);
  }

  openTrade(symbol: string): Trade | undefined {
    return this.#trades.get(symbol);
  }

  openTrades(): readonly Trade[] {
    return [...this.#trades.values()];
  }

  liveSignals(): readonly Signal[] {
    return this.#arrivals.all().map((slot) => this.#slots.signal(slot));
  }

  /** Working signals that this price triggers, oldest first. They leave the index: apply the change that follows, or put them back. */
  takeTriggered(symbol: string, price: Fixed): readonly Signal[] {
    const taken = this.#taken;
    taken.clear();
    this.#triggersOf(symbol).take(price, taken);
    return taken.length === 0 ? NONE : this.#slots.handOut(taken);
  }

  /** Symbols that have working signals. */
  symbolsWithTriggers(): string[] {
    return [...this.#triggers].filter(([, triggers]) => triggers.size > 0).map(([symbol]) => symbol);
  }

  putBack(signals: readonly Pick<Signal, 'id'>[]): void {
    for (const { id } of signals) {
      const slot = this.#byId.find(id);
      if (slot !== undefined) this.#rest(slot, this.#slots.signal(slot));
    }
  }

  /** Live signals that time alone has moved by now, in the order in which they were due. */
  due(now: number, waitingAtDayEnd: 'expire' | 'keep'): string[] {
    return this.#times.by(now, waitingAtDayEnd).map((slot) => this.#slots.signal(slot).id);
  }

  /** The next instant at which `due` will have something; null when nothing is live. */
  nextDue(waitingAtDayEnd: 'expire' | 'keep'): number | null {
    return this.#times.next(waitingAtDayEnd);
  }

  /** What was live and open when it was last in use, in any order. */
  open(signals: readonly Signal[], trades: readonly Trade[]): void {
    const byId = signals.toSorted((a, b) => (comesBefore(a.id, b.id) ? -1 : 1));
    const live = byId.filter(isLive).map((signal) => BookSignal.of(signal));
    for (const signal of live) this.#add(signal);
    for (const signal of live) this.#await(signal);
    for (const trade of trades) this.#setTrade(trade);
  }

  apply({ signals, trades }: Omit<BookChange, 'legs'>): void {
    // By their places: empty lists and others are of several kinds, over which V8 walks several times as slow by for-of.
    for (let at = 0; at < signals.length; at += 1) this.#set(signals[at]);
    for (let at = 0; at < trades.length; at += 1) this.#setTrade(trades[at]);
  }

  #liveByOwnId(ownId: string): Signal | undefined {
    const use = this.#names.findLive(ownId);
    return use > 0 ? this.#slots.find(use) : undefined;
  }

  #groupOf(ocaId: string): number | undefined {
    const use = this.#names.findLive(ocaId);
    return use > 0 && !this.#slots.isSignal(use) ? use : undefined;
  }

  /** Of a signal that is live here in an earlier state. */
  #slotOf(signal: BookSignal): number | undefined {
    return this.#slots.hintOf(signal) ?? this.#byId.find(signal.id);
  }

  #setTrade(trade: Trade | undefined): void {
    if (trade === undefined) return;
    if (trade.closedAt === null) this.#trades.set(trade.symbol, trade);
    else if (this.#trades.get(trade.symbol)?.id === trade.id) this.#trades.delete(trade.symbol);
  }

  #add(signal: BookSignal): void {
    const { id, ownId, ocaId } = signal;
    const slot = this.#slots.add(signal);
    this.#arrivals.add(slot);
    this.#byId.note(id);
    // Where own ids may be used twice, the later signal goes by it.
    if (ownId !== null) this.#names.put(ownId, slot);
    if (ocaId !== null) this.#join(ocaId, slot);
    if (!signal.awaitsParent) this.#lastAlone = slot;
    this.#rest(slot, signal);
  }

  #join(ocaId: string, slot: number): void {
    const { groups } = this.#slots;
    let head = this.#groupOf(ocaId);
    if (head === undefined) {
      head = this.#slots.openList(groups);
      this.#names.put(ocaId, head);
    }
    groups.join(head, slot);
  }

  /** Puts a signal that is in the book under the one it waits for. Nobody asks for what waits for one that has ended. */
  #await({ awaitsParent, parentId, order }: BookSignal): void {
    if (!awaitsParent || parentId === null) return;
    const last = this.#lastAlone;
    const parent = this.#slots.find(last)?.id === parentId ? last : this.#byId.find(parentId);
    if (parent !== undefined) this.#slots.children.join(this.#familyOf(parent), order.slot);
  }

  /** The head of a parent's children; a list is opened for the first. */
  #familyOf(parent: number): number {
    const { children, family } = this.#slots;
    const known = family[parent] ?? NOBODY;
    if (known !== NOBODY) return known;
    const head = this.#slots.openList(children);
    // Columns may have grown for it.
    this.#slots.family[parent] = head;
    this.#slots.family[head] = parent;
    this.#parents += 1;
    return head;
  }

  #set(next: Signal | undefined): void {
    if (next === undefined) return;
    const signal = BookSignal.of(next);
    // Nothing has moved it yet: it is new.
    const slot = signal.cause === null ? undefined : this.#slotOf(signal);
    if (!isLive(signal)) {
      if (slot !== undefined) this.#remove(slot, signal);
    } else if (slot === undefined) {
      this.#add(signal);
      this.#await(signal);
    } else {
      this.#slots.replace(slot, signal);
      if (!signal.awaitsParent) this.#awaitNoLonger(slot);
      this.#rest(slot, signal);
      this.#times.moved(slot, signal);
    }
  }

  /** What ends leaves its name behind, for names are unique across all time; an archive remembers them itself. */
  #remove(slot: number, signal: BookSignal): void {
    this.#byId.leave(slot, signal.id);
    this.#arrivals.remove(slot);
    this.#names.leave(slot, this.#archive === null ? ENDED_OWN_ID : NOTHING);
    this.#leaveGroup(slot);
    this.#awaitNoLonger(slot);
    this.#leaveFamily(slot);
    if (this.#slots.resting.isIn(slot)) this.#triggersOf(signal.symbol).left(slot);
    this.#times.leave(slot);
    this.#slots.giveBack(slot);
  }

  #leaveGroup(slot: number): void {
    const { groups } = this.#slots;
    const alone = groups.isIn(slot) ? groups.leave(slot) : 0;
    if (alone === 0) return;
    this.#names.leave(alone, this.#archive === null ? ENDED_GROUP : NOTHING);
    this.#slots.closeList(groups, alone);
  }

  #awaitNoLonger(slot: number): void {
    const { children, family } = this.#slots;
    const alone = children.isIn(slot) ? children.leave(slot) : NOBODY;
    if (alone === NOBODY) return;
    family[family[alone] ?? NOBODY] = NOBODY;
    this.#slots.closeList(children, alone);
    this.#parents -= 1;
  }

  /** Its children, where they stay, wait for nobody from now on. */
  #leaveFamily(slot: number): void {
    const { family } = this.#slots;
    family[family[slot] ?? NOBODY] = NOBODY;
  }

  #rest(slot: number, signal: Signal): void {
    if (signal.state === 'working') this.#triggersOf(signal.symbol).add(slot, signal);
  }

  #triggersOf(symbol: string): SymbolTriggers {
    if (symbol === this.#lastSymbol) return this.#lastTriggers;
    let triggers = this.#triggers.get(symbol);
    if (triggers === undefined) this.#triggers.set(symbol, (triggers = new SymbolTriggers(this.#slots)));
    this.#lastSymbol = symbol;
    return (this.#lastTriggers = triggers);
  }
}

const NONE: readonly never[] = [];
/** No slot has this number. */
const NOBODY = 0;
