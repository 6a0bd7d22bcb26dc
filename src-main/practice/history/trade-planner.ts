import { fixed, ONE, toNumber, type Fixed } from '#rules/decimal.ts';
import { atNewYork, toNewYork, weekday } from '#rules/calendar/new-york.ts';
import type { OptionContract } from '#rules/option-symbol.ts';
import { closingAction, isBuy, type Action, type InstrumentType } from '#rules/order-terms.ts';
import type { Catalog } from '#practice/catalog.ts';
import type { Instrument } from '#practice/instruments/instrument.ts';
import { intrinsicValue, optionEnd, toTick } from '#practice/instruments/option-price.ts';
import { optionSymbol } from '#practice/instruments/option-symbols.ts';
import type { PriceHistory } from '#practice/market/price-history.ts';
import type { Random } from '#practice/market/random.ts';
import { plannedSignal, type PlannedSignal, type PlannedTrade } from './plan.ts';
import type { StrategyPlan } from './strategy-plan.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
const MIN_DAYS_TO_EXPIRY = 35;
/** Distance of targets and stops from the price, as a share of the price. */
const WIDTH = { stock: 0.09, option: 0.45, future: 0.05, forex: 0.03 } as const;
/** Options move so much that each gets a smaller part of the capital. */
const OPTION_SHARE = 0.35;
const HELD_TO_EXPIRY_SHARE = 0.12;

/** A trade before its orders are planned: what is traded, from when to when, at which prices. */
type Idea = {
  readonly instrument: Instrument;
  readonly action: Action;
  readonly quantity: Fixed;
  readonly from: number;
  readonly to: number;
  readonly entryPrice: Fixed;
  readonly exitPrice: Fixed;
};

/** Plans the past trades of one strategy along the price history. */
export class TradePlanner {
  readonly #plan: StrategyPlan;
  readonly #catalog: Catalog;
  readonly #history: PriceHistory;
  readonly #random: Random;
  /** The end of the past. */
  readonly #end: number;
  /** The instruments at the end of the past; found once, because every trade picks from them. */
  readonly #listed: readonly Instrument[];

  constructor(plan: StrategyPlan, catalog: Catalog, history: PriceHistory, random: Random) {
    this.#plan = plan;
    this.#end = history.days.at(-1) ?? 0;
    this.#catalog = catalog;
    this.#listed = catalog.pastInstruments(this.#end);
    this.#history = history;
    this.#random = random;
  }

  /**
   * Trades opened after `start` and closed before the end of the past. One position at a time for
   * each price path: a stock shares its path with its options.
   */
  trades(start: number): PlannedTrade[] {
    const busy = new Map<string, number>();
    const trades: PlannedTrade[] = [];
    const gap = (365 * DAY) / this.#plan.tradesPerYear;
    for (let at = start + DAY; at < this.#end - 3 * DAY; at += gap * this.#random.between(0.2, 1.8)) {
      const idea = this.#idea(this.#sessionTime(at));
      if (!idea || (busy.get(idea.instrument.path) ?? 0) > idea.from) continue;
      const trade = this.#trade(idea);
      busy.set(idea.instrument.path, trade.busyUntil);
      trades.push(trade);
    }
    return trades;
  }

