import type { Instrument } from '#contract/model/scalars.ts';
import { readQuantity } from '#renderer/format/read-quantity.ts';

/** One press of ↑ or ↓; ten times as much with Shift. Never below 1, and what cannot be read is left alone. */
export function stepQuantity(typed: string, instrument: Instrument, steps: number): string {
  const read = readQuantity(typed);
  if (read.state === 'refused') return typed;
  const now = read.state === 'blank' ? 0n : BigInt(read.value);
  const next = now + BigInt(steps) * (instrument === 'stock' ? 10n : 1n);
  return next < 1n ? '1' : next.toString();
}
