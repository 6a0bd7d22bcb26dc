import { decimalText } from './decimal-text.ts';

/** A price of the platform, which pads it with zeros (`472.41000`), which say nothing; two decimals always stay. */
export function priceText(value: string | null): string {
  return decimalText(value?.replace(/([.][0-9]{2}[0-9]*?)0+$/, '$1'));
}