  /** Positions that are still open, each with a target and a stop in one group. */
  openPositions(count: number, takenPaths: ReadonlySet<string>): PlannedTrade[] {
    return this.#unusedInstruments(count, takenPaths).map((instrument) => {
      const from = this.#sessionTime(this.#end - this.#random.between(3, 9) * DAY);
      const entryPrice = this.#history.priceAt(instrument.symbol, from);
      const action = this.#random.chance(this.#plan.shortShare) && instrument.type !== 'option' ? 'STO' : 'BTO';
      const quantity = this.#quantity(instrument, entryPrice);
      const parent = this.#filled(
        { instrument, action, quantity, from, to: this.#end, entryPrice, exitPrice: entryPrice },
        action,
        quantity,
        from,
      );
      const legs = this.#legsFor(parent, this.#history.priceAt(instrument.symbol, this.#end), instrument, 'working');
      return {
        symbol: instrument.symbol,
        signals: [parent, ...legs],
        openedAt: from,
        busyUntil: this.#end,
        settlement: null,
      };
    });
  }

  /** Working limit entries, each with a waiting bracket. */
  workingEntries(count: number, takenPaths: ReadonlySet<string>): PlannedSignal[][] {
    return this.#unusedInstruments(count, takenPaths).map((instrument) => {
      const postedAt = this.#end - this.#random.whole(60, 4000) * MINUTE;
      const price = this.#history.priceAt(instrument.symbol, this.#end);
      const limit = toTick(toNumber(price) * this.#random.between(0.93, 0.965), instrument.tick);
      const quantity = this.#quantity(instrument, price);
      const entry = {
        ...plannedSignal({ action: 'BTO', quantity, symbol: instrument.symbol, instrument: instrument.type, postedAt }),
        limit,
      };
      return [entry, ...this.#legsFor(entry, limit, instrument, 'waiting')];
    });
  }

  /**
   * Instruments of the main types of the strategy whose price paths are not in use; fewer if there
   * are not enough.
   */
  #unusedInstruments(count: number, takenPaths: ReadonlySet<string>): Instrument[] {
    const types = (['stock', 'future', 'forex', 'option'] as const).filter(
      (type) => (this.#plan.mix[type] ?? 0) > 0.15,
    );
    const used = new Set(takenPaths);
    const unused: Instrument[] = [];
    for (let turn = 0; unused.length < count && turn < count * types.length; turn += 1) {
      const candidates = this.#listed.filter((one) => one.type === types[turn % types.length] && !used.has(one.path));
      if (candidates.length === 0) continue;
      const instrument = this.#random.pick(candidates);
      used.add(instrument.path);
      unused.push(instrument);
    }
    return unused;
  }

  /** A target and a stop, both far from the price. */
  #legsFor(parent: PlannedSignal, price: Fixed, instrument: Instrument, state: 'working' | 'waiting'): PlannedSignal[] {
    const width = WIDTH[instrument.type];
    const up = toTick(toNumber(price) * (1 + width), instrument.tick);
    const down = toTick(toNumber(price) * (1 - width), instrument.tick);
    const buy = isBuy(parent.action);
    const cause = state === 'working' ? ({ kind: 'parentFilled', by: () => parent } as const) : null;
    const common = { ...plannedSignal({ ...parent, action: closingAction(parent.action) }), parent, state, cause };
    return [
      { ...common, role: 'profitTarget', limit: buy ? up : down },
      { ...common, role: 'stopLoss', stop: buy ? down : up },
    ];
  }

  /** Limit entries that were not filled: expired with their day or canceled. */
  misses(start: number): PlannedSignal[] {
    const misses: PlannedSignal[] = [];
    const gap = (365 * DAY * 5) / this.#plan.tradesPerYear;
    for (let at = start + DAY; at < this.#end - 3 * DAY; at += gap * this.#random.between(0.3, 1.7))
      misses.push(this.#miss(this.#sessionTime(at)));
    return misses;
  }

  #miss(from: number): PlannedSignal {
    const instrument = this.#pick(this.#randomType(), from);
    const price = this.#history.priceAt(instrument.symbol, from);
    const limit = toTick(toNumber(price) * this.#random.between(0.94, 0.985), instrument.tick);
    const quantity = this.#quantity(instrument, price);
    const signal = plannedSignal({
      action: 'BTO',
      quantity,
      symbol: instrument.symbol,
      instrument: instrument.type,
      postedAt: from,
    });
    if (this.#random.chance(0.55)) {
      return { ...signal, duration: 'DAY', limit, state: 'expired', endedAt: atNewYork(from, 0, 16, 5) };
    }
    const endedAt = from + this.#random.whole(5, 600) * MINUTE;
    return { ...signal, limit, state: 'canceled', endedAt };
  }

  #idea(from: number): Idea | undefined {
    const instrument = this.#pick(this.#randomType(), from);
    const to = this.#sessionTime(from + this.#random.between(0.8, instrument.option ? 14 : 20) * DAY);
    if (to >= this.#end) return undefined;
    const entryPrice = this.#history.priceAt(instrument.symbol, from);
    const exitPrice = this.#history.priceAt(instrument.symbol, to);
    const isWinner = this.#random.chance(this.#plan.skill);
    const wantedAction = exitPrice > entryPrice === isWinner ? 'BTO' : 'STO';
    const mayShort = this.#random.chance(this.#plan.shortShare * 2);
    if (wantedAction === 'STO' && !mayShort && this.#random.chance(0.85)) return undefined;
    const shortAction = instrument.type === 'stock' && this.#random.chance(0.5) ? 'SSHORT' : 'STO';
    const action = wantedAction === 'BTO' || !mayShort ? 'BTO' : shortAction;
    return { instrument, action, quantity: this.#quantity(instrument, entryPrice), from, to, entryPrice, exitPrice };
  }

  #trade(idea: Idea): PlannedTrade {
    const { symbol, option } = idea.instrument;
    if (option && idea.action === 'BTO' && this.#random.chance(HELD_TO_EXPIRY_SHARE)) {
      const settled = this.#heldToExpiry(idea, option);
      if (settled) return settled;
    }
    const bracket = this.#random.chance(this.#plan.bracketShare);
    const signals = bracket ? this.#bracket(idea) : this.#plainTrade(idea);
    return { symbol, signals, openedAt: idea.from, busyUntil: idea.to, settlement: null };
  }

  #heldToExpiry(idea: Idea, option: OptionContract): PlannedTrade | undefined {
    const at = optionEnd(option);
    if (at >= this.#end) return undefined;
    const level = toTick(this.#history.level(idea.instrument.path, at), idea.instrument.tick);
    const settlement = { at, price: intrinsicValue(option, level) };
    const signals = [this.#entry(idea, idea.quantity)];
    return { symbol: idea.instrument.symbol, signals, openedAt: idea.from, busyUntil: at, settlement };
  }

  /** An entry with a target and a stop: one of them ends the trade and cancels the other. */
  #bracket(idea: Idea): PlannedSignal[] {
    const { instrument, from, to, entryPrice, exitPrice } = idea;
    const buy = isBuy(idea.action);
    const won = exitPrice > entryPrice === buy;
    const parent = this.#entry(idea, idea.quantity);
    const scaledPrice = (share: number): Fixed => toTick(toNumber(entryPrice) * share, instrument.tick);
    const width = WIDTH[instrument.type];
    const target = won ? exitPrice : scaledPrice(buy ? 1 + width : 1 - width);
    const stop = won ? scaledPrice(buy ? 1 - width : 1 + width) : exitPrice;
    const common = {
      ...plannedSignal({ ...parent, action: closingAction(idea.action), postedAt: from }),
      parent,
    };
    const hit = {
      state: 'traded',
      endedAt: to,
      tradedPrice: exitPrice,
      cause: { kind: 'filled', by: () => parent },
    } as const;
    const missed = { state: 'canceled', endedAt: to } as const;
    const targetSignal: PlannedSignal = {
      ...common,
      role: 'profitTarget',
      limit: target,
      ...(won ? hit : { ...missed, cause: { kind: 'siblingFilled', by: () => stopSignal } }),
    };
    const stopSignal: PlannedSignal = {
      ...common,
      role: 'stopLoss',
      stop,
      ...(won ? { ...missed, cause: { kind: 'siblingFilled', by: () => targetSignal } } : hit),
    };
    return [parent, targetSignal, stopSignal];
  }

  /** An entry, sometimes a second one or a partial exit, and an exit at the market. */
  #plainTrade(idea: Idea): PlannedSignal[] {
    const half = idea.quantity / 2n / ONE;
    const adds = half > 0n && this.#random.chance(0.2);
    const reduces = half > 0n && !adds && this.#random.chance(0.2);
    const middle = this.#sessionTime(idea.from + (idea.to - idea.from) / 2);
    const isWithin = middle > idea.from && middle < idea.to;
    const signals = [this.#entry(idea, idea.quantity)];
    let openQuantity = idea.quantity;
    if (adds && isWithin) {
      signals.push(this.#filled(idea, idea.action, half * ONE, middle));
      openQuantity += half * ONE;
    }
    if (reduces && isWithin) {
      signals.push(this.#filled(idea, closingAction(idea.action), half * ONE, middle));
      openQuantity -= half * ONE;
    }
    signals.push(this.#filled(idea, closingAction(idea.action), openQuantity, idea.to));
    return signals;
  }

  #entry(idea: Idea, quantity: Fixed): PlannedSignal {
    const signal = this.#filled(idea, idea.action, quantity, idea.from);
    const draw = this.#random.next();
    if (draw < 0.35) return signal;
    const postedAt = idea.from - this.#random.whole(2, 90) * MINUTE;
    return draw < 0.8
      ? { ...signal, postedAt, limit: idea.entryPrice }
      : { ...signal, postedAt, stop: idea.entryPrice };
  }

  #filled(idea: Idea, action: Action, quantity: Fixed, at: number): PlannedSignal {
    const { symbol, type } = idea.instrument;
    const price = at === idea.from ? idea.entryPrice : this.#history.priceAt(symbol, at);
    const signal = plannedSignal({
      action,
      quantity,
      symbol,
      instrument: type,
      postedAt: at - this.#random.whole(1, 40) * 1000,
    });
    return { ...signal, state: 'traded', endedAt: at, tradedPrice: price };
  }

  #randomType(): InstrumentType {
    let rest = this.#random.next();
    for (const type of ['stock', 'option', 'future', 'forex'] as const) {
      rest -= this.#plan.mix[type] ?? 0;
      if (rest < 0) return type;
    }
    return 'stock';
  }

  #pick(type: InstrumentType, at: number): Instrument {
    const listed = this.#listed.filter((instrument) => instrument.type === type);
    const instrument = this.#random.pick(listed);
    if (type === 'future') return this.#catalog.get(this.#catalog.pastContract(instrument.path, at));
    if (type !== 'option') return instrument;
    const price = this.#history.level(instrument.path, at);
    const step = price < 200 ? 5 : 10;
    const strike = Math.max(step, Math.round((price * this.#random.between(0.96, 1.04)) / step) * step);
    const kind = this.#random.chance(0.55) ? 'call' : 'put';
    return this.#catalog.get(optionSymbol(instrument.path, kind, strike, at, MIN_DAYS_TO_EXPIRY));
  }

  /** Whole units worth about `riskShare` of the starting capital; futures by margin. */
  #quantity(instrument: Instrument, price: Fixed): Fixed {
    const budget = this.#plan.startingCapital * this.#plan.riskShare * this.#random.between(0.6, 1.3);
    const share = instrument.option ? OPTION_SHARE : 1;
    const units = Math.max(1, Math.floor((budget * share) / costOfUnit(instrument, price)));
    const roundedUnits = units >= 20 && instrument.type === 'stock' ? Math.round(units / 5) * 5 : units;
    return fixed(String(roundedUnits));
  }

  /** A random time between 9:35 and 15:55 New York, on this day or the next weekday. */
  #sessionTime(at: number): number {
    const minute = this.#random.whole(5, 385);
    for (let days = 0; ; days += 1) {
      const time = atNewYork(at, days, 9, 30) + minute * MINUTE + this.#random.whole(0, 59) * 1000;
      const day = weekday(toNewYork(time));
      if (day !== 0 && day !== 6 && time > at) return time;
    }
  }
}

function costOfUnit(instrument: Instrument, price: Fixed): number {
  if (instrument.contractMargin !== null) return toNumber(instrument.contractMargin);
  const value = toNumber(price) * toNumber(instrument.pointValue);
  return instrument.type === 'forex' ? (value / (instrument.currency === 'USD' ? 1 : toNumber(price))) * 0.4 : value;
}
