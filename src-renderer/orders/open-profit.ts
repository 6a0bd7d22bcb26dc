import Big from 'big.js';
import type { Position } from '#contract/model/trade.ts';

/** What stands below the positions; null where one of them has no profit: a part is no sum. */
export function openProfit(positions: readonly Position[]): string | null {
  const known = positions.flatMap(({ profit }) => (profit === null ? [] : [profit]));
  if (positions.length === 0 || known.length < positions.length) return null;
  return known.reduce((total, one) => total.plus(one), new Big(0)).toFixed();
}
