import { decimalText } from './decimal-text.ts';

/**
 * A price without the zeros that the platform pads it with (`472.41000`). The first two decimals
 * are never removed.
 */
export function priceText(value: string | null): string {
  return decimalText(value?.replace(/([.][0-9]{2}[0-9]*?)0+$/, '$1'));
}
