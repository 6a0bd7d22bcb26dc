import { plainNumber } from '#core/review/plain-number.ts';

/**
 * Amounts of money, as exact as their texts. `units` contains each amount as a whole number, in
 * units of 10^−`scale` dollars, or NaN where there is no amount. Floats add whole numbers exactly
 * while every sum is below 2^53, which is the case for every real account. `bigUnits` is then null.
 * Otherwise `bigUnits` contains the same numbers as integers of any size, and sums use those.
 */
export type ProfitColumn = {
  readonly scale: number;
  readonly units: Float64Array;
  readonly bigUnits: readonly (bigint | null)[] | null;
};

/** `texts` are decimals without an exponent, null where there is no amount. */
export function profitColumn(texts: readonly (string | null)[]): ProfitColumn {
  let scale = 0;
  for (const text of texts) scale = Math.max(scale, decimalsOf(text));
  const units = new Float64Array(texts.length);
  let sum = 0;
  texts.forEach((text, row) => {
    const amountInUnits = text === null ? Number.NaN : unitsOf(text, scale);
    units[row] = amountInUnits;
    sum += Math.abs(text === null ? 0 : amountInUnits);
  });
  const bigUnits =
    sum <= Number.MAX_SAFE_INTEGER ? null : texts.map((text) => (text === null ? null : integer(text, scale)));
  return { scale, units, bigUnits };
}

/** Dollars as a float, for ratios. NaN where there is no amount. */
export const dollarsOf = ({ units, scale }: ProfitColumn, row: number): number =>
  (units[row] ?? Number.NaN) / 10 ** scale;

function decimalsOf(text: string | null): number {
  const point = text === null ? -1 : text.indexOf('.');
  return text === null || point < 0 ? 0 : text.length - point - 1;
}

/**
 * The digits without the point, padded to the scale: a whole number, exact as a float up to 2^53.
 */
const unitsOf = (text: string, scale: number): number => plainNumber(scale === 0 ? text : padded(text, scale));

const integer = (text: string, scale: number): bigint => BigInt(padded(text, scale));

const padded = (text: string, scale: number): string => text.replace('.', '') + '0'.repeat(scale - decimalsOf(text));
