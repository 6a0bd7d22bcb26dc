/**
 * A second model of signals. It was written for this test from two sources alone: the section
 * "States and transitions" of the specification, and the platform notes. Its prices are whole
 * dollars. It has one list of signals, and scans that list for every question. It shares no code
 * with the rules that it is compared with.
 */
export type Side = 'buy' | 'sell';
export type State = 'waiting' | 'working' | 'traded' | 'canceled' | 'expired';

export type ModelSignal = {
  readonly id: number;
  readonly ownId: string | null;
  readonly symbol: string;
  readonly side: Side;
  readonly quantity: number;
  readonly limit: number | null;
  readonly stop: number | null;
  readonly parent: number | null;
  readonly group: string | null;
  /** In seconds of the model's clock. Null: good till canceled. */
  readonly expires: number | null;
  state: State;
  tradedPrice: number | null;
};

export type ModelOrder = {
  readonly symbol: string;
  readonly side: Side;
  readonly entry: boolean;
  readonly quantity: number;
  readonly limit?: number;
  readonly stop?: number;
  readonly target?: number;
  readonly stopLoss?: number;
  readonly day: boolean;
  readonly ownId?: string;
  readonly group?: string;
  readonly parent?: string;
  readonly replaces?: string;
  readonly leaveGroupIntact: boolean;
};

/** The ids that the service assigned to an accepted order. */
export type AssignedIds = { readonly order: number; readonly target?: number; readonly stopLoss?: number };

const DAY = 86_400;
/** 16:05. */
const DAY_END = 16 * 3600 + 5 * 60;

export class Model {
  readonly signals: ModelSignal[] = [];
  readonly prices = new Map<string, number>();
  /** Seconds since Monday, 00:00. Sequences end before the weekend. */
  now = 9 * 3600 + 30 * 60;

