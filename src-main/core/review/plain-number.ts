/**
 * A decimal of at most fifteen digits is a whole number divided by a power of ten. Floats represent
 * both exactly, so only the quotient is rounded.
 */
const MAX_DIGITS = 15;
const POWERS = Array.from({ length: MAX_DIGITS + 1 }, (_, digits) => 10 ** digits);
const ZERO = 48;
const POINT = 46;
const MINUS = 45;

/**
 * The same value as `Number(text)`, several times faster for plain decimals: a review reads
 * hundreds of thousands of them.
 */
export function plainNumber(text: string): number {
  const { length } = text;
  const first = text.charCodeAt(0) === MINUS ? 1 : 0;
  if (length === first || length - first > MAX_DIGITS) return Number(text);
  let digits = 0;
  let point = length;
  for (let at = first; at < length; at += 1) {
    const code = text.charCodeAt(at);
    const digit = code - ZERO;
    if (digit >= 0 && digit <= 9) digits = digits * 10 + digit;
    else if (code === POINT && point === length && length - first > 1) point = at;
    else return Number(text);
  }
  const value = point === length ? digits : digits / (POWERS[length - point - 1] ?? 1);
  return first === 0 ? value : -value;
}
