import type { AutoTradeSettings } from '#rules/autotrade/settings.ts';
import {
  applyDueToLink,
  changeLink,
  followTrade,
  manualTrade,
  startLink,
  stopLink,
  type Link,
  type LinkMarket,
  type LinkStep,
} from '#rules/autotrade/link.ts';
import { fixed, formatFixed, ONE, type Fixed } from '#rules/decimal.ts';
import type { InstrumentType } from '#rules/order-terms.ts';
import type { Trade } from '#rules/trades/trade.ts';

export const SETTINGS: AutoTradeSettings = {
  scalingPercentage: 100n,
  maxUnits: { future: null, forex: null, option: null },
  maxDollarsStocks: null,
  stopLossDollarsPerPosition: null,
  enabled: { stock: true, option: true, future: true, forex: true },
  allowShortOptions: true,
  ignoreManualTrades: true,
  joinTradesInProgress: true,
};
export const TERMS = { pointValue: ONE, usdRate: ONE };
const IDENTITY = {
  guid: 'g',
  personId: '1',
  systemId: '2',
  brokerCode: 'PRACTICE',
  accountNumber: 'A-1000',
  userId: 'user',
};

/** A trade of the strategy. The sign of the quantity gives its side, and 0 closes it. */
export function trade(id: string, quantity: string, symbol = 'AAPL', instrument: InstrumentType = 'stock'): Trade {
  const signed = fixed(quantity);
  const size = signed < 0n ? -signed : signed;
  return {
    id,
    symbol,
    instrument,
    side: signed < 0n ? 'short' : 'long',
    ...TERMS,
    opened: size === 0n ? ONE : size,
    closed: size === 0n ? ONE : 0n,
    openValue: 0n,
    closeValue: 0n,
    openedAt: 0,
    lastOpenAt: 0,
    lastCloseAt: null,
    closedAt: size === 0n ? 1 : null,
  };
}

/** A link with the trades of its strategy, and a market with one price per symbol. */
export class Broker {
  link: Link;
  readonly trades = new Map<string, Trade>();
  readonly prices = new Map<string, Fixed>();
  readonly closedSymbols = new Set<string>();
  readonly settlementPrices = new Map<string, Fixed>();
  readonly orders: string[] = [];

  /** The account of `earlierLink` is used again. */
  constructor(settings: Partial<AutoTradeSettings> = {}, trades: readonly Trade[] = [], earlierLink?: Link) {
    for (const one of trades) this.trades.set(one.symbol, one);
    const start = { openTrades: trades, terms: () => TERMS, at: 0 };
    this.link = startLink(IDENTITY, { ...SETTINGS, ...settings }, start, earlierLink);
    this.applyDue();
  }

  market(): LinkMarket {
    return {
      now: 1,
      priceIfOpen: (symbol) => (this.closedSymbols.has(symbol) ? undefined : this.price(symbol)),
      terms: () => TERMS,
      settlement: (symbol) => this.settlementPrices.get(symbol),
    };
  }

  price(symbol: string): Fixed {
    return this.prices.get(symbol) ?? fixed('10');
  }

  /** Applies a step of the link, and notes its orders as texts. */
  take(step: LinkStep): void {
    this.link = step.link;
    this.orders.push(...step.orders.map((one) => `${one.cause} ${formatFixed(one.quantity)} ${one.symbol}`));
  }

  applyDue(): void {
    this.take(applyDueToLink(this.link, [...this.trades.values()], this.market()));
  }

  /** Applies a fill of the strategy at this price. `after` is the strategy's trade after it. */
  fill(after: Trade, price = '10'): void {
    if (after.closedAt === null) this.trades.set(after.symbol, after);
    else this.trades.delete(after.symbol);
    this.take(followTrade(this.link, after, fixed(price), this.market()));
  }

  tick(symbol: string, price: string): void {
    this.prices.set(symbol, fixed(price));
    this.applyDue();
  }

  change(settings: Partial<AutoTradeSettings>, when: 'atOnce' | 'nextFill' = 'atOnce'): void {
    this.link = changeLink(this.link, { ...this.link.settings, ...settings }, when, () => TERMS);
    this.applyDue();
  }

  stop(leavesPositions: boolean): void {
    this.link = stopLink(this.link, leavesPositions, 2);
    this.applyDue();
  }

  /** Trades this quantity by hand in the account of the link. */
  tradeByHand(symbol: string, quantity: string): void {
    const order = { symbol, instrument: 'stock', quantity: fixed(quantity), price: this.price(symbol) } as const;
    this.take(manualTrade(this.link, order, this.market()));
  }

  held(symbol = 'AAPL', book: 'copied' | 'manual' = 'copied'): string {
    const position = this.link.account.positions.find((one) => one.symbol === symbol);
    return formatFixed(position?.[book].quantity ?? 0n);
  }
}
