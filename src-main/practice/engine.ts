import type { BookChange } from '#rules/book-change.ts';
import type { RuleContext } from '#rules/book-view.ts';
import { cancelSignal, type CancelResult } from '#rules/cancel.ts';
import type { Fixed } from '#rules/decimal.ts';
import { applyTime } from '#rules/expire.ts';
import { applyPrice } from '#rules/fill.ts';
import { placeSignal, type PlaceResult } from '#rules/place.ts';
import { isOpen } from '#rules/session.ts';
import { settleTrade } from '#rules/settle.ts';
import type { SignalRequest } from '#rules/signal-request.ts';
import type { InstrumentType } from '#rules/signal.ts';
import { Account } from './account.ts';
import type { Catalog } from './catalog.ts';
import type { Clock } from './clock.ts';
import type { EquityPoint } from './equity-point.ts';
import type { IdCounter } from './id-counter.ts';
import type { Instrument } from './instrument.ts';
import type { Market } from './market.ts';
import type { Memberships } from './people/memberships.ts';
import { intrinsicValue, optionEnd } from './option-price.ts';
import type { Store } from './store/store.ts';
import type { Strategy } from './strategy.ts';
import type { Switches } from './switches.ts';
import { dayEndsBetween, feesDue } from './trading-days.ts';

export type EngineParts = {
  readonly store: Store;
  readonly catalog: Catalog;
  readonly market: Market;
  readonly clock: Clock;
  readonly counter: IdCounter;
  readonly switches: Switches;
  readonly hours: 'always' | 'market';
  /** Subscriptions and licences, which time moves too. */
  readonly memberships: Memberships;
};

const SECOND = 1000;
const POINT_EVERY = 3_600_000;
/** Prices that nobody was told are written now and then only; everything answered is written at once. */
const SAVE_PRICES_EVERY = 10_000;

/**
 * Runs the rules against the store. Every step is the same: decide on the book, write the decision in one transaction, apply it to the
 * book. A failing write leaves the book as it was and reaches the caller.
 */