  /** Whether the service must accept the order. A refusal changes nothing. */
  mustAccept(order: ModelOrder): boolean {
    const { ownId, group, parent, replaces } = order;
    if (!order.entry && (order.target !== undefined || order.stopLoss !== undefined)) return false;
    if (ownId !== undefined && (ownId === group || this.#isUsed(ownId))) return false;
    if (group !== undefined && this.#isUsed(group) && this.#members(group).length === 0) return false;
    const awaited = parent === undefined ? undefined : this.find(parent);
    if (parent !== undefined && (!awaited || awaited.state === 'canceled' || awaited.state === 'expired')) return false;
    const old = replaces === undefined ? undefined : this.find(replaces);
    if (replaces !== undefined && !(old && isLive(old))) return false;
    // The replaced order may be the parent that the new order waits for, or its end may end that
    // parent too. Both are refused.
    if (old && awaited && isLive(awaited)) return !this.#endedWith(old, order.leaveGroupIntact).has(awaited.id);
    // A replacement takes over the parent of what it replaces.
    if (old?.state === 'waiting' && old.parent !== null && parent === undefined)
      return !this.#endedWith(old, order.leaveGroupIntact).has(old.parent);
    return true;
  }

  /** Adds an accepted order with the ids that the service assigned. */
  place(order: ModelOrder, ids: AssignedIds): void {
    const old = order.replaces === undefined ? undefined : this.find(order.replaces);
    const inherited = old?.state === 'waiting' ? old.parent : null;
    const parent = order.parent === undefined ? inherited : (this.find(order.parent)?.id ?? null);
    const group = order.group ?? (old && order.leaveGroupIntact ? old.group : null);
    const waits = parent !== null && this.find(String(parent))?.state !== 'traded';
    const expires = order.day ? this.#dayEnd() : null;
    if (old) this.#end(old, 'canceled', order.leaveGroupIntact);
    const { symbol, side, quantity, limit = null, stop = null, ownId = null } = order;
    const base = { symbol, quantity, expires, tradedPrice: null };
    this.signals.push({
      ...base,
      id: ids.order,
      ownId,
      side,
      limit,
      stop,
      parent,
      group,
      state: waits ? 'waiting' : 'working',
    });
    const closing = side === 'buy' ? 'sell' : 'buy';
    const bracket = ids.target !== undefined && ids.stopLoss !== undefined ? `bracket of ${String(ids.order)}` : null;
    const child = { ...base, ownId: null, side: closing, parent: ids.order, group: bracket, state: 'waiting' } as const;
    if (ids.target !== undefined) this.signals.push({ ...child, id: ids.target, limit: order.target ?? 0, stop: null });
    if (ids.stopLoss !== undefined)
      this.signals.push({ ...child, id: ids.stopLoss, limit: null, stop: order.stopLoss ?? 0 });
  }

  /** False if the signal has ended or does not exist. */
  cancel(reference: string): boolean {
    const signal = this.find(reference);
    if (!signal || !isLive(signal)) return false;
    this.#end(signal, 'canceled', false);
    return true;
  }

  /**
   * Fills every working signal that the current price of its symbol triggers, in order of id. A
   * signal that starts to work in this tick waits for the next tick.
   */
  tick(symbols: readonly string[]): void {
    const triggered = this.signals.filter(
      (one) => one.state === 'working' && symbols.includes(one.symbol) && this.#isTriggered(one),
    );
    for (const signal of triggered.sort((a, b) => a.id - b.id)) {
      if (signal.state !== 'working') continue;
      signal.state = 'traded';
      signal.tradedPrice = this.#price(signal.symbol);
      for (const sibling of this.#siblings(signal)) this.#endWithoutGroup(sibling, 'canceled');
      for (const child of this.#children(signal)) child.state = 'working';
    }
  }

  /**
   * Moves the clock: one tick after the first second, one after each expiry, and one at the end.
   */
  advance(seconds: number): void {
    const endTime = this.now + seconds;
    const all = [...this.prices.keys()];
    this.#moveTo(Math.min(endTime, this.now + 1), all);
    for (;;) {
      const ends = this.signals.filter(isLive).flatMap(({ expires }) => (expires === null ? [] : [expires]));
      const next = Math.min(...ends);
      if (next >= endTime) break;
      this.#moveTo(next, all);
    }
    this.#moveTo(endTime, all);
  }

  find(reference: string): ModelSignal | undefined {
    return this.signals.findLast((one) => one.ownId === reference || String(one.id) === reference);
  }

  position(symbol: string): number {
    const fills = this.signals.filter((one) => one.symbol === symbol && one.state === 'traded');
    return fills.reduce((sum, { side, quantity }) => sum + (side === 'buy' ? quantity : -quantity), 0);
  }

  #moveTo(now: number, symbols: readonly string[]): void {
    this.now = now;
    const due = this.signals.filter((one) => isLive(one) && one.expires !== null && one.expires <= now);
    for (const signal of due.sort((a, b) => a.id - b.id)) if (isLive(signal)) this.#end(signal, 'expired', false);
    this.tick(symbols);
  }

  #isTriggered({ symbol, side, limit, stop }: ModelSignal): boolean {
    const price = this.#price(symbol);
    if (limit !== null) return side === 'buy' ? price <= limit : price >= limit;
    if (stop !== null) return side === 'buy' ? price >= stop : price <= stop;
    return true;
  }

  #price(symbol: string): number {
    const price = this.prices.get(symbol);
    if (price === undefined) throw new Error(`no price of ${symbol}`);
    return price;
  }

  /**
   * Ends a signal with the signals that wait for it, and with its group unless that is left intact.
   */
  #end(signal: ModelSignal, state: 'canceled' | 'expired', leaveGroupIntact: boolean): void {
    const siblings = leaveGroupIntact ? [] : this.#siblings(signal);
    signal.state = state;
    for (const sibling of siblings) this.#endWithoutGroup(sibling, 'canceled');
    for (const child of this.#children(signal)) this.#endWithoutGroup(child, 'canceled');
  }

  #endWithoutGroup(signal: ModelSignal, state: 'canceled'): void {
    if (!isLive(signal)) return;
    signal.state = state;
    for (const child of this.#children(signal)) this.#endWithoutGroup(child, 'canceled');
  }

  /** The ids of this signal and of all that would end with it. */
  #endedWith(signal: ModelSignal, leaveGroupIntact: boolean): ReadonlySet<number> {
    const found = new Set<number>();
    const visit = (one: ModelSignal): void => {
      if (found.has(one.id)) return;
      found.add(one.id);
      this.#children(one).forEach(visit);
    };
    visit(signal);
    if (!leaveGroupIntact) this.#siblings(signal).forEach(visit);
    return found;
  }

  #siblings(signal: ModelSignal): readonly ModelSignal[] {
    return signal.group === null ? [] : this.#members(signal.group).filter((one) => one.id !== signal.id);
  }

  #members(group: string): readonly ModelSignal[] {
    return this.signals.filter((one) => one.group === group && isLive(one));
  }

  #children(signal: ModelSignal): readonly ModelSignal[] {
    return this.signals.filter((one) => one.parent === signal.id && one.state === 'waiting');
  }

  /** Whether the id was ever an own id, a group or a service id. */
  #isUsed(id: string): boolean {
    return this.signals.some((one) => one.ownId === id || one.group === id || String(one.id) === id);
  }

  #dayEnd(): number {
    const today = Math.floor(this.now / DAY) * DAY + DAY_END;
    return this.now < today ? today : today + DAY;
  }
}

export function isLive({ state }: ModelSignal): boolean {
  return state === 'waiting' || state === 'working';
}
