import Big from 'big.js';
import type { Action } from '#contract/model/scalars.ts';
import type { Position } from '#contract/model/trade.ts';
import { isBuy } from '#contract/model/order-action.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';

/**
 * The position before and after a fill: `200 → 0 AAPL`. A short position is negative. If
 * `arePositionsKnown` is false, they were never read, and a missing position does not mean zero.
 */
export function ticketEffect(
  action: Action,
  quantity: string | null,
  symbol: string,
  position: Pick<Position, 'side' | 'quantity'> | null,
  arePositionsKnown: boolean,
): string | null {
  if (symbol === '') return null;
  if (position === null && !arePositionsKnown) return `Position in ${symbol} not known`;
  const before = new Big(position?.quantity ?? 0).times(position?.side === 'short' ? -1 : 1);
  if (quantity === null) return position === null ? `No position in ${symbol}` : `Position ${textOf(before)} ${symbol}`;
  const after = isBuy(action) ? before.plus(quantity) : before.minus(quantity);
  return `${textOf(before)} → ${textOf(after)} ${symbol}`;
}

const textOf = (value: Big): string => decimalText(value.toFixed());
