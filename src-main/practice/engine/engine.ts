import type { BookChange, RuleContext } from '#rules/signals/book-view.ts';
import { cancelSignal, type CancelResult } from '#rules/signals/cancel.ts';
import type { WireDesiredPosition } from '#core/platform/wire/desired-records.ts';
import type { Fixed } from '#rules/decimal.ts';
import { desiredChange } from '#rules/desired/desired-change.ts';
import {
  modeAfter,
  type DesiredMode,
  type DesiredPosition,
  type DesiredRequest,
} from '#rules/desired/desired-positions.ts';
import { applyTime } from '#rules/signals/expire.ts';
import type { TradingCalendar } from '#rules/calendar/expiry.ts';
import { applyPrice } from '#rules/signals/fill.ts';
import { placeSignal, type PlaceResult } from '#rules/signals/place.ts';
import { isOpen } from '#rules/calendar/session.ts';
import { settleTrade } from '#rules/trades/trade.ts';
import type { SignalRequest } from '#rules/signals/signal-request.ts';
import type { InstrumentType } from '#rules/order-terms.ts';
import { byArrival } from '#rules/signals/signal.ts';
import { subscriptionDue, type Subscription } from '#rules/billing/subscription.ts';
import { Account } from '#practice/account/account.ts';
import { AutoTrader } from '#practice/autotrade/auto-trader.ts';
import { linkMarket } from '#practice/autotrade/link-market.ts';
import type { Catalog } from '#practice/catalog.ts';
import type { Clock } from '#practice/clock.ts';
import { DesiredKeeper } from './desired-keeper.ts';
import { EquityPoints } from '#practice/account/equity-points.ts';
import type { IdCounter } from './id-counter.ts';
import type { Instrument } from '#practice/instruments/instrument.ts';
import type { Market, PathState } from '#practice/market/market.ts';
import { endLinks } from '#practice/people/end-links.ts';
import type { Memberships } from '#practice/people/memberships.ts';
import { inventedType } from '#practice/market/invented.ts';
import { intrinsicValue } from '#practice/instruments/option-price.ts';
import { SessionOpenings } from '#practice/market/session-openings.ts';
import type { Store } from '#practice/store/store.ts';
import type { Strategy } from '#practice/strategy.ts';
import type { Switches } from '#practice/switches.ts';
import type { WriteAlong } from '#practice/write-along.ts';

export type EngineParts = {
  readonly store: Store;
  readonly catalog: Catalog;
  readonly market: Market;
  readonly clock: Clock;
  readonly counter: IdCounter;
  readonly switches: Switches;
  /** When markets are open: always, or in their trading hours. */
  readonly hours: 'always' | 'market';
  /** Subscriptions and licenses, which become due by time. */
  readonly memberships: Memberships;
};

const SECOND = 1000;
/**
 * Prices that the random walk moves are written every ten seconds. A price that is set by a control
 * route is written before the request is answered.
 */
const SAVE_PRICES_MS = 10_000;

/**
 * Runs the rules against the store. Every step computes a change from the book, writes the change
 * in one transaction, and applies it to the book. If the write fails, the book is unchanged and the
 * caller gets the error.
 */
export class Engine {
  readonly desired: DesiredKeeper;
  readonly autoTrader: AutoTrader;
  readonly #parts: EngineParts;
  readonly #accounts = new Map<string, Account>();
  readonly #openings = new SessionOpenings();
  readonly #points: EquityPoints;
  readonly #calendar: TradingCalendar;
  #pricesSavedAt = 0;
  /**
   * The states of price paths that need not be written, because the file has them or the next start
   * of the service creates the same ones. A path that moves gets a new state object, which is not
   * in this set until it is saved.
   */
  #savedPaths: ReadonlySet<PathState>;

