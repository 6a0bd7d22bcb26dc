import { magnitude, times, type Fixed } from '#rules/decimal.ts';
import { openQuantity, type InstrumentTerms, type Trade } from '#rules/trades/trade.ts';
import { accountValue, positionOf } from './broker-account.ts';
import { applyDueToLink, followTrade, startLink, STARTING_CASH, type Link, type LinkMarket } from './link.ts';
import type { AutoTradeSettings } from './settings.ts';

/** A fill of the strategy: its trade as it is after the fill, and the price. */
export type StrategyFill = { readonly at: number; readonly trade: Trade; readonly price: Fixed };

/**
 * Profit in dollars from the start to one fill: `copied` is the profit of the copy, `exact` that of
 * quantity × scaling without limits.
 */
export type ReplayPoint = { readonly at: number; readonly copied: Fixed; readonly exact: Fixed };

export type SettingsReplay = {
  /** Number of trades of which at least one unit was copied. */
  readonly copiedTradeCount: number;
  /** Number of trades of which nothing was copied. */
  readonly skippedTradeCount: number;
  /** Number of fills at the broker. */
  readonly fillCount: number;
  /** Number of positions that the stop loss in dollars closed. */
  readonly stopOutCount: number;
  /** The most units of one position at the broker, by symbol. */
  readonly largest: ReadonlyMap<string, Fixed>;
  readonly points: readonly ReplayPoint[];
};

/**
 * Replays fills of the strategy, oldest first, with these settings. Prices are known only at fills,
 * so a stop loss in dollars is checked only at fills: a larger loss between two fills does not
 * close the position.
 */
export function replaySettings(
  openTrades: readonly Trade[],
  fills: readonly StrategyFill[],
  settings: AutoTradeSettings,
  startPrices: ReadonlyMap<string, Fixed>,
): SettingsReplay {
  const replay = new Replay(openTrades, settings, startPrices);
  for (const fill of fills) replay.follow(fill);
  return replay.result();
}

const identity = { guid: '', personId: '', systemId: '', brokerCode: '', accountNumber: '', userId: '' };

class Replay {
  readonly #openTrades = new Map<string, Trade>();
  readonly #prices: Map<string, Fixed>;
  readonly #termsOf = new Map<string, InstrumentTerms>();
  readonly #settings: AutoTradeSettings;
  readonly #copiedTradeIds = new Set<string>();
  readonly #seenTradeIds = new Set<string>();
  readonly #largest = new Map<string, Fixed>();
  readonly #points: ReplayPoint[] = [];
  #link: Link;
  #exactProfit = 0n;
  #fillCount = 0;
  #stopOutCount = 0;

  constructor(openTrades: readonly Trade[], settings: AutoTradeSettings, startPrices: ReadonlyMap<string, Fixed>) {
    this.#settings = settings;
    this.#prices = new Map(startPrices);
    for (const trade of openTrades) this.#note(trade);
    this.#link = startLink(identity, settings, { openTrades, terms: (symbol) => this.#terms(symbol), at: 0 });
    this.#applyDue(0);
  }

  follow({ at, trade, price }: StrategyFill): void {
    const previous = this.#openTrades.get(trade.symbol);
    this.#exactProfit += this.#profit(previous, this.#prices.get(trade.symbol), price);
    this.#prices.set(trade.symbol, price);
    this.#note(trade);
    const step = followTrade(this.#link, trade, price, this.#market(at));
    this.#take(step.link, step.orders);
    this.#applyDue(at);
    const value = accountValue(this.#link.account, (symbol) => ({
      price: this.#prices.get(symbol) ?? 0n,
      terms: this.#terms(symbol),
    }));
    this.#points.push({ at, copied: value - STARTING_CASH, exact: this.#exactProfit });
  }

  result(): SettingsReplay {
    return {
      copiedTradeCount: this.#copiedTradeIds.size,
      skippedTradeCount: this.#seenTradeIds.size - this.#copiedTradeIds.size,
      fillCount: this.#fillCount,
      stopOutCount: this.#stopOutCount,
      largest: this.#largest,
      points: this.#points,
    };
  }

  #note(trade: Trade): void {
    this.#seenTradeIds.add(trade.id);
    this.#termsOf.set(trade.symbol, trade);
    if (trade.closedAt === null) this.#openTrades.set(trade.symbol, trade);
    else this.#openTrades.delete(trade.symbol);
  }

  #applyDue(at: number): void {
    const step = applyDueToLink(this.#link, [...this.#openTrades.values()], this.#market(at));
    this.#take(step.link, step.orders);
  }

  #take(link: Link, orders: ReturnType<typeof followTrade>['orders']): void {
    this.#link = link;
    this.#fillCount += orders.length;
    for (const { cause, symbol } of orders) {
      if (cause === 'stopLoss') this.#stopOutCount += 1;
      const position = positionOf(link.account, symbol);
      if (position?.tradeId == null) continue;
      this.#copiedTradeIds.add(position.tradeId);
      const size = magnitude(position.copied.quantity);
      if (size > (this.#largest.get(symbol) ?? 0n)) this.#largest.set(symbol, size);
    }
  }

  /** Profit in dollars of the position between two prices, times the scaling. */
  #profit(trade: Trade | undefined, from: Fixed | undefined, to: Fixed): Fixed {
    if (trade === undefined || from === undefined) return 0n;
    const signed = trade.side === 'long' ? openQuantity(trade) : -openQuantity(trade);
    const dollars = times(times(times(to - from, signed), trade.pointValue), trade.usdRate);
    return (dollars * this.#settings.scalingPercentage) / 100n;
  }

  #market(now: number): LinkMarket {
    return {
      now,
      priceIfOpen: (symbol) => this.#prices.get(symbol),
      terms: (symbol) => this.#terms(symbol),
      settlement: () => undefined,
    };
  }

  #terms(symbol: string): InstrumentTerms {
    const terms = this.#termsOf.get(symbol);
    if (terms === undefined) throw new Error(`no terms of ${symbol}`);
    return terms;
  }
}
