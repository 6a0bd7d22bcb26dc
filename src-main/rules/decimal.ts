/**
 * Exact decimals as whole billionths in a bigint, so that prices and quantities never pass through
 * a float. The platform prints at most nine decimals ('73.980000000'). Forex ticks, 1/256ths and
 * prices up to 1e12 fit without rounding.
 */
export type Fixed = bigint;

const DECIMALS = 9;
export const ONE: Fixed = 1_000_000_000n;

/** Sign, whole part, and nine places of the fraction, after which only zeros may follow. */
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d{0,9})0*)?$/;

/**
 * Undefined for anything that is not a plain decimal of at most nine places (further zeros are
 * allowed). No exponents, no commas.
 */
export function parseFixed(text: string): Fixed | undefined {
  const written = text.trim();
  const match = DECIMAL.exec(written);
  if (!match || !/\d/.test(written)) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  const value = BigInt(whole + fraction.padEnd(DECIMALS, '0'));
  return sign === '-' ? -value : value;
}

/** For constants and tests, where a bad text is a bug. */
export function fixed(text: string): Fixed {
  const value = parseFixed(text);
  if (value === undefined) throw new Error(`not a decimal: ${text}`);
  return value;
}

/**
 * The value as text, without trailing zeros but with at least `minDecimals` decimals:
 * formatFixed(fixed('30.5'), 2) is '30.50'.
 */
export function formatFixed(value: Fixed, minDecimals = 0): string {
  const sign = value < 0n ? '-' : '';
  const digits = magnitude(value)
    .toString()
    .padStart(DECIMALS + 1, '0');
  const whole = digits.slice(0, -DECIMALS);
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, '').padEnd(minDecimals, '0');
  return sign + whole + (fraction === '' ? '' : `.${fraction}`);
}

/** The value without its sign. */
export const magnitude = (value: Fixed): Fixed => (value < 0n ? -value : value);

/** The quotient, rounded half away from zero. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n;
  const top = magnitude(numerator);
  const bottom = magnitude(denominator);
  const rounded = (2n * top + bottom) / (2n * bottom);
  return negative ? -rounded : rounded;
}

export function times(a: Fixed, b: Fixed): Fixed {
  // Quantities are nearly always whole, and then nothing has to be rounded.
  return b % ONE === 0n ? a * (b / ONE) : divideRounded(a * b, ONE);
}

export function divide(a: Fixed, b: Fixed): Fixed {
  return divideRounded(a * ONE, b);
}

/** Rounds half away from zero to this number of decimals; 0 gives whole dollars. */
export function roundFixed(value: Fixed, decimals: number): Fixed {
  const unit = 10n ** BigInt(DECIMALS - decimals);
  return divideRounded(value, unit) * unit;
}

export function isWhole(value: Fixed): boolean {
  return value % ONE === 0n;
}

/**
 * For JSON members that are numbers, and for charts. Never for a price that is compared or used in
 * an order.
 */
export function toNumber(value: Fixed): number {
  return Number(formatFixed(value));
}
