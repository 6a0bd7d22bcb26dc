import { parseFixed, type Fixed } from './decimal.ts';

export type OptionContract = {
  readonly underlying: string;
  readonly kind: 'call' | 'put';
  readonly strike: Fixed;
  /** As written in the symbol; it may have trailing zeros. */
  readonly strikeText: string;
  readonly year: number;
  /** 1 to 12 */
  readonly month: number;
  readonly day: number;
};

const PATTERN = /^([A-Z0-9]{1,5}?)(\d\d)(\d\d)([A-X])(\d+(?:\.\d+)?)$/;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Reads underlying, two-digit year, two-digit day, one letter for the month and for call or put,
 * and strike (platform-notes.md 14). The letters A to L of calls and M to X of puts stand for
 * January to December. Undefined when the text is not such a symbol or names a day that does not
 * exist.
 */
export function parseOptionSymbol(symbol: string): OptionContract | undefined {
  const match = PATTERN.exec(symbol);
  if (!match) return undefined;
  const [, underlying = '', yearText = '', dayText = '', letter = '', strikeText = ''] = match;
  const strike = parseFixed(strikeText);
  const index = letter.charCodeAt(0) - 'A'.charCodeAt(0);
  const contract = { year: 2000 + Number(yearText), month: (index % 12) + 1, day: Number(dayText) };
  if (strike === undefined || strike === 0n || !dayExists(contract)) return undefined;
  return { underlying, kind: index < 12 ? 'call' : 'put', strike, strikeText, ...contract };
}

/**
 * Whether two symbols name the same contract. The platform removes trailing zeros of a strike, but
 * symbols with them occur.
 */
export function sameContract(one: string, other: string): boolean {
  if (one === other) return true;
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  return longer.startsWith(shorter) && contractKey(shorter) === contractKey(longer);
}

/** The symbol as the platform writes it. Equal for all symbols that name the same contract. */
export const contractKey = (symbol: string): string =>
  symbol.includes('.') && parseOptionSymbol(symbol) !== undefined ? symbol.replace(/\.?0+$/, '') : symbol;

function dayExists(date: { year: number; month: number; day: number }): boolean {
  const made = new Date(Date.UTC(date.year, date.month - 1, date.day));
  return made.getUTCMonth() === date.month - 1 && made.getUTCDate() === date.day;
}

/** For example 'Mar26', as the member `expir` shows it. */
export function monthYear(contract: Pick<OptionContract, 'month' | 'year'>): string {
  return `${MONTHS[contract.month - 1] ?? ''}${String(contract.year % 100).padStart(2, '0')}`;
}
