import { decimalText } from './decimal-text.ts';
import { signedText } from './signed-text.ts';

/** Dollars with the digits of the value: `$12,500`, `−$310.25`. */
export function moneyText(value: string | null | undefined): string {
  if (value == null) return '–';
  const text = decimalText(value);
  return text.startsWith('−') ? `−$${text.slice(1)}` : `$${text}`;
}

/** Dollars with their cents: `$20,921.10`. More than two decimals are kept. */
export function centsText(value: string | null | undefined): string {
  if (value == null) return moneyText(value);
  const [whole = '', cents = ''] = value.split('.');
  return moneyText(`${whole}.${cents.padEnd(2, '0')}`);
}

/** A profit or change in dollars, always with its sign: `+$46`, `−$310.25`, `$0`. */
export function signedMoneyText(value: string | null): string {
  if (value === null) return moneyText(value);
  const text = signedText(value);
  return /^[+−]/.test(text) ? `${text.charAt(0)}$${text.slice(1)}` : `$${text}`;
}
