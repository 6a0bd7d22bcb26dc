import type { OpenPosition, Trade } from '#contract/model/trade.ts';
import { isInDollars } from '#core/is-in-dollars.ts';
import { contractKey } from '#rules/option-symbol.ts';
import Big from 'big.js';

/**
 * Open trades grouped by contract and side. An option has the symbol of its first trade: others may
 * write the strike with zeros. A trade of which all is closed may still be listed as open.
 */
export const positionsOf = (openTrades: readonly Trade[]): OpenPosition[] => {
  const held = openTrades.filter((trade) => sizeOf(trade).gt(0));
  const groups = Map.groupBy(held, (trade) => `${contractKey(trade.symbol)}|${trade.side}`);
  return [...groups.values()].map(positionOf).filter((position) => position !== null);
};

const positionOf = (trades: readonly Trade[]): OpenPosition | null => {
  const [first] = trades;
  if (first === undefined) return null;
  const quantity = sum(trades.map(sizeOf));
  return {
    id: `${first.systemId}-${first.symbol}-${first.side}`,
    systemId: first.systemId,
    symbol: first.symbol,
    description: first.description,
    instrument: first.instrument,
    side: first.side,
    quantity: quantity.toFixed(),
    averagePrice: averagePrice(trades),
    profit: profitOf(trades),
    pointValue: isInDollars(first) ? first.pointValue : null,
    openedAt: earliest(trades.map(({ openedAt }) => openedAt)),
    tradeIds: trades.map(({ tradeId }) => tradeId),
    implied: impliedMark(trades),
  };
};

/**
 * The price that the platform's profit implies. The profit is in dollars, so the trade must be in
 * dollars too. Null for several trades and after a partial close, because their profit does not
 * give one price. The profit is in whole dollars, so more than four decimals would be false
 * precision.
 */
const impliedMark = (trades: readonly Trade[]): NonNullable<OpenPosition['implied']> | null => {
  const [onlyTrade] = trades;
  if (onlyTrade === undefined || trades.length > 1 || !new Big(onlyTrade.quantityClosed).eq(0)) return null;
  if (!isInDollars(onlyTrade)) return null;
  const { openPrice, profit, pointValue, markedAt, side } = onlyTrade;
  if (openPrice === null || profit === null || markedAt === null) return null;
  const perPoint = sizeOf(onlyTrade).times(pointValue ?? (onlyTrade.instrument === 'stock' ? 1 : 0));
  if (perPoint.eq(0)) return null;
  const move = new Big(profit).div(perPoint);
  const price = new Big(openPrice).plus(side === 'long' ? move : move.neg()).round(4);
  return price.lte(0) ? null : { price: price.toFixed(), at: markedAt };
};

const sizeOf = (trade: Trade): Big => new Big(trade.quantityOpened).minus(trade.quantityClosed).abs();

const sum = (numbers: readonly Big[]): Big => numbers.reduce((total, one) => total.plus(one), new Big(0));

/**
 * The average opening price, weighted by the open quantity of each trade. For a single trade it is
 * the platform's own text. Null when a price is unknown.
 */
const averagePrice = (trades: readonly Trade[]): string | null => {
  const [onlyTrade] = trades;
  if (trades.length === 1 && onlyTrade !== undefined) return onlyTrade.openPrice;
  const quantity = sum(trades.map(sizeOf));
  if (trades.some(({ openPrice }) => openPrice === null)) return null;
  const value = sum(trades.map((trade) => sizeOf(trade).times(trade.openPrice ?? 0)));
  return value.div(quantity).round(9).toFixed();
};

const profitOf = (trades: readonly Trade[]): string | null => {
  const known = trades.map(({ profit }) => profit).filter((profit) => profit !== null);
  return known.length < trades.length ? null : sum(known.map((profit) => new Big(profit))).toFixed();
};

const earliest = (times: readonly (number | null)[]): number | null => {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
};