  constructor(parts: EngineParts) {
    this.#parts = parts;
    this.#points = new EquityPoints(parts);
    this.#savedPaths = new Set(parts.market.states());
    this.#calendar = {
      followsHolidays: parts.hours === 'market',
      contractEnd: (symbol) => parts.catalog.get(symbol).end,
    };
    this.desired = new DesiredKeeper(parts.store.desired);
    this.autoTrader = new AutoTrader({
      store: parts.store,
      market: () => linkMarket(parts, this.#isTradable),
      account: (systemId) => this.#accounts.get(systemId),
    });
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
   * Creates strategies or changes their attributes. `extraWrite` runs in the same transaction. When
   * this returns, a new strategy has its account and can be traded.
   */
  putStrategies(strategies: readonly Strategy[], extraWrite: () => void): void {
    const { store } = this.#parts;
    store.transaction(() => {
      for (const strategy of strategies) store.putStrategy(strategy);
      extraWrite();
    });
    for (const strategy of strategies) {
      const known = this.#accounts.get(strategy.id);
      if (known) known.updateStrategy(strategy);
      else this.#accounts.set(strategy.id, new Account(strategy, store));
    }
  }

  /** Called before the end of subscriptions is written. */
  endLinks(ending: readonly Subscription[]): void {
    const { store, switches } = this.#parts;
    endLinks({ autoTrader: this.autoTrader, store, switches }, ending);
  }

  /**
   * With `endsDesired`, an accepted signal switches the desired positions off in the same commit; a
   * refused signal does not.
   */
  submit(account: Account, request: SignalRequest, endsDesired = false): PlaceResult {
    this.#reserveIds(request);
    const result = placeSignal(account.book, request, this.#context());
    const modeEnd = endsDesired ? this.desired.modeEnd(account.strategy.id) : undefined;
    if ('signal' in result) this.#commit(account, result.change, modeEnd);
    return result;
  }

  cancel(account: Account, reference: string): CancelResult {
    const result = cancelSignal(account.book, reference, this.#context());
    if (result.ok) this.#commit(account, result.change);
    return result;
  }

  /**
   * True if the strategy is no longer alive and the switch deadSystemSignals is 'refuse'. Callers
   * still accept what only closes positions.
   */
  refusesOrders({ strategy }: Account): boolean {
    return !strategy.isAlive && this.#parts.switches.get('deadSystemSignals') === 'refuse';
  }

  /**
   * Stores the mode, the list that was sent and the first orders of the list in one transaction.
   */
  setDesired(account: Account, request: DesiredRequest, sent: readonly WireDesiredPosition[]): void {
    const { id } = account.strategy;
    const { switches } = this.#parts;
    const mode = modeAfter(request);
    const startsMaintaining = this.desired.mode(id).state === 'off' && mode.state === 'maintaining';
    const cancelAll = startsMaintaining && switches.get('workingWhenMaintaining') === 'cancel';
    const change = desiredChange(account.book, mode, this.#isTradable, this.#context(), cancelAll);
    this.#commit(account, change, this.desired.modeChange(id, request, sent));
  }

  /**
   * Cancels all live signals of the strategy and gives it exactly these holdings at the present
   * prices, also while markets are closed. Only a control route calls this.
   */
  setHoldings(account: Account, positions: readonly DesiredPosition[]): void {
    this.switchDesiredOff(account);
    const mode = modeAfter({ kind: 'list', positions });
    const step = (cancelAll: boolean): BookChange =>
      desiredChange(account.book, mode, () => true, this.#context(), cancelAll);
    // Ends when no order is left to place.
    for (let change = step(true); change.signals.length > 0; change = step(false)) {
      this.#commit(account, change);
      this.#applyTick(account, account.book.workingSymbols());
    }
    this.autoTrader.settle();
  }

  /**
   * Ends the desired positions, as a manual action on the platform's web screen does. Working
   * orders remain.
   */
  switchDesiredOff(account: Account): void {
    const modeEnd = this.desired.modeEnd(account.strategy.id);
    this.#parts.store.transaction(modeEnd.write);
    modeEnd.apply();
  }

  /** A tick by a control route: saves the price, then applies everything that it triggers. */
  setPrice(instrument: Instrument, price: Fixed): void {
    const { market, clock } = this.#parts;
    market.set(instrument.symbol, price, clock.now());
    this.#savePrices();
    const isSameSymbol = (symbol: string): boolean => symbol === instrument.symbol;
    const isSamePath = (symbol: string): boolean => this.#parts.catalog.get(symbol).path === instrument.path;
    this.#applyPrices(instrument.option ? isSameSymbol : isSamePath);
    this.#updateDesiredAndLinks();
  }

  /**
   * One step of the real clock: moves the prices, then applies what is due and what they trigger.
   */
  tick(seconds: number): void {
    const { market, clock } = this.#parts;
    market.walk(clock.now(), seconds, (path) => this.#isOpen(this.#typeOfPath(path)));
    this.catchUp();
    if (clock.now() - this.#pricesSavedAt >= SAVE_PRICES_MS * clock.speed) this.#savePrices();
  }

  /**
   * Applies everything that is due, and what the present prices trigger. At start this includes
   * what was due while the service was down.
   */
  catchUp(): void {
    this.#applyAll();
    for (const account of this.#accounts.values()) this.#points.writeDue(account);
  }

  /**
   * Moves the manual clock. There are ticks at the present prices: after one second, whenever a
   * signal is due or a contract ends, whenever a subscription with an AutoTrade link changes, at
   * each opening of a market if `hours` is 'market', a second after the opening if a signal fills
   * then, and at the end. Only control routes change the prices.
   */
  advance(seconds: number): void {
    const { clock, store } = this.#parts;
    const target = clock.now() + seconds * SECOND;
    this.#stepTo(Math.min(target, clock.now() + SECOND));
    for (let dueAt = this.#nextDueAt(); dueAt < target; dueAt = this.#nextDueAt()) {
      const opensAt = this.#nextOpening();
      clock.set(Math.max(dueAt, clock.now()));
      this.#applyAll();
      if (opensAt === dueAt && this.#hasTriggered()) {
        clock.set(Math.min(target, dueAt + SECOND));
        this.#applyAll();
      }
    }
    this.#stepTo(target);
    store.transaction(() => store.meta.set('clock', String(clock.now())));
  }

  /** Called before the store is closed. */
  saveAll(): void {
    this.#savePrices();
  }

  #applyAll(): void {
    this.#parts.memberships.settle(this.#parts.clock.now(), (ended) => this.endLinks(ended));
    this.#applyDue();
    this.#applyPrices(() => true);
    this.#updateDesiredAndLinks();
  }

  #stepTo(instant: number): void {
    this.#parts.clock.set(instant);
    this.#parts.market.takeMarks(instant);
    this.catchUp();
  }

  /** Whether the next tick fills a signal, because it was entered or started by the last one. */
  #hasTriggered(): boolean {
    const { catalog, market, clock } = this.#parts;
    const isTriggered = ({ book }: Account): boolean =>
      book
        .workingSymbols()
        .filter((symbol) => this.#isOpen(catalog.get(symbol).type))
        .some((symbol) => book.triggered(symbol, market.price(symbol, clock.now())).length > 0);
    return this.accounts().some(isTriggered);
  }

  #nextOpening(): number {
    const { hours, clock } = this.#parts;
    return hours === 'market' ? this.#openings.after(clock.now()) : Infinity;
  }

  /**
   * The next time at which a signal is due, a contract with an open trade ends, a subscription with
   * an AutoTrade link changes, or a market opens; infinite if there is none.
   */
  #nextDueAt(): number {
    const { switches, catalog, store } = this.#parts;
    const waiting = switches.rules().waitingAtDayEnd;
    let next = this.#nextOpening();
    for (const { book } of this.#accounts.values()) {
      next = Math.min(next, book.nextDue(waiting, this.#calendar));
      for (const trade of book.openTrades()) next = Math.min(next, catalog.get(trade.symbol).end ?? Infinity);
    }
    for (const { personId, state, systemId } of this.autoTrader.links.all()) {
      const subscription = state === 'live' ? store.subscriptions.live(systemId, personId) : undefined;
      if (subscription) next = Math.min(next, subscriptionDue(subscription) ?? Infinity);
    }
    return next;
  }

  #applyDue(): void {
    const context = this.#context();
    for (const account of this.#accounts.values()) {
      const due = account.book.due(context.now, context.options.waitingAtDayEnd, context.calendar);
      if (due.length > 0) this.#commit(account, applyTime(account.book, due, context));
      this.#settleContracts(account, context.now);
    }
  }

  /**
   * Closes each open trade whose contract has ended: an option at its intrinsic value
   * (platform-notes.md 39), a future at the last price.
   */
  #settleContracts(account: Account, now: number): void {
    for (const trade of account.book.openTrades()) {
      const instrument = this.#parts.catalog.get(trade.symbol);
      const { option, end } = instrument;
      if (end === null || end > now) continue;
      const last = this.#parts.market.state(instrument).price;
      const price = option ? intrinsicValue(option, last) : last;
      const settled = settleTrade(trade, price, Math.max(end, trade.lastOpenAt));
      this.#commit(account, { signals: [], trades: [settled], fillParts: [] });
    }
  }

  /**
   * After a change of prices or time: enters the orders that desired positions need, which the next
   * tick fills, and runs the AutoTrade accounts.
   */
  #updateDesiredAndLinks(): void {
    for (const id of this.desired.maintaining()) {
      const account = this.#accounts.get(id);
      const mode = this.desired.mode(id);
      if (!account || (this.refusesOrders(account) && !onlyCloses(mode))) continue;
      const change = desiredChange(account.book, mode, this.#isTradable, this.#context());
      if (change.signals.length > 0) this.#commit(account, change);
    }
    this.autoTrader.settle();
  }

  #applyPrices(isConcerned: (symbol: string) => boolean): void {
    const hasTick = (symbol: string): boolean =>
      isConcerned(symbol) && this.#isOpen(this.#parts.catalog.get(symbol).type);
    for (const account of this.#accounts.values()) {
      const symbols = account.book.workingSymbols().filter(hasTick);
      if (symbols.length > 0) this.#applyTick(account, symbols);
    }
  }

  /**
   * One tick of all these symbols. All triggered signals are found before any of them is filled.
   * They are filled in the order of their ids.
   */
  #applyTick(account: Account, symbols: readonly string[]): void {
    const { book } = account;
    const context = this.#context();
    const prices = new Map(symbols.map((symbol) => [symbol, this.#parts.market.price(symbol, context.now)]));
    const triggered = [...prices].flatMap(([symbol, price]) => book.triggered(symbol, price));
    if (triggered.length === 0) return;
    triggered.sort(byArrival);
    this.#commit(
      account,
      applyPrice(book, triggered, (symbol) => requiredPrice(prices, symbol), context),
    );
  }

  #commit(account: Account, change: BookChange, extraWrite?: WriteAlong): void {
    const { store, counter } = this.#parts;
    const { id } = account.strategy;
    const point = this.#points.ofChange(account, change);
    const writes = [extraWrite, this.autoTrader.writeOfCopies(account, change)];
    store.transaction(() => {
      for (const signal of change.signals) store.signals.put(id, signal);
      for (const trade of change.trades) store.trades.put(id, trade);
      for (const fillPart of change.fillParts) store.trades.putFillPart(fillPart);
      if (point) store.equity.put(id, point);
      store.meta.set('counter', counter.last);
      for (const one of writes) one?.write();
    });
    account.apply(change);
    for (const one of writes) one?.apply();
    if (point) account.pointWritten(point);
  }

  #savePrices(): void {
    const { store, market, clock } = this.#parts;
    this.#pricesSavedAt = clock.now();
    const states = market.states();
    store.transaction(() => {
      store.putPricePaths(states.filter((state) => !this.#savedPaths.has(state)));
      store.meta.set('walk', String(market.walkState()));
      store.meta.set('clock', String(clock.now()));
      store.meta.set(
        'optionShifts',
        JSON.stringify(market.optionShifts().map(([symbol, shift]) => [symbol, String(shift)])),
      );
    });
    this.#savedPaths = new Set(states);
  }

  #typeOfPath(path: string): InstrumentType {
    return inventedType(path) ?? this.#parts.catalog.find(path)?.type ?? 'future';
  }

  #isOpen(type: InstrumentType): boolean {
    return this.#parts.hours === 'always' || isOpen(type, this.#parts.clock.now());
  }

  /** Whether the market of the symbol is open and its instrument accepts new signals. */
  readonly #isTradable = (symbol: string): boolean => {
    const instrument = this.#parts.catalog.get(symbol);
    return this.#isOpen(instrument.type) && this.#parts.catalog.untradableReason(instrument) === undefined;
  };

  /** Own ids of the client are never drawn as ids of the service. */
  #reserveIds({ ownId, ocaId, parent }: SignalRequest): void {
    this.#parts.counter.avoid(ownId);
    this.#parts.counter.avoid(ocaId);
    if (parent) this.#reserveIds(parent);
  }

  #context(): RuleContext {
    const { clock, counter, switches, market } = this.#parts;
    return {
      now: clock.now(),
      nextId: counter.next,
      options: switches.rules(),
      terms: (symbol) => market.terms(symbol),
      calendar: this.#calendar,
    };
  }
}

/** True for `flat`, whose list has no positions. */
function onlyCloses(mode: DesiredMode): boolean {
  return mode.state === 'maintaining' && mode.targets.length === 0;
}

function requiredPrice(prices: ReadonlyMap<string, Fixed>, symbol: string): Fixed {
  const price = prices.get(symbol);
  if (price === undefined) throw new Error(`a tick without a price of ${symbol}`);
  return price;
}
