import { Book } from '#rules/book/book.ts';
import type { BookChange, RuleContext } from '#rules/signals/book-view.ts';
import { cancelSignal, type CancelResult } from '#rules/signals/cancel.ts';
import { fixed, ONE } from '#rules/decimal.ts';
import { desiredChange } from '#rules/desired/desired-change.ts';
import type { DesiredMode } from '#rules/desired/desired-positions.ts';
import { applyTime } from '#rules/signals/expire.ts';
import { applyPrice } from '#rules/signals/fill.ts';
import { MemoryArchive } from '#rules/book/memory-archive.ts';
import type { TradingCalendar } from '#rules/calendar/expiry.ts';
import { fromNewYork } from '#rules/calendar/new-york.ts';
import { placeSignal, type PlaceResult } from '#rules/signals/place.ts';
import { DEFAULT_RULE_OPTIONS, type RuleOptions } from '#rules/signals/rule-options.ts';
import { UNLINKED_ORDER, type SignalRequest } from '#rules/signals/signal-request.ts';
import type { Signal } from '#rules/signals/signal.ts';
import type { Trade, FillPart } from '#rules/trades/trade.ts';
import { eventsOf, type BookEvent } from './book-events.ts';

/** Monday 2026-03-02, 09:30 New York. */
export const START = fromNewYork({ year: 2026, month: 3, day: 2, hour: 9, minute: 30, second: 0 }).earliest;

export const BASE_REQUEST: SignalRequest = {
  ...UNLINKED_ORDER,
  action: 'BTO',
  quantity: fixed('100'),
  symbol: 'AAPL',
  instrument: 'stock',
  duration: 'GTC',
  market: false,
};

/** A request as a test writes it: prices and quantities as text. */
export type Order = Partial<Omit<SignalRequest, 'quantity' | 'limit' | 'stop' | 'profitTarget' | 'stopLoss'>> & {
  readonly quantity?: string;
  readonly limit?: string;
  readonly stop?: string;
  readonly profitTarget?: string;
  readonly stopLoss?: string;
};

/** Converts the texts of an order to the numbers of a request. */
export function order(input: Order): SignalRequest {
  const price = (text: string | undefined): bigint | null => (text === undefined ? null : fixed(text));
  return {
    ...BASE_REQUEST,
    ...input,
    quantity: fixed(input.quantity ?? '100'),
    limit: price(input.limit),
    stop: price(input.stop),
    profitTarget: price(input.profitTarget),
    stopLoss: price(input.stopLoss),
  };
}

/**
 * The owner of a book, not the desk of core: it applies every decision and keeps ended signals,
 * trades and events. The test moves its clock.
 */
export class BookOwner {
  readonly archive = new MemoryArchive();
  readonly book = new Book(this.archive);
  readonly trades = new Map<string, Trade>();
  readonly fillParts: FillPart[] = [];
  readonly events: BookEvent[] = [];
  now = START;
  readonly #options: RuleOptions;
  readonly #calendar: TradingCalendar | undefined;
  #lastId = 1000;

  constructor(options: Partial<RuleOptions> = {}, calendar?: TradingCalendar) {
    this.#options = { ...DEFAULT_RULE_OPTIONS, ...options };
    this.#calendar = calendar;
  }

  submit(input: Order): PlaceResult {
    const result = placeSignal(this.book, order(input), this.context());
    if ('signal' in result) this.#apply(result.change);
    return result;
  }

  /** Submits and expects acceptance. */
  place(input: Order): Signal {
    const result = this.submit(input);
    if (!('signal' in result)) throw new Error(`not placed: ${JSON.stringify(result)}`);
    return result.signal;
  }

  cancel(reference: string): CancelResult {
    const result = cancelSignal(this.book, reference, this.context());
    if (result.ok) this.#apply(result.change);
    return result;
  }

  /** Takes the next step of desired positions. Returns the signals that it placed or canceled. */
  maintain(mode: DesiredMode, isOpen = (_symbol: string): boolean => true, cancelAll = false): readonly Signal[] {
    const change = desiredChange(this.book, mode, isOpen, this.context(), cancelAll);
    this.#apply(change);
    return change.signals;
  }

  /** Moves the clock by one second and applies this price of the symbol. */
  tick(text: string, symbol = 'AAPL'): void {
    this.now += 1000;
    const price = fixed(text);
    this.#apply(applyPrice(this.book, this.book.triggered(symbol, price), () => price, this.context()));
  }

  advanceTo(instant: number): void {
    this.now = instant;
    const due = this.book.due(instant, this.#options.waitingAtDayEnd, this.#calendar);
    this.#apply(applyTime(this.book, due, this.context()));
  }

  get(id: string | null): Signal {
    const signal = id === null ? undefined : this.book.signal(id);
    if (!signal) throw new Error(`no signal ${String(id)}`);
    return signal;
  }

  state(signal: Pick<Signal, 'id'>): Signal['state'] {
    return this.get(signal.id).state;
  }

  context(): RuleContext {
    return {
      now: this.now,
      nextId: () => String((this.#lastId += 1)),
      options: this.#options,
      terms: () => ({ pointValue: ONE, usdRate: ONE }),
      ...(this.#calendar === undefined ? {} : { calendar: this.#calendar }),
    };
  }

  #apply(change: BookChange): void {
    this.events.push(...eventsOf(this.book, change));
    this.archive.add(change.signals);
    for (const trade of change.trades) this.trades.set(trade.id, trade);
    this.fillParts.push(...change.fillParts);
    this.book.apply(change);
  }
}
