import { decimalText } from './decimal-text.ts';

/** Whole or exact dollars: `$12,500`, `−$310.25`. */
export function moneyText(value: string | null | undefined): string {
  if (value == null) return '–';
  const text = decimalText(value);
  return text.startsWith('−') ? `−$${text.slice(1)}` : `$${text}`;
}
