import type { BookChange } from './book-change.ts';
import { BookSignal } from './book-signal.ts';
import type { BookView, IdUse } from './book-view.ts';
import type { Fixed } from './decimal.ts';
import { DueTimes } from './due-times.ts';
import { isLive, type Signal } from './signal.ts';
import type { Slot } from './slot.ts';
import { comesBefore, SlotsById } from './slots-by-id.ts';
import type { Trade } from './trade.ts';
import { SymbolTriggers } from './triggers.ts';

/** Ended signals, wherever they are kept; the book holds only live ones. */
export type SignalArchive = {
  signal(id: string): Signal | undefined;
  byOwnId(ownId: string): Signal | undefined;
  /** What goes by this id; undefined when nothing ever did. */
  usedAs(id: string): IdUse | undefined;
};

/** The live members of an OCA group. */
type Group = { readonly kind: 'group'; readonly members: Slot[] };

/** What a name stands for; a bare word for one whose signal or group has ended, where nobody else remembers it. */
type Named = Slot | Group | 'ownId' | 'group';

/**
 * One strategy's live signals and open trades, indexed for the questions that decisions ask. Decisions never change it: they return a
 * BookChange, the owner makes that durable, and only then applies it here.
 */
export class Book implements BookView {
  readonly #archive: SignalArchive | null;
  readonly #byId = new SlotsById();
  /** Live signals by their own ids, and groups with live members; none of these ever shares an id with another. */
  readonly #names = new Map<string, Named>();
  /** Whether a name was ever taken over from another live signal. */
  #sharedNames = false;
  /** Live signals that wait for another, by its service id. */
  readonly #children = new Map<string, Slot[]>();
  readonly #trades = new Map<string, Trade>();
  readonly #triggers = new Map<string, SymbolTriggers>();
  /** Of the symbol that was used last: orders and ticks of one symbol come one after another. */
  #lastSymbol: string | null = null;
  #lastTriggers = new SymbolTriggers();
  readonly #times = new DueTimes();
  /** Slots that were given out last: the change that follows is mostly of them, in their order. */
  #given: readonly Slot[] = NONE;
  #nextGiven = 0;
  #lastAge = 0;

  /** Without an archive ended signals are forgotten, and only their own ids and groups are remembered here, as used. */
  constructor(archive: SignalArchive | null) {
    this.#archive = archive;
  }

  signal(id: string): Signal | undefined {
    const signal = this.#byId.find(id)?.signal;
    return signal ?? this.#archive?.signal(id);
  }

  find(reference: string): Signal | undefined {
    const found = this.#names.get(reference);
    if (isSlot(found)) return found.signal;
    const live = this.#byId.find(reference)?.signal;
    return live ?? this.#archive?.signal(reference) ?? this.#archive?.byOwnId(reference);
  }

  byOwnId(ownId: string): Signal | undefined {
    const found = this.#names.get(ownId);
    return isSlot(found) ? found.signal : this.#archive?.byOwnId(ownId);
  }

  usedAs(id: string): IdUse | undefined {
    const found = this.#names.get(id);
    if (found === undefined) return this.#byId.find(id) ? 'signal' : this.#archive?.usedAs(id);
    if (typeof found === 'string') return found;
    return found.kind === 'group' ? 'group' : 'ownId';
  }

