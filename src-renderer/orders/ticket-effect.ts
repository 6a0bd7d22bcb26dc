import Big from 'big.js';
import type { Action } from '#contract/model/scalars.ts';
import type { Position } from '#contract/model/trade.ts';
import { isBuy } from '#renderer/format/action-words.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';

/** What a filled order would leave: `200 → 0 AAPL`. A short position counts below zero; where the positions were never read (`known`), none is not zero. */
export function ticketEffect(
  action: Action,
  quantity: string | null,
  symbol: string,
  held: Pick<Position, 'side' | 'quantity'> | null,
  known: boolean,
): string | null {
  if (symbol === '') return null;
  if (held === null && !known) return `Position in ${symbol} not known`;
  const before = new Big(held?.quantity ?? 0).times(held?.side === 'short' ? -1 : 1);
  if (quantity === null) return held === null ? `No position in ${symbol}` : `Holds ${shown(before)} ${symbol}`;
  const after = isBuy(action) ? before.plus(quantity) : before.minus(quantity);
  return `${shown(before)} → ${shown(after)} ${symbol}`;
}

const shown = (value: Big): string => decimalText(value.toFixed());
