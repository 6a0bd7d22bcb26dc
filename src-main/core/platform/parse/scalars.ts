import type { Action, Duration, Instrument } from '#contract/model/scalars.ts';
import Big from 'big.js';
import { given, stated } from '../absent.ts';
import { newYorkInstant } from '../new-york-time.ts';

const idPattern = /^\d{1,20}$/;
const decimalPattern = /^-?\d{1,18}(\.\d{1,18})?$/;
const looseDecimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;
const latestSecond = 253_402_300_799;

/** Ids are digits as text; null when absent in any form. */
export const id = (value: unknown): string | null => {
  const text = given(value);
  return text !== null && idPattern.test(text) ? text : null;
};

/** A number for which zero is a value. The platform's text stands unchanged where it is a plain decimal. */
export const decimal = (value: unknown): string | null => plain(stated(value)?.trim() ?? null);

/** A number for which zero means "not given". */
export const price = (value: unknown): string | null => plain(given(value));

const plain = (text: string | null): string | null => {
  if (text === null || decimalPattern.test(text)) return text;
  if (!looseDecimal.test(text)) return null;
  // '1e-7', '.5', '+3', '5.': the same number without the form that nothing else here reads.
  const written = new Big(text.replace(/^\+/, '').replace(/\.(?=e|$)/i, '')).toFixed();
  return decimalPattern.test(written) ? written : null;
};

/** Unix seconds of the first of these that says a time: unix members first, then New York texts. */
export const instant = (unix: unknown, ...texts: readonly unknown[]): number | null => {
  const seconds = unixSeconds(unix);
  if (seconds !== null) return seconds;
  for (const text of texts) {
    const found = timeOf(given(text));
    if (found !== null) return found;
  }
  return null;
};

const timeOf = (text: string | null): number | null => {
  if (text === null) return null;
  return newYorkInstant(text)?.seconds ?? unixSeconds(text);
};

const unixSeconds = (value: unknown): number | null => {
  const text = given(value);
  // Eight digits are a date, not a second of 1970.
  if (text === null || !/^\d{9,12}(\.\d+)?$/.test(text)) return null;
  const seconds = Math.floor(Number(text));
  return seconds <= latestSecond ? seconds : null;
};

const actions: ReadonlyMap<string, Action> = new Map(
  (['BTO', 'STO', 'SSHORT', 'BTC', 'STC'] as const).map((action) => [action, action]),
);
export const action = (value: unknown): Action | null => actions.get(stated(value)?.trim().toUpperCase() ?? '') ?? null;

const instruments: ReadonlyMap<string, Instrument> = new Map(
  (['stock', 'option', 'future', 'forex'] as const).map((instrument) => [instrument, instrument]),
);
export const instrument = (value: unknown): Instrument | null =>
  instruments.get(stated(value)?.trim().toLowerCase() ?? '') ?? null;

export const duration = (value: unknown): Duration | null => {
  const text = stated(value)?.trim().toUpperCase();
  return text === 'DAY' || text === 'GTC' ? text : null;
};
