import type { Instrument } from '#contract/model/scalars.ts';
import { readQuantity } from '#renderer/format/read-quantity.ts';

/**
 * Adds steps to a quantity. A step is 10 shares of a stock or one unit of another type. The result
 * is at least 1. A text that cannot be read is returned unchanged.
 */
export function stepQuantity(typed: string, instrument: Instrument, steps: number): string {
  const read = readQuantity(typed);
  if (read.state === 'refused') return typed;
  const current = read.state === 'blank' ? 0n : BigInt(read.value);
  const next = current + BigInt(steps) * (instrument === 'stock' ? 10n : 1n);
  return next < 1n ? '1' : next.toString();
}
