import { divide, ONE, times, type Fixed } from '#rules/decimal.ts';
import type { Action, InstrumentType } from '#rules/order-terms.ts';

/**
 * A position from its first fill to the fill that brings it back to zero. Values are sums of price
 * times quantity, so that VWAPs and profit need no intermediate rounding. Times are milliseconds
 * since 1970.
 */
export type Trade = {
  readonly id: string;
  readonly symbol: string;
  readonly instrument: InstrumentType;
  readonly side: 'long' | 'short';
  readonly pointValue: Fixed;
  /** Dollars for one unit of the instrument's currency at the last fill. */
  readonly usdRate: Fixed;
  /** The quantities that were opened and closed so far. */
  readonly opened: Fixed;
  readonly closed: Fixed;
  readonly openValue: Fixed;
  readonly closeValue: Fixed;
  readonly openedAt: number;
  readonly lastOpenAt: number;
  readonly lastCloseAt: number | null;
  readonly closedAt: number | null;
};

/** The part of one fill in one trade. A fill that reverses across zero has two parts. */
export type FillPart = {
  readonly tradeId: string;
  readonly signalId: string;
  readonly part: 'opening' | 'closing';
  readonly action: Action;
  readonly quantity: Fixed;
  readonly price: Fixed;
  readonly at: number;
};

export type InstrumentTerms = { readonly pointValue: Fixed; readonly usdRate: Fixed };

export function openQuantity(trade: Trade): Fixed {
  return trade.opened - trade.closed;
}

export function openingVwap(trade: Trade): Fixed {
  return divide(trade.openValue, trade.opened);
}

/** The VWAP of the quantity closed so far; undefined before the first closing fill. */
export function closingVwap(trade: Trade): Fixed | undefined {
  return trade.closed === 0n ? undefined : divide(trade.closeValue, trade.closed);
}

/** Realized and open profit in dollars. The open quantity is valued at `mark`. */
export function tradeProfit(trade: Trade, mark: Fixed, usdRate: Fixed = trade.usdRate): Fixed {
  const points = trade.closeValue + times(mark, openQuantity(trade)) - trade.openValue;
  return inDollars(trade, points, usdRate);
}

/** Profit of the closed quantity in dollars, against the opening VWAP. */
export function realizedProfit(trade: Trade): Fixed {
  if (openQuantity(trade) === 0n) return tradeProfit(trade, 0n);
  const cost = (trade.openValue * trade.closed) / trade.opened;
  return inDollars(trade, trade.closeValue - cost, trade.usdRate);
}

function inDollars(trade: Trade, points: Fixed, usdRate: Fixed): Fixed {
  const signed = trade.side === 'long' ? points : -points;
  const value = times(signed, trade.pointValue);
  return usdRate === ONE ? value : times(value, usdRate);
}

/**
 * Closes the remaining quantity of a trade at the settlement price of its contract's last day. The
 * price is 0 for an option that expires worthless.
 */
export function settleTrade(trade: Trade, price: Fixed, at: number): Trade {
  return {
    ...trade,
    closed: trade.opened,
    closeValue: trade.closeValue + times(price, openQuantity(trade)),
    lastCloseAt: at,
    closedAt: at,
  };
}
