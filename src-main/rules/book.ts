import type { BookChange } from './book-change.ts';
import type { BookView } from './book-view.ts';
import type { Fixed } from './decimal.ts';
import { nextDue } from './expire.ts';
import { isLive, type Signal } from './signal.ts';
import { SymbolTriggers } from './triggers.ts';
import type { Trade } from './trade.ts';

/** Ended signals, wherever they are kept; the book holds only live ones. */
export type SignalArchive = {
  signal(id: string): Signal | undefined;
  byOwnId(ownId: string): Signal | undefined;
  groupKnown(ocaId: string): boolean;
};

/**
 * One strategy's live signals and open trades, indexed for the questions that decisions ask. Decisions never change it: they return a
 * BookChange, the owner makes that durable, and only then applies it here.
 */
export class Book implements BookView {
  readonly #archive: SignalArchive;
  readonly #live = new Map<string, Signal>();
  readonly #own = new Map<string, Signal>();
  readonly #groups = new Map<string, Set<string>>();
  readonly #children = new Map<string, Set<string>>();
  readonly #trades = new Map<string, Trade>();
  readonly #triggers = new Map<string, SymbolTriggers>();

  constructor(archive: SignalArchive) {
    this.#archive = archive;
  }

  signal(id: string): Signal | undefined {
    return this.#live.get(id) ?? this.#archive.signal(id);
  }

  byOwnId(ownId: string): Signal | undefined {
    return this.#own.get(ownId) ?? this.#archive.byOwnId(ownId);
  }

  groupKnown(ocaId: string): boolean {
    return this.#groups.has(ocaId) || this.#archive.groupKnown(ocaId);
  }

  liveMembers(ocaId: string): readonly Signal[] {
    return this.#resolve(this.#groups.get(ocaId));
  }

  waitingChildren(parentId: string): readonly Signal[] {
    return this.#resolve(this.#children.get(parentId)).filter((signal) => signal.state === 'waiting');
  }

  openTrade(symbol: string): Trade | undefined {
    return this.#trades.get(symbol);
  }

  openTrades(): readonly Trade[] {
    return [...this.#trades.values()];
  }

  liveSignals(): readonly Signal[] {
    return [...this.#live.values()];
  }

  /** Working signals that this price triggers, oldest first. They leave the index: apply the change that follows, or put them back. */
  takeTriggered(symbol: string, price: Fixed): string[] {
    const taken = this.#triggers.get(symbol)?.take(price) ?? [];
    return taken.filter((id) => this.#live.get(id)?.state === 'working').sort(byAge);
  }

  /** Symbols that may have working signals. */
  symbolsWithTriggers(): string[] {
    return [...this.#triggers].filter(([, triggers]) => triggers.size > 0).map(([symbol]) => symbol);
  }

  putBack(ids: readonly string[]): void {
    for (const signal of this.#resolve(new Set(ids))) if (signal.state === 'working') this.#trigger(signal);
  }

  /** Live signals that time alone has moved by now, in the order in which they were due. */
  due(now: number, waitingAtDayEnd: 'expire' | 'keep'): string[] {
    const found: { id: string; at: number }[] = [];
    for (const signal of this.#live.values()) {
      const at = nextDue(signal, waitingAtDayEnd);
      if (at !== null && at <= now) found.push({ id: signal.id, at });
    }
    return found.sort((a, b) => a.at - b.at || byAge(a.id, b.id)).map((one) => one.id);
  }

  /** The next instant at which `due` will have something; null when nothing is live. */
  nextDue(waitingAtDayEnd: 'expire' | 'keep'): number | null {
    let next: number | null = null;
    for (const signal of this.#live.values()) {
      const at = nextDue(signal, waitingAtDayEnd);
      if (at !== null && (next === null || at < next)) next = at;
    }
    return next;
  }

  apply(change: Pick<BookChange, 'signals' | 'trades'>): void {
    for (const signal of change.signals) this.#set(signal);
    for (const trade of change.trades) {
      if (trade.closedAt === null) this.#trades.set(trade.symbol, trade);
      else if (this.#trades.get(trade.symbol)?.id === trade.id) this.#trades.delete(trade.symbol);
    }
  }

  #set(signal: Signal): void {
    const before = this.#live.get(signal.id);
    if (!isLive(signal)) {
      this.#remove(signal, before);
      return;
    }
    this.#live.set(signal.id, signal);
    if (signal.ownId !== null) this.#own.set(signal.ownId, signal);
    if (signal.ocaId !== null) link(this.#groups, signal.ocaId, signal.id);
    if (signal.parentId !== null) link(this.#children, signal.parentId, signal.id);
    if (signal.state === 'working' && before?.state !== 'working') this.#trigger(signal);
  }

  #remove(signal: Signal, before: Signal | undefined): void {
    if (!before) return;
    this.#live.delete(signal.id);
    if (signal.ownId !== null) this.#own.delete(signal.ownId);
    if (before.ocaId !== null) unlink(this.#groups, before.ocaId, signal.id);
    if (before.parentId !== null) unlink(this.#children, before.parentId, signal.id);
  }

  #trigger(signal: Signal): void {
    const triggers = this.#triggers.get(signal.symbol) ?? new SymbolTriggers();
    this.#triggers.set(signal.symbol, triggers);
    triggers.add(signal);
  }

  #resolve(ids: ReadonlySet<string> | undefined): readonly Signal[] {
    const found: Signal[] = [];
    for (const id of ids ?? []) {
      const signal = this.#live.get(id);
      if (signal) found.push(signal);
    }
    return found;
  }
}

/** Ids come from one growing counter, so the longer, then the greater text is the younger. */
function byAge(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

function link(map: Map<string, Set<string>>, key: string, id: string): void {
  const set = map.get(key) ?? new Set();
  map.set(key, set.add(id));
}

function unlink(map: Map<string, Set<string>>, key: string, id: string): void {
  const set = map.get(key);
  set?.delete(id);
  if (set?.size === 0) map.delete(key);
}
