import Big from 'big.js';
import type { Statistic } from '#contract/model/strategy.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';

const decimal = /^-?[0-9]+([.][0-9]+)?$/;

/** A larger precision is an error of the platform. */
const maxDigits = 12;

/**
 * A statistic as the platform displays it: prefix, value rounded to its precision, suffix. `value`
 * is already multiplied by `multiplier`. A text that is not a number is unchanged; a missing value
 * is a dash, never a zero.
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
  if (precision === null || precision < 0 || precision > maxDigits) return value;
  const text = new Big(value).toFixed(precision);
  // Rounding must not produce a negative zero.
  return /[1-9]/.test(text) ? text : text.replace('-', '');
}

/** A unit of letters is separated from the number, a sign such as % is not. */
const gap = (suffix: string): string => (/^[A-Za-z]/.test(suffix) ? ' ' : '');