export class Engine {
  readonly #parts: EngineParts;
  readonly #accounts = new Map<string, Account>();
  #pricesSavedAt = 0;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    for (const strategy of parts.store.strategies())
      this.#accounts.set(strategy.id, new Account(strategy, parts.store));
  }

  account(strategyId: string): Account | undefined {
    return this.#accounts.get(strategyId);
  }

  accounts(): readonly Account[] {
    return [...this.#accounts.values()];
  }

  /**
   * Founds strategies or changes what is said about them; `also` is written in the same transaction. A new one has its account, and can
   * be traded, when this returns.
   */
  putStrategies(strategies: readonly Strategy[], also: () => void): void {
    const { store } = this.#parts;
    store.transaction(() => {
      for (const strategy of strategies) store.putStrategy(strategy);
      also();
    });
    for (const strategy of strategies) {
      const known = this.#accounts.get(strategy.id);
      if (known) known.redescribe(strategy);
      else this.#accounts.set(strategy.id, new Account(strategy, store));
    }
  }

  submit(account: Account, request: SignalRequest): PlaceResult {
    const result = placeSignal(account.book, request, this.#context());
    if ('signal' in result) this.#commit(account, result.change);
    return result;
  }

  cancel(account: Account, reference: string): CancelResult {
    const result = cancelSignal(account.book, reference, this.#context());
    if (result.ok) this.#commit(account, result.change);
    return result;
  }

  /** A tick by control: durable, then everything that it triggers. */
  setPrice(instrument: Instrument, price: Fixed): void {
    const { market, clock } = this.#parts;
    market.set(instrument.symbol, price, clock.now());
    this.#savePrices();
    const own = (symbol: string): boolean => symbol === instrument.symbol;
    const samePath = (symbol: string): boolean => this.#parts.catalog.get(symbol).path === instrument.path;
    this.#settlePrices(instrument.option ? own : samePath);
  }

  /** One step of the real clock: prices move, time and prices are settled. */
  tick(seconds: number): void {
    const { market, clock } = this.#parts;
    market.walk(clock.now(), seconds, (path) => this.#isOpen(this.#typeOfPath(path)));
    this.catchUp();
    if (clock.now() - this.#pricesSavedAt >= SAVE_PRICES_EVERY) this.#savePrices();
  }

  /** What has become due, and what the present prices trigger. At start this applies what was due while the service was down. */
  catchUp(): void {
    this.#parts.memberships.settle(this.#parts.clock.now());
    this.#settleTime();
    this.#settlePrices(() => true);
    this.#points();
  }

  /**
   * Moves the manual clock: a tick at the present prices one second on, then everything that becomes due in its order, then a tick at
   * the end. Prices move only when control sets them.
   */
  advance(seconds: number): void {
    const { clock, store } = this.#parts;
    const target = clock.now() + seconds * SECOND;
    this.#stepTo(Math.min(target, clock.now() + SECOND));
    for (let due = this.#nextDue(); due !== null && due < target; due = this.#nextDue()) {
      this.#parts.clock.set(Math.max(due, clock.now()));
      this.#settleTime();
    }
    this.#stepTo(target);
    store.transaction(() => store.meta.set('clock', String(clock.now())));
  }

  /** Called before the store is closed. */
  saveAll(): void {
    this.#savePrices();
  }

  #stepTo(instant: number): void {
    this.#parts.clock.set(instant);
    this.#parts.market.remark(instant);
    this.catchUp();
  }

  #nextDue(): number | null {
    const keep = this.#parts.switches.rules().waitingAtDayEnd;
    const times = this.accounts().map((account) => account.book.nextDue(keep));
    const known = times.filter((time) => time !== null);
    return known.length === 0 ? null : Math.min(...known);
  }

  #settleTime(): void {
    const context = this.#context();
    for (const account of this.#accounts.values()) {
      const ids = account.book.due(context.now, context.options.waitingAtDayEnd);
      if (ids.length > 0) this.#commit(account, applyTime(account.book, ids, context));
      this.#settleOptions(account, context.now);
    }
  }

  /** An option's last day closes its trade at what it is worth then (platform-notes.md 39). */
  #settleOptions(account: Account, now: number): void {
    for (const trade of account.book.openTrades()) {
      const { option, path } = this.#parts.catalog.get(trade.symbol);
      if (!option || optionEnd(option) > now) continue;
      const price = intrinsicValue(option, this.#parts.market.price(path, now));
      const settled = settleTrade(trade, price, Math.max(optionEnd(option), trade.lastOpenAt));
      this.#commit(account, { signals: [], trades: [settled], legs: [], events: [] });
    }
  }

  #settlePrices(concerned: (symbol: string) => boolean): void {
    for (const account of this.#accounts.values()) {
      for (const symbol of account.book.symbolsWithTriggers()) {
        if (concerned(symbol) && this.#isOpen(this.#parts.catalog.get(symbol).type))
          this.#settleSymbol(account, symbol);
      }
    }
  }

  #settleSymbol(account: Account, symbol: string): void {
    const context = this.#context();
    const price = this.#parts.market.price(symbol, context.now);
    const ids = account.book.takeTriggered(symbol, price);
    if (ids.length === 0) return;
    try {
      this.#commit(account, applyPrice(account.book, ids, price, context));
    } catch (error) {
      account.book.putBack(ids);
      throw error;
    }
  }

  #commit(account: Account, change: BookChange): void {
    const { store, counter, clock, market } = this.#parts;
    const { id } = account.strategy;
    const point = change.trades.length > 0 ? account.point(market, clock.now(), change) : undefined;
    store.transaction(() => {
      for (const signal of change.signals) store.signals.put(id, signal);
      for (const trade of change.trades) store.trades.put(id, trade);
      for (const leg of change.legs) store.trades.putLeg(leg);
      if (point) store.equity.put(id, point);
      store.meta.set('counter', counter.last);
    });
    account.apply(change);
    if (point) account.pointWritten(point);
  }

  /** Equity points at each day's close and about every hour in between. */
  #points(): void {
    const { store, clock, market } = this.#parts;
    const now = clock.now();
    for (const account of this.#accounts.values()) {
      const from = account.lastPointAt;
      const times = dayEndsBetween(from, now);
      if (now - from >= POINT_EVERY && times.at(-1) !== now) times.push(now);
      if (times.length === 0) continue;
      if (dayEndsBetween(from, now).length > 0) market.startDay();
      let before = from;
      const points: EquityPoint[] = [];
      for (const at of times) {
        const point = {
          ...account.point(market, now, undefined, feesDue(account.strategy.monthlyFee, before, at)),
          at,
        };
        points.push(point);
        account.pointWritten(point);
        before = at;
      }
      store.transaction(() => points.forEach((point) => store.equity.put(account.strategy.id, point)));
    }
  }

  #savePrices(): void {
    const { store, market, clock } = this.#parts;
    this.#pricesSavedAt = clock.now();
    store.transaction(() => {
      store.putPaths(market.states());
      store.meta.set(
        'optionShifts',
        JSON.stringify(market.optionShifts().map(([symbol, shift]) => [symbol, String(shift)])),
      );
    });
  }

  #typeOfPath(path: string): InstrumentType {
    return this.#parts.catalog.find(path)?.type ?? 'future';
  }

  #isOpen(type: InstrumentType): boolean {
    return this.#parts.hours === 'always' || isOpen(type, this.#parts.clock.now());
  }

  #context(): RuleContext {
    const { clock, counter, switches, market } = this.#parts;
    return {
      now: clock.now(),
      nextId: counter.next,
      options: switches.rules(),
      terms: (symbol) => market.terms(symbol),
    };
  }
}
