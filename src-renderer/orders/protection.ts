import Big from 'big.js';
import type { Position } from '#contract/model/trade.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';

/** How much of a position its working or waiting stops cover. */
export function protection(position: Pick<Position, 'quantity' | 'protectedQuantity'>): {
  readonly text: string;
  readonly tone: 'good' | 'warn';
} {
  const covered = new Big(position.protectedQuantity);
  if (covered.lte(0)) return { text: 'No stop', tone: 'warn' };
  if (covered.gte(position.quantity)) return { text: 'Stop', tone: 'good' };
  return { text: `Stop for ${decimalText(position.protectedQuantity)}`, tone: 'warn' };
}
