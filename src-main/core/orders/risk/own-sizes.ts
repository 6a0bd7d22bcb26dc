import Big from 'big.js';
import type { Instrument } from '#contract/model/scalars.ts';
import type { Position } from '#contract/model/trade.ts';
import type { CachedSignal } from '#core/cache/cached-signal.ts';
import { isEntry } from '../action-words.ts';
import type { OwnMedian, SeenPrice } from './precautions.ts';

const fewest = 10;
/** The latest orders of a type are what is usual now. */
const most = 200;

const medians = new WeakMap<readonly CachedSignal[], Map<Instrument, OwnMedian>>();

/** Of the latest own entries of this type, worked out once for each list. */
export function ownMedian(
  records: readonly CachedSignal[],
  instrument: Instrument,
  pointValue: (symbol: string) => string | null,
): OwnMedian {
  const known = medians.get(records) ?? new Map<Instrument, OwnMedian>();
  medians.set(records, known);
  const before = known.get(instrument);
  if (before !== undefined) return before;
  const orders = records
    .filter((one) => one.instrument === instrument && isEntry(one.action))
    .toSorted((a, b) => (b.postedAt ?? 0) - (a.postedAt ?? 0))
    .slice(0, most);
  const values = orders.map((one) => valueOf(one, pointValue)).filter((one) => one !== null);
  const quantity = middle(orders.map((one) => new Big(one.quantity)));
  const value = values.length < fewest ? null : middle(values).toFixed();
  const median = orders.length < fewest || quantity.lte(0) ? null : { quantity: quantity.toFixed(), value };
  known.set(instrument, median);
  return median;
}

function valueOf(
  { instrument, symbol, quantity, ...order }: CachedSignal,
  pointValue: (symbol: string) => string | null,
) {
  const price = order.tradedPrice ?? order.limit ?? order.stop;
  const points = pointValue(symbol) ?? (instrument === 'stock' ? '1' : instrument === 'option' ? '100' : null);
  return price === null || points === null ? null : new Big(price).times(quantity).times(points);
}

function middle(values: readonly Big[]): Big {
  const sorted = values.toSorted((a, b) => a.cmp(b));
  return sorted[Math.floor(sorted.length / 2)] ?? new Big(0);
}

/** The later of the last own fill and the price that the position's profit implies. */
export function lastPrice(
  ofSymbol: readonly CachedSignal[],
  position: Pick<Position, 'implied'> | undefined,
): SeenPrice | null {
  const seen: SeenPrice[] = [];
  for (const { tradedPrice, tradedAt } of ofSymbol) {
    if (tradedPrice !== null && tradedAt !== null && new Big(tradedPrice).gt(0)) {
      seen.push({ price: tradedPrice, at: tradedAt, implied: false });
    }
  }
  if (position?.implied) seen.push({ ...position.implied, implied: true });
  return seen.reduce<SeenPrice | null>((last, one) => (last === null || one.at >= last.at ? one : last), null);
}
