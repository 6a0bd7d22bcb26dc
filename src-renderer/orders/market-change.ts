import Big from 'big.js';
import type { PracticeInstrument } from '#contract/model/practice.ts';

type Prices = Pick<PracticeInstrument, 'price' | 'dayOpen'>;

/** The change since the open: its sign, its points as text, and its percent with two decimals. */
export function marketChange({ price, dayOpen }: Prices): { readonly points: string; readonly percent: string } {
  const points = new Big(price).minus(dayOpen);
  const open = new Big(dayOpen);
  return { points: points.toFixed(), percent: open.eq(0) ? '0.00' : points.div(open).times(100).toFixed(2) };
}
