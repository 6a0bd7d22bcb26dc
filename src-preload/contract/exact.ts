/** A decimal without rounding: `digits` divided by ten to the power of `places`. */
export type Exact = { readonly digits: bigint; readonly places: number };

const pattern = /^([-+]?)([0-9]*)(?:[.]([0-9]*))?$/;

/** Null for what is no plain decimal: no exponents, no commas. */
export function exact(text: string): Exact | null {
  const [whole, sign, before = '', after = ''] = pattern.exec(text.trim()) ?? [];
  if (whole === undefined || before + after === '') return null;
  const size = BigInt(before + after);
  return { digits: sign === '-' ? -size : size, places: after.length };
}

const scaled = ({ digits, places }: Exact, to: number): bigint => digits * 10n ** BigInt(to - places);

export function plus(one: Exact, other: Exact): Exact {
  const places = Math.max(one.places, other.places);
  return { digits: scaled(one, places) + scaled(other, places), places };
}

export const negative = ({ digits, places }: Exact): Exact => ({ digits: -digits, places });
export const minus = (one: Exact, other: Exact): Exact => plus(one, negative(other));
export const times = (one: Exact, other: Exact): Exact => ({
  digits: one.digits * other.digits,
  places: one.places + other.places,
});
export const size = ({ digits, places }: Exact): Exact => ({ digits: digits < 0n ? -digits : digits, places });
/** Below zero, zero or above it, as `one` is less than, equal to or greater than `other`. */
export function compare(one: Exact, other: Exact): -1 | 0 | 1 {
  const { digits } = minus(one, other);
  return digits < 0n ? -1 : digits > 0n ? 1 : 0;
}

/** Whole units of a quotient, cut towards zero. */
export function wholeOf(one: Exact, other: Exact): Exact {
  const places = Math.max(one.places, other.places);
  return { digits: scaled(one, places) / scaled(other, places), places: 0 };
}

/** Cut towards zero. */
export const cut = (value: Exact): Exact => wholeOf(value, { digits: 1n, places: 0 });

/** Without needless zeros. */
export function exactText({ digits, places }: Exact): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0');
  const fraction = text.slice(text.length - places).replace(/0+$/, '');
  const whole = text.slice(0, text.length - places);
  const sign = digits < 0n ? '-' : '';
  return places === 0 || fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}
