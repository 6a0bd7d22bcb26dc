import { fixed, roundFixed, times, type Fixed } from '#rules/decimal.ts';
import { openQuantity, realizedProfit, tradeProfit, type Trade } from './trade.ts';

/** One open trade with its current price and, for a future, its contract margin. */
export type MarginPosition = {
  readonly trade: Trade;
  readonly price: Fixed;
  /** The price of the last mark, which lags behind. */
  readonly mark: Fixed;
  /** Dollars a contract, for futures. */
  readonly contractMargin: Fixed | null;
};

export type MarginFigures = {
  readonly cash: Fixed;
  /** Open profit or loss. */
  readonly equity: Fixed;
  readonly marginUsed: Fixed;
  readonly buyPower: Fixed;
  readonly modelAccountValue: Fixed;
};

const STOCK_MARGIN_RATE = fixed('0.5');
const FOREX_MARGIN_RATE = fixed('0.02');
const SHORT_OPTION_MARGIN_RATE = fixed('1.2');

/**
 * The margin in dollars: half the value of a stock, the contract margin of a future (its value if
 * that margin is not known), a fiftieth of the value in forex, the premium of a long option, and a
 * fifth more than the premium for a short option.
 */
export function marginOf(position: MarginPosition): Fixed {
  const { trade } = position;
  const quantity = openQuantity(trade);
  const value = times(times(times(position.price, quantity), trade.pointValue), trade.usdRate);
  switch (trade.instrument) {
    case 'stock':
      return times(value, STOCK_MARGIN_RATE);
    case 'future':
      return position.contractMargin === null ? value : times(position.contractMargin, quantity);
    case 'forex':
      return times(value, FOREX_MARGIN_RATE);
    case 'option':
      return trade.side === 'long' ? value : times(value, SHORT_OPTION_MARGIN_RATE);
  }
}

/**
 * The account figures of platform-notes.md 30: buyPower = cash + equity - marginUsed, in whole
 * dollars. The model account value uses the last marks, so it is near cash + equity but not equal.
 */
export function marginFigures(
  startingCash: Fixed,
  closedProfit: Fixed,
  positions: readonly MarginPosition[],
): MarginFigures {
  let cash = startingCash + closedProfit;
  let equity = 0n;
  let equityAtMarks = 0n;
  let marginUsed = 0n;
  for (const position of positions) {
    const realized = realizedProfit(position.trade);
    cash += realized;
    equity += tradeProfit(position.trade, position.price) - realized;
    equityAtMarks += tradeProfit(position.trade, position.mark) - realized;
    marginUsed += marginOf(position);
  }
  const dollars = { cash: roundFixed(cash, 0), equity: roundFixed(equity, 0), marginUsed: roundFixed(marginUsed, 0) };
  return {
    ...dollars,
    buyPower: dollars.cash + dollars.equity - dollars.marginUsed,
    modelAccountValue: roundFixed(cash + equityAtMarks, 0),
  };
}
