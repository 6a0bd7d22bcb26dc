import type { Action, Duration, Instrument } from '#contract/model/scalars.ts';
import Big from 'big.js';
import { nonZeroText, textOrNull } from '../absent.ts';
import { newYorkInstant } from '../new-york-time.ts';

const idPattern = /^\d{1,20}$/;
const decimalPattern = /^-?\d{1,18}(\.\d{1,18})?$/;
const anyDecimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;
/** The end of the year 9999. */
const latestSecond = 253_402_300_799;

/**
 * The form of a text, found in one pass over its characters: an answer with 100,000 trades has two
 * million such texts.
 */
const shape = { other: 0, digits: 1, decimal: 2 } as const;
type Shape = (typeof shape)[keyof typeof shape];

const zero = 48;
const isDigit = (code: number): boolean => code >= zero && code <= zero + 9;

/**
 * `shape.digits` is for digits alone, `shape.decimal` for digits with a sign or a point. At most 18
 * digits may stand on either side of the point, as in `decimalPattern`.
 */
const shapeOf = (text: string): Shape => {
  const { length } = text;
  let at = text.charCodeAt(0) === 45 ? 1 : 0;
  const start = at;
  while (at < length && isDigit(text.charCodeAt(at))) at += 1;
  if (at === start || at - start > 18) return shape.other;
  if (at === length) return start === 0 ? shape.digits : shape.decimal;
  if (text.charCodeAt(at) !== 46) return shape.other;
  const point = at;
  at += 1;
  while (at < length && isDigit(text.charCodeAt(at))) at += 1;
  return at === length && at - point > 1 && at - point <= 19 ? shape.decimal : shape.other;
};

/** The value to read as a number. A boolean is not a number: true is not one share. */
const numeric = (value: unknown): unknown => (typeof value === 'boolean' ? null : value);

/** Ids are digits as text; null when absent in any form. */
export const id = (value: unknown): string | null => {
  // The usual form. A text that begins with 0 is left to the lines below: '0' means "not given".
  if (typeof value === 'string' && value.charCodeAt(0) !== zero && shapeOf(value) === shape.digits) return value;
  const text = nonZeroText(numeric(value));
  return text !== null && idPattern.test(text) ? text : null;
};

/**
 * A number for which zero is a value. The platform's text is returned unchanged if it is a plain
 * decimal.
 */
export const decimal = (value: unknown): string | null => {
  if (typeof value === 'string' && shapeOf(value) !== shape.other) return value;
  return toPlainDecimal(textOrNull(numeric(value))?.trim() ?? null);
};

/** A number for which zero means "not given". */
export const price = (value: unknown): string | null => {
  if (typeof value === 'string' && value.charCodeAt(0) !== zero && shapeOf(value) !== shape.other) return value;
  return toPlainDecimal(nonZeroText(numeric(value)));
};

const toPlainDecimal = (text: string | null): string | null => {
  if (text === null || decimalPattern.test(text)) return text;
  if (!anyDecimal.test(text)) return null;
  // '1e-7', '.5', '+3' and '5.' are rewritten as plain decimals, the only form that other code
  // reads.
  const written = new Big(text.replace(/^\+/, '').replace(/\.(?=e|$)/i, '')).toFixed();
  return decimalPattern.test(written) ? written : null;
};

/**
 * Unix seconds of the first value that is a time: the unix member first, then the New York texts.
 */
export const instant = (unix: unknown, ...texts: readonly unknown[]): number | null => {
  const seconds = unixSeconds(unix);
  if (seconds !== null) return seconds;
  for (const text of texts) {
    const found = timeOf(nonZeroText(text));
    if (found !== null) return found;
  }
  return null;
};

const timeOf = (text: string | null): number | null => {
  if (text === null) return null;
  return newYorkInstant(text)?.seconds ?? unixSeconds(text);
};

const unixSeconds = (value: unknown): number | null => {
  if (
    typeof value === 'string' &&
    value.length === 10 &&
    value.charCodeAt(0) !== zero &&
    shapeOf(value) === shape.digits
  ) {
    return Number(value);
  }
  const text = nonZeroText(value);
  // Eight digits are a date, not a second of 1970.
  if (text === null || !/^\d{9,12}(\.\d+)?$/.test(text)) return null;
  const seconds = Math.floor(Number(text));
  return seconds <= latestSecond ? seconds : null;
};

const actions: ReadonlyMap<string, Action> = new Map(
  (['BTO', 'STO', 'SSHORT', 'BTC', 'STC'] as const).map((action) => [action, action]),
);
export const action = (value: unknown): Action | null =>
  actions.get(textOrNull(value)?.trim().toUpperCase() ?? '') ?? null;

const instruments: ReadonlyMap<string, Instrument> = new Map(
  (['stock', 'option', 'future', 'forex'] as const).map((instrument) => [instrument, instrument]),
);
export const instrument = (value: unknown): Instrument | null =>
  (typeof value === 'string' ? instruments.get(value) : undefined) ??
  instruments.get(textOrNull(value)?.trim().toLowerCase() ?? '') ??
  null;

export const duration = (value: unknown): Duration | null => {
  const text = textOrNull(value)?.trim().toUpperCase();
  return text === 'DAY' || text === 'GTC' ? text : null;
};
