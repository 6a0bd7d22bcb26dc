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
  readonly #live = new Map<string, Slot>();
  readonly #own = new Map<string, Slot>();
  readonly #groups = new Map<string, Set<Slot>>();
  readonly #children = new Map<string, Set<Slot>>();
  readonly #trades = new Map<string, Trade>();
  readonly #triggers = new Map<string, SymbolTriggers>();
  readonly #times = new DueTimes();

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
    return this.#live.has(id) || this.#own.has(id) || this.#groups.has(id) || this.#archive.known(id);
  }

  liveMembers(ocaId: string): readonly Signal[] {
    return signalsOf(this.#groups.get(ocaId));
  }

  waitingChildren(parentId: string): readonly Signal[] {
    const children = this.#children.get(parentId);
    return children === undefined ? NONE : signalsOf(children).filter((signal) => signal.state === 'waiting');
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
    return taken === undefined || taken.length === 0 ? NONE : taken.map((slot) => slot.signal.id).sort(byAge);
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
      .map(({ signal, due }) => ({ id: signal.id, at: due ?? now }))
      .sort((a, b) => a.at - b.at || byAge(a.id, b.id))
      .map((one) => one.id);
  }

  /** The next instant at which `due` will have something; null when nothing is live. */
  nextDue(waitingAtDayEnd: 'expire' | 'keep'): number | null {
    return this.#times.next(waitingAtDayEnd, () => this.#live.values());
  }

  apply(change: Pick<BookChange, 'signals' | 'trades'>): void {
    for (const signal of change.signals) this.#set(signal);
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
    } else if (isLive(signal)) this.#add({ signal, due: null, resting: false });
  }

  #add(slot: Slot): void {
    const { id, ownId, ocaId, parentId } = slot.signal;
    this.#live.set(id, slot);
    if (ownId !== null) this.#own.set(ownId, slot);
    if (ocaId !== null) link(this.#groups, ocaId, slot);
    if (parentId !== null) link(this.#children, parentId, slot);
    this.#changed(slot);
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
    if (ocaId !== null) unlink(this.#groups, ocaId, slot);
    if (parentId !== null) unlink(this.#children, parentId, slot);
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

function signalsOf(slots: ReadonlySet<Slot> | undefined): readonly Signal[] {
  return slots === undefined ? NONE : Array.from(slots, (slot) => slot.signal);
}

/** Ids come from one growing counter, so the longer, then the greater text is the younger. */
function byAge(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

function link(map: Map<string, Set<Slot>>, key: string, slot: Slot): void {
  const set = map.get(key);
  if (set) set.add(slot);
  else map.set(key, new Set([slot]));
}

function unlink(map: Map<string, Set<Slot>>, key: string, slot: Slot): void {
  const set = map.get(key);
  set?.delete(slot);
  if (set?.size === 0) map.delete(key);
}
