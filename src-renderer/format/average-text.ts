import { decimalText } from './decimal-text.ts';

/** An average price: the service pads it with zeros (`472.41000`), which say nothing; two decimals always stay. */
export function averageText(value: string | null): string {
  return decimalText(value?.replace(/([.][0-9]{2}[0-9]*?)0+$/, '$1'));
}
