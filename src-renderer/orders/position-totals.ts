import Big from 'big.js';
import type { Position } from '#contract/model/trade.ts';

/** What stands below the positions. `profit` is null where one of them has none: a part is no sum. */
export function positionTotals(positions: readonly Position[]): {
  readonly profit: string | null;
  readonly unprotected: number;
} {
  const unprotected = positions.filter((position) => position.unprotected).length;
  const known = positions.flatMap(({ profit }) => (profit === null ? [] : [profit]));
  if (positions.length === 0 || known.length < positions.length) return { profit: null, unprotected };
  return { profit: known.reduce((total, one) => total.plus(one), new Big(0)).toFixed(), unprotected };
}
