import type { Instrument } from '#contract/model/scalars.ts';
import { readQuantity } from '#renderer/format/read-quantity.ts';

/** Five sizes at a click, in shares, contracts or mini-lots. */
export const quantityPresets: Readonly<Record<Instrument, readonly string[]>> = {
  stock: ['50', '100', '200', '500', '1000'],
  option: ['1', '2', '5', '10', '20'],
  future: ['1', '2', '3', '5', '10'],
  forex: ['1', '2', '5', '10', '20'],
};

/** One press of ↑ or ↓; ten times as much with Shift. Never below 1, and what cannot be read is left alone. */
export function stepQuantity(typed: string, instrument: Instrument, steps: number): string {
  const read = readQuantity(typed);
  if (read.state === 'refused') return typed;
  const now = read.state === 'blank' ? 0n : BigInt(read.value);
  const next = now + BigInt(steps) * (instrument === 'stock' ? 10n : 1n);
  return next < 1n ? '1' : next.toString();
}
