import { fixed, ONE, type Fixed } from '#rules/decimal.ts';
import { tradeProfit, type Trade, type FillPart } from '#rules/trades/trade.ts';
import { commissionOf } from '#practice/account/commission.ts';
import type { Catalog } from '#practice/catalog.ts';
import { dollarRate } from '#practice/market/dollar-rate.ts';
import type { EquityPoint } from '#practice/equity-point.ts';
import type { PriceHistory } from '#practice/market/price-history.ts';
import type { Random } from '#practice/market/random.ts';
import { feesDue } from '#practice/account/trading-days.ts';

const MINUTE = 60_000;
/**
 * The time from a close to the extra point after it. After a close on Thursday or Friday, the extra
 * point is on the weekend.
 */
const EXTRA_POINT_DELAY = 43 * 3_600_000;

type DatedCost = { readonly at: number; readonly cost: Fixed };

/**
 * The equity curve of the seeded past, with one or more points on each weekday and some on
 * weekends. One pass over trades and times computes it.
 */
export class EquityHistory {
  readonly #history: PriceHistory;
  readonly #catalog: Catalog;
  readonly #random: Random;

  constructor(history: PriceHistory, catalog: Catalog, random: Random) {
    this.#history = history;
    this.#catalog = catalog;
    this.#random = random;
  }

  points(
    start: number,
    capital: number,
    monthlyFee: number,
    trades: readonly Trade[],
    fillParts: readonly FillPart[],
  ): EquityPoint[] {
    const times = this.#times(start);
    const byOpening = [...trades].sort((a, b) => a.openedAt - b.openedAt);
    const costs = costsOf(trades, fillParts);
    const partsByTrade = Map.groupBy(fillParts, (fillPart) => fillPart.tradeId);
    const active = new Set<Trade>();
    let closedEquity = fixed(String(capital));
    let cost = 0n;
    let previousAt = start;
    let nextTrade = 0;
    let nextCost = 0;
    return times.map((at) => {
      for (let trade = byOpening[nextTrade]; trade && trade.openedAt <= at; trade = byOpening[nextTrade]) {
        active.add(trade);
        nextTrade += 1;
      }
      for (const trade of active) {
        if (trade.closedAt === null || trade.closedAt > at) continue;
        closedEquity += tradeProfit(trade, 0n);
        active.delete(trade);
      }
      for (; (costs[nextCost]?.at ?? Infinity) <= at; nextCost += 1) cost += costs[nextCost]?.cost ?? 0n;
      const fees = feesDue(monthlyFee, previousAt, at);
      for (const fee of fees) cost += fixed(String(fee));
      previousAt = at;
      return {
        at,
        equityBeforeCosts: closedEquity + this.#openProfit(active, partsByTrade, at),
        cost,
        index: this.#history.priceAt('SPY', at),
        fees,
      };
    });
  }

  /**
   * The trades already contain the fills after `at`. So what was open at that time is computed from
   * the fill parts up to `at`.
   */
  #openProfit(active: ReadonlySet<Trade>, fillParts: ReadonlyMap<string, readonly FillPart[]>, at: number): Fixed {
    let total = 0n;
    for (const trade of active) {
      const partialTrade = tradeAt(trade, fillParts.get(trade.id) ?? [], at);
      if (partialTrade.opened === 0n) continue;
      const { currency } = this.#catalog.get(trade.symbol);
      const price = this.#history.priceAt(trade.symbol, at);
      total += tradeProfit(
        partialTrade,
        price,
        dollarRate(currency, (pair) => this.#history.priceAt(pair, at)),
      );
    }
    return total;
  }

  #times(start: number): number[] {
    const times: number[] = [start];
    for (const close of this.#history.days) {
      if (close <= start) continue;
      if (this.#random.chance(0.45)) times.push(close - this.#random.whole(60, 370) * MINUTE);
      times.push(close);
      if (this.#random.chance(0.08)) times.push(close + EXTRA_POINT_DELAY + this.#random.whole(0, 90) * MINUTE);
    }
    const end = this.#history.days.at(-1) ?? 0;
    return [...new Set(times)].filter((at) => at <= end).sort((a, b) => a - b);
  }
}

function tradeAt(trade: Trade, fillParts: readonly FillPart[], at: number): Trade {
  const tradeSoFar = { ...trade, opened: 0n, closed: 0n, openValue: 0n, closeValue: 0n };
  for (const fillPart of fillParts) {
    if (fillPart.at > at) continue;
    const value = (fillPart.price * fillPart.quantity) / ONE;
    if (fillPart.part === 'opening') {
      tradeSoFar.opened += fillPart.quantity;
      tradeSoFar.openValue += value;
    } else {
      tradeSoFar.closed += fillPart.quantity;
      tradeSoFar.closeValue += value;
    }
  }
  return tradeSoFar;
}

function costsOf(trades: readonly Trade[], fillParts: readonly FillPart[]): DatedCost[] {
  const types = new Map(trades.map((trade) => [trade.id, trade.instrument]));
  const costs = fillParts.map((fillPart) => ({
    at: fillPart.at,
    cost: commissionOf(types.get(fillPart.tradeId) ?? 'stock', fillPart.quantity),
  }));
  return costs.sort((a, b) => a.at - b.at);
}
