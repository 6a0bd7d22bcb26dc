import { halfWidth } from './half-width.ts';
import { readDay } from './read-day.ts';
import { readPrice } from './read-price.ts';

export type OptionParts = {
  readonly underlying: string;
  /** `2026-03-20`. */
  readonly date: string;
  readonly side: 'call' | 'put';
  readonly strike: string;
};

const pattern = /^([A-Z0-9]{1,5}?)(\d\d)(\d\d)([A-X])(\d+(?:\.\d+)?)$/;
const firstLetter = 'A'.charCodeAt(0);

/**
 * Reads root, two digits of the year, two of the day, a letter for month and side, strike
 * (platform-notes 14). Null for other symbols.
 */
export function readOptionSymbol(symbol: string): OptionParts | null {
  const match = pattern.exec(symbol);
  if (match === null) return null;
  const [, underlying = '', year = '', day = '', letter = '', strike = ''] = match;
  const index = letter.charCodeAt(0) - firstLetter;
  const date = `20${year}-${String((index % 12) + 1).padStart(2, '0')}-${day}`;
  return readDay(date) === date ? { underlying, date, side: index < 12 ? 'call' : 'put', strike } : null;
}

/** The symbol without the trailing zeros of its strike: `…260` and `…260.00` are one contract. */
export const contractKey = (symbol: string): string => {
  const option = readOptionSymbol(symbol);
  return option === null ? symbol : `${symbol.slice(0, -option.strike.length)}${trimmed(option.strike)}`;
};

export const sameContract = (one: string, other: string): boolean =>
  one === other || contractKey(one) === contractKey(other);

/** `AAPL 2026-04-17 250 put`. Null if it is not an option symbol. */
export function optionName(symbol: string): string | null {
  const option = readOptionSymbol(symbol);
  return option === null ? null : `${option.underlying} ${option.date} ${option.strike} ${option.side}`;
}

export type OptionField = keyof OptionParts;
export type TypedOption = Readonly<Record<'underlying' | 'date' | 'strike', string>> & {
  readonly side: OptionParts['side'];
};

/**
 * The symbol of the typed parts. Null while a part is missing or wrong; `errors` has the wrong
 * ones. Trailing zeros of the strike are removed.
 */
export function optionSymbol(typed: TypedOption): {
  readonly symbol: string | null;
  readonly errors: ReadonlyMap<OptionField, string>;
} {
  const errors = new Map<OptionField, string>();
  const underlying = halfWidth(typed.underlying).trim().toUpperCase();
  const date = halfWidth(typed.date).trim();
  if (underlying !== '' && !/^[A-Z0-9]{1,5}$/.test(underlying))
    errors.set('underlying', 'One to five letters or digits.');
  if (date !== '' && !/^20\d\d-\d\d-\d\d$/.test(date)) errors.set('date', 'Write 2026-03-20.');
  else if (date !== '' && readDay(date) !== date) errors.set('date', 'There is no such day.');
  const read = readPrice(typed.strike);
  if (read.state === 'refused') errors.set('strike', read.reason);
  const isComplete = underlying !== '' && date !== '' && read.state === 'read' && errors.size === 0;
  if (!isComplete) return { symbol: null, errors };
  const [year = '', month = '', day = ''] = date.split('-');
  const letter = String.fromCharCode(firstLetter + Number(month) - 1 + (typed.side === 'put' ? 12 : 0));
  return { symbol: `${underlying}${year.slice(2)}${day}${letter}${trimmed(read.value)}`, errors };
}

const trimmed = (strike: string): string => (strike.includes('.') ? strike.replace(/[.]?0+$/, '') : strike);
