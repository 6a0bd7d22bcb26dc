import { Book } from '#rules/book/book.ts';
import type { BookChange } from '#rules/signals/book-view.ts';
import { fixed, type Fixed } from '#rules/decimal.ts';
import { marginFigures, type MarginFigures } from '#rules/trades/margin.ts';
import { tradeProfit, type Trade } from '#rules/trades/trade.ts';
import type { Catalog } from '#practice/catalog.ts';
import { commissionOf } from './commission.ts';
import type { EquityPoint } from '#practice/equity-point.ts';
import type { Market } from '#practice/market/market.ts';
import type { Store } from '#practice/store/store.ts';
import type { Strategy } from '#practice/strategy.ts';

/** The model account of a strategy: its book, the profit of closed trades, and the costs so far. */
export class Account {
  #strategy: Strategy;
  readonly book: Book;
  #closedProfit: Fixed;
  #lastPoint: EquityPoint | undefined;
  #cost: Fixed;

  constructor(strategy: Strategy, store: Store) {
    this.#strategy = strategy;
    this.book = new Book(store.signals.archive(strategy.id));
    this.book.open(store.signals.live(strategy.id), store.trades.list(strategy.id, 'open'));
    this.#closedProfit = store.trades.closedProfit(strategy.id);
    this.#lastPoint = store.equity.last(strategy.id);
    this.#cost = this.#lastPoint?.cost ?? 0n;
  }

  get strategy(): Strategy {
    return this.#strategy;
  }

  /** Applies changed attributes of the strategy after they are durable. */
  updateStrategy(strategy: Strategy): void {
    this.#strategy = strategy;
  }

  get lastPointAt(): number {
    return this.#lastPoint?.at ?? this.strategy.createdAt;
  }

  /** Applies a change after it is durable. */
  apply(change: BookChange): void {
    this.book.apply(change);
    for (const trade of change.trades) if (trade.closedAt !== null) this.#closedProfit += tradeProfit(trade, 0n);
    this.#cost += costOf(change);
  }

  pointWritten(point: EquityPoint): void {
    this.#lastPoint = point;
    this.#cost = point.cost;
  }

  /** `store` stores points and passes each to `pointWritten`. If it fails, none of them counts. */
  writePoints(store: () => void): void {
    const [lastPoint, cost] = [this.#lastPoint, this.#cost];
    try {
      store();
    } catch (error) {
      [this.#lastPoint, this.#cost] = [lastPoint, cost];
      throw error;
    }
  }

  /** The point of the equity curve at `now`, including a change that is about to be applied. */
  point(market: Market, now: number, change?: BookChange, fees: readonly number[] = []): EquityPoint {
    const openTrades = new Map(this.book.openTrades().map((trade) => [trade.id, trade]));
    let value = fixed(String(this.strategy.startingCapital)) + this.#closedProfit;
    for (const trade of change?.trades ?? []) {
      if (trade.closedAt === null) openTrades.set(trade.id, trade);
      else openTrades.delete(trade.id);
      if (trade.closedAt !== null) value += tradeProfit(trade, 0n);
    }
    for (const trade of openTrades.values()) value += openProfit(trade, market, now);
    const feeTotal = fees.reduce((sum, fee) => sum + fixed(String(fee)), 0n);
    const cost = this.#cost + feeTotal + (change ? costOf(change) : 0n);
    // Two changes at the same time share a point, which the second change overwrites.
    const earlierFees = this.#lastPoint?.at === now ? this.#lastPoint.fees : [];
    return {
      at: now,
      equityBeforeCosts: value,
      cost,
      index: market.price('SPY', now),
      fees: [...earlierFees, ...fees],
    };
  }

  margin(market: Market, catalog: Catalog, now: number): MarginFigures {
    const positions = this.book.openTrades().map((trade) => ({
      trade: { ...trade, usdRate: market.terms(trade.symbol).usdRate },
      price: market.price(trade.symbol, now),
      mark: market.mark(trade.symbol, now).price,
      contractMargin: catalog.get(trade.symbol).contractMargin,
    }));
    return marginFigures(fixed(String(this.strategy.startingCapital)) - this.#cost, this.#closedProfit, positions);
  }
}

export function openProfit(trade: Trade, market: Market, now: number): Fixed {
  return tradeProfit(trade, market.price(trade.symbol, now), market.terms(trade.symbol).usdRate);
}

function costOf(change: BookChange): Fixed {
  if (change.fillParts.length === 0) return 0n;
  const types = new Map(change.trades.map((trade) => [trade.id, trade.instrument]));
  return change.fillParts.reduce(
    (sum, fillPart) => sum + commissionOf(types.get(fillPart.tradeId) ?? 'stock', fillPart.quantity),
    0n,
  );
}
