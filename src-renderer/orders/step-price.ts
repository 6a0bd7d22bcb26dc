import Big from 'big.js';
import type { Instrument } from '#contract/model/scalars.ts';
import { readPrice } from '#renderer/format/read-price.ts';
import { usualTick } from '#renderer/format/usual-tick.ts';

/**
 * The step by which a key moves a typed price: the tick. If it is not known, the usual tick of the
 * instrument type.
 */
export function priceStep(typed: string, instrument: Instrument, tick: string | null): string {
  const price = readPrice(typed);
  return tick ?? (price.state === 'read' ? usualTick(price.value, instrument) : null) ?? '0.01';
}

/**
 * Moves a price by ticks. The result has as many decimals as the tick or the price, whichever has
 * more. The text is returned unchanged if it is not a price or if the result would not be positive.
 */
export function stepPrice(typed: string, tick: string, ticks: number): string {
  const price = readPrice(typed);
  if (price.state !== 'read') return typed;
  const next = new Big(price.value).plus(new Big(tick).times(ticks));
  if (next.lte(0)) return typed;
  return next.toFixed(Math.max(decimals(price.value), decimals(tick)));
}

const decimals = (value: string): number => value.split('.')[1]?.length ?? 0;
