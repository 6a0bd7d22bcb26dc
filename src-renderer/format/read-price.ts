import { readDecimal, type ReadNumber } from './read-decimal.ts';

/**
 * Reads a price above zero within the limits of `Price` in `#contract`: 12 digits before the point,
 * 9 after it.
 */
export function readPrice(typed: string): ReadNumber {
  const read = readDecimal(typed);
  if (read.state !== 'read') return read;
  if (!/[1-9]/.test(read.value)) return { state: 'refused', reason: 'Must be above zero.' };
  if (!/^[0-9]{1,12}([.][0-9]{1,9})?$/.test(read.value)) return { state: 'refused', reason: 'Too many digits.' };
  return read;
}
