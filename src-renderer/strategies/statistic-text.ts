import Big from 'big.js';
import type { Statistic } from '#contract/model/strategy.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';

const decimal = /^-?[0-9]+([.][0-9]+)?$/;

/** More digits than this after the point are a slip of the platform, not a precision. */
const MOST_DIGITS = 12;

/**
 * A statistic as the platform means it to be read: prefix, rounded to its precision, suffix. The multiplier is in the
 * value already (contract). Text that is no number stands as it came; an absent value is a dash, never a zero.
 */
export function statisticText(statistic: Statistic): string {
  const { value, prefix, suffix } = statistic;
  if (value === null || value.trim() === '') return '–';
  const plain = value.trim();
  if (!decimal.test(plain)) return plain;
  const text = decimalText(rounded(plain, statistic.precision));
  const signed = text.startsWith('−') ? `−${prefix}${text.slice(1)}` : `${prefix}${text}`;
  return `${signed}${gap(suffix)}${suffix}`;
}

function rounded(value: string, precision: number | null): string {
  if (precision === null || precision < 0 || precision > MOST_DIGITS) return value;
  const text = new Big(value).toFixed(precision);
  // Rounding must not leave a minus before nothing.
  return /[1-9]/.test(text) ? text : text.replace('-', '');
}

/** A unit of letters stands apart from the number, a sign such as % does not. */
const gap = (suffix: string): string => (/^[A-Za-z]/.test(suffix) ? ' ' : '');