  liveMembers(ocaId: string): readonly Signal[] {
    const found = this.#names.get(ocaId);
    return isGroup(found) ? signalsOf(found.members) : NONE;
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
    return Array.from(this.#byId.all(), (slot) => slot.signal);
  }

  /** Working signals that this price triggers, oldest first. They leave the index: apply the change that follows, or put them back. */
  takeTriggered(symbol: string, price: Fixed): readonly Signal[] {
    const taken = this.#triggersOf(symbol).take(price);
    if (taken.length === 0) return NONE;
    this.#given = taken;
    this.#nextGiven = 0;
    return signalsOf(taken);
  }

  /** Symbols that have working signals. */
  symbolsWithTriggers(): string[] {
    return [...this.#triggers].filter(([, triggers]) => triggers.size > 0).map(([symbol]) => symbol);
  }

  putBack(signals: readonly Pick<Signal, 'id'>[]): void {
    for (const { id } of signals) {
      const slot = this.#slotOf(id);
      if (slot) this.#rest(slot);
    }
  }

  /** Live signals that time alone has moved by now, in the order in which they were due. */
  due(now: number, waitingAtDayEnd: 'expire' | 'keep'): string[] {
    return this.#times
      .by(now, waitingAtDayEnd, () => this.#byId.all())
      .sort((a, b) => (a.due?.at ?? now) - (b.due?.at ?? now) || a.age - b.age)
      .map((slot) => slot.signal.id);
  }

  /** The next instant at which `due` will have something; null when nothing is live. */
  nextDue(waitingAtDayEnd: 'expire' | 'keep'): number | null {
    return this.#times.next(waitingAtDayEnd, () => this.#byId.all());
  }

  /** What was live and open when it was last in use, in any order. */
  open(signals: readonly Signal[], trades: readonly Trade[]): void {
    const byId = signals.toSorted((a, b) => (comesBefore(a.id, b.id) ? -1 : 1));
    for (const signal of byId) if (isLive(signal)) this.#add(BookSignal.of(signal));
    for (const trade of trades) this.#setTrade(trade);
  }

  apply({ signals, trades }: Omit<BookChange, 'legs'>): void {
    for (const signal of signals) this.#set(signal);
    for (const trade of trades) this.#setTrade(trade);
  }

  /** Of a live signal, by the service's id. */
  #slotOf(id: string): Slot | undefined {
    const given = this.#given[this.#nextGiven];
    if (given?.signal.id === id) {
      this.#nextGiven += 1;
      return given;
    }
    return this.#byId.find(id);
  }

  #setTrade(trade: Trade): void {
    if (trade.closedAt === null) this.#trades.set(trade.symbol, trade);
    else if (this.#trades.get(trade.symbol)?.id === trade.id) this.#trades.delete(trade.symbol);
  }

  #add(signal: Signal): void {
    const { ownId, ocaId, parentId } = signal;
    const slot: Slot = {
      kind: 'slot',
      place: 0,
      signal,
      age: (this.#lastAge += 1),
      level: null,
      before: null,
      behind: null,
      due: null,
      duePlace: 0,
    };
    this.#byId.add(slot);
    if (ownId !== null) this.#nameOwn(ownId, slot);
    if (ocaId !== null) this.#join(ocaId, slot);
    if (parentId !== null && signal.awaitsParent) putUnder(this.#children, parentId, slot);
    if (signal.state === 'working') this.#rest(slot);
    this.#times.note(slot);
  }

  /** Where own ids may be used twice, the later signal goes by it. */
  #nameOwn(ownId: string, slot: Slot): void {
    const { size } = this.#names;
    this.#names.set(ownId, slot);
    if (this.#names.size === size) this.#sharedNames = true;
  }

  #join(ocaId: string, slot: Slot): void {
    const group = this.#names.get(ocaId);
    if (isGroup(group)) group.members.push(slot);
    else this.#names.set(ocaId, { kind: 'group', members: [slot] });
  }

  #set(signal: Signal): void {
    // Nothing has moved it yet: it is new.
    const slot = signal.cause === null ? undefined : this.#slotOf(signal.id);
    if (slot === undefined) {
      if (isLive(signal)) this.#add(signal);
      return;
    }
    const before = slot.signal;
    slot.signal = signal;
    if (!isLive(signal)) {
      this.#remove(slot);
      return;
    }
    if (before.awaitsParent && !signal.awaitsParent) takeFrom(this.#children, before.parentId, slot);
    this.#rest(slot);
    this.#times.note(slot);
  }

  #remove(slot: Slot): void {
    const { ownId, ocaId, parentId, symbol } = slot.signal;
    this.#byId.remove(slot);
    if (ownId !== null && (!this.#sharedNames || this.#names.get(ownId) === slot)) this.#unname(ownId, 'ownId');
    if (ocaId !== null) this.#leave(ocaId, slot);
    if (parentId !== null) takeFrom(this.#children, parentId, slot);
    if (slot.level !== null) this.#triggersOf(symbol).left(slot);
    this.#times.leave(slot);
  }

  #leave(ocaId: string, slot: Slot): void {
    const group = this.#names.get(ocaId);
    if (!isGroup(group)) return;
    drop(group.members, slot);
    if (group.members.length === 0) this.#unname(ocaId, 'group');
  }

  /** What ends leaves its name behind, for names are unique across all time. */
  #unname(id: string, use: 'ownId' | 'group'): void {
    if (this.#archive === null) this.#names.set(id, use);
    else this.#names.delete(id);
  }

  #rest(slot: Slot): void {
    if (slot.level !== null || slot.signal.state !== 'working') return;
    this.#triggersOf(slot.signal.symbol).add(slot);
  }

  #triggersOf(symbol: string): SymbolTriggers {
    if (symbol === this.#lastSymbol) return this.#lastTriggers;
    let triggers = this.#triggers.get(symbol);
    if (triggers === undefined) this.#triggers.set(symbol, (triggers = new SymbolTriggers()));
    this.#lastSymbol = symbol;
    return (this.#lastTriggers = triggers);
  }
}

const NONE: readonly never[] = [];

function isSlot(named: Named | undefined): named is Slot {
  return typeof named === 'object' && named.kind === 'slot';
}

function isGroup(named: Named | undefined): named is Group {
  return typeof named === 'object' && named.kind === 'group';
}

function signalsOf(slots: readonly Slot[] | undefined): readonly Signal[] {
  if (slots === undefined) return NONE;
  const [only] = slots;
  return slots.length === 1 && only !== undefined ? [only.signal] : slots.map((slot) => slot.signal);
}

function putUnder(lists: Map<string, Slot[]>, key: string, slot: Slot): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [slot]);
  else list.push(slot);
}

function takeFrom(lists: Map<string, Slot[]>, key: string | null, slot: Slot): void {
  const list = key === null ? undefined : lists.get(key);
  if (key === null || list === undefined) return;
  drop(list, slot);
  if (list.length === 0) lists.delete(key);
}

function drop(list: Slot[], slot: Slot): void {
  const at = list.indexOf(slot);
  if (at >= 0) list.splice(at, 1);
}
