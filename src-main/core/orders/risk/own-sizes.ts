import Big from 'big.js';
import type { Instrument } from '#contract/model/scalars.ts';
import type { Position } from '#contract/model/trade.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { isEntry } from '#contract/model/order-action.ts';
import { standardPointValue } from '../order-money.ts';
import type { OwnMedian, SeenPrice } from './precautions.ts';

const minOrders = 10;
/** Only this many of the latest entries of an instrument type determine its usual size. */
const maxOrders = 200;

const medians = new WeakMap<readonly CachedSignal[], Map<Instrument, OwnMedian>>();

/** The median size of the latest own entries of this instrument type, computed once per list. */
export function ownMedian(
  records: readonly CachedSignal[],
  instrument: Instrument,
  pointValue: (symbol: string) => string | null,
): OwnMedian {
  const byInstrument = medians.get(records) ?? new Map<Instrument, OwnMedian>();
  medians.set(records, byInstrument);
  const cached = byInstrument.get(instrument);
  if (cached !== undefined) return cached;
  const orders = records
    .filter((one) => one.instrument === instrument && isEntry(one.action))
    .toSorted((a, b) => (b.postedAt ?? 0) - (a.postedAt ?? 0))
    .slice(0, maxOrders);
  const values = orders.map((one) => valueOf(one, pointValue)).filter((one) => one !== null);
  const quantity = medianOf(orders.map((one) => new Big(one.quantity)));
  const value = values.length < minOrders ? null : medianOf(values).toFixed();
  const median = orders.length < minOrders || quantity.lte(0) ? null : { quantity: quantity.toFixed(), value };
  byInstrument.set(instrument, median);
  return median;
}

function valueOf(
  { instrument, symbol, quantity, ...order }: CachedSignal,
  pointValue: (symbol: string) => string | null,
) {
  const price = order.tradedPrice ?? order.limit ?? order.stop;
  const points = instrument === null ? null : standardPointValue({ instrument, symbol }, pointValue(symbol));
  return price === null || points === null ? null : new Big(price).times(quantity).times(points);
}

function medianOf(values: readonly Big[]): Big {
  const sorted = values.toSorted((a, b) => a.cmp(b));
  return sorted[Math.floor(sorted.length / 2)] ?? new Big(0);
}

/**
 * The price of the last own fill or the price implied by the profit of the position, whichever is
 * later.
 */
export function lastPrice(
  symbolRecords: readonly CachedSignal[],
  position: Pick<Position, 'implied'> | undefined,
): SeenPrice | null {
  let last: SeenPrice | null = null;
  for (const { tradedPrice, tradedAt } of symbolRecords) {
    if (tradedPrice === null || tradedAt === null || (last !== null && tradedAt < last.at)) continue;
    if (new Big(tradedPrice).gt(0)) last = { price: tradedPrice, at: tradedAt, implied: false };
  }
  const implied = position?.implied;
  return implied && (last === null || implied.at >= last.at) ? { ...implied, implied: true } : last;
}
