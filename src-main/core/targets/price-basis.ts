import type { TargetPrice } from '#contract/model/target-plan.ts';
import { standardPointValue } from '#core/orders/order-money.ts';
import { fixed, parseFixed, times, type Fixed } from '#rules/decimal.ts';
import type { InstrumentType } from '#rules/order-terms.ts';
import type { TargetFacts } from './target-facts.ts';

type PriceFacts = Pick<TargetFacts, 'positions' | 'signals'>;

/**
 * The newest known price of each symbol: implied by the profit of its position, from the last own
 * fill, or from the opening. It is never a quote.
 */
export function priceBasis({ positions, signals }: PriceFacts): ReadonlyMap<string, TargetPrice> {
  const found = new Map<string, TargetPrice>();
  const addIfNewer = (symbol: string, price: string | null, at: number | null, source: TargetPrice['source']): void => {
    if (price === null || at === null || parseFixed(price) === undefined) return;
    const before = found.get(symbol);
    if (before === undefined || before.at < at) found.set(symbol, { price, at, source });
  };
  for (const { symbol, averagePrice, openedAt } of positions) addIfNewer(symbol, averagePrice, openedAt, 'opening');
  for (const { symbol, state, tradedPrice, endedAt } of signals)
    if (state === 'traded') addIfNewer(symbol, tradedPrice, endedAt, 'own-fill');
  for (const { symbol, implied } of positions) if (implied) addIfNewer(symbol, implied.price, implied.at, 'implied');
  return found;
}

/** Prices that were typed for lines. They take precedence over all others. */
export const typedPrices = (
  lines: readonly { readonly symbol: string; readonly price: string | null }[],
  now: number,
): readonly (readonly [string, TargetPrice])[] =>
  lines.flatMap(({ symbol, price }) =>
    price === null || parseFixed(price) === undefined
      ? []
      : [[symbol, { price, at: Math.floor(now / 1000), source: 'typed' }] as const],
  );

/**
 * Dollars of a quantity at a price, with the sign of the quantity. Null if the point value is not
 * known.
 */
export function valueOf(
  quantity: Fixed,
  { symbol, instrument }: { readonly symbol: string; readonly instrument: InstrumentType | null },
  price: TargetPrice | null,
  pointValue: (symbol: string) => string | null,
): Fixed | null {
  if (quantity === 0n) return 0n;
  if (price === null || instrument === null) return null;
  const point = standardPointValue({ symbol, instrument }, pointValue(symbol));
  return point === null ? null : times(times(quantity, fixed(price.price)), fixed(point));
}
