import { halfWidth } from './half-width.ts';

/**
 * A typed number as it was read. `value` is plain decimal text with a point. `readAs` shows the
 * value if it differs from the typed text, so that a misread comma is visible.
 */
export type ReadNumber =
  | { readonly state: 'blank' }
  | { readonly state: 'read'; readonly value: string; readonly readAs: string | null }
  | { readonly state: 'refused'; readonly reason: string };

const refused = (reason: string): ReadNumber => ({ state: 'refused', reason });

/** Reads a number without a sign. A comma or a point must be unambiguous. Exponents are refused. */
export function readDecimal(typed: string): ReadNumber {
  // Full-width digits are accepted. Spaces and apostrophes between groups of three digits before
  // the decimal mark, as in pasted numbers, are removed. Anywhere else they separate two numbers.
  const text = halfWidth(typed)
    .trim()
    .replace(/^[0-9]{1,3}(?:[\s\u2019'][0-9]{3})+(?![0-9])/, (whole) => whole.replace(/[^0-9]/g, ''));
  if (text === '') return { state: 'blank' };
  if (/[0-9][eE]/.test(text)) return refused('Write all digits: exponents are not accepted.');
  if (text.startsWith('-') || text.startsWith('−')) return refused('Must be above zero.');
  if (!/^[0-9.,]+$/.test(text) || !/[0-9]/.test(text)) return refused('Not a number.');
  const value = canonicalText(text);
  if (value === null) {
    return refused(`"${text}" can be read in two ways. Write it without a thousands mark, with a point for decimals.`);
  }
  return { state: 'read', value, readAs: value === typed.trim() ? null : `Read as ${value}` };
}

/** Plain text with a point, or null if the marks are ambiguous or misplaced. */
function canonicalText(text: string): string | null {
  const commas = text.split(',').length - 1;
  const points = text.split('.').length - 1;
  if (commas === 0 && points <= 1) return tidy(text);
  if (commas > 0 && points > 0) return readWithBothMarks(text, commas, points);
  const mark = commas > 0 ? ',' : '.';
  if (commas + points > 1) return ungroup(text, mark);
  // A single comma before three digits can group thousands or mark decimals, unless the number
  // starts with a zero.
  if (/^[1-9][0-9]{0,2},[0-9]{3}$/.test(text)) return null;
  return tidy(text.replace(',', '.'));
}

/** With both marks, the last one is the decimal mark and the other one separates thousands. */
function readWithBothMarks(text: string, commas: number, points: number): string | null {
  const pointLast = text.lastIndexOf('.') > text.lastIndexOf(',');
  if ((pointLast ? points : commas) > 1) return null;
  const at = pointLast ? text.lastIndexOf('.') : text.lastIndexOf(',');
  const whole = ungroup(text.slice(0, at), pointLast ? ',' : '.');
  return whole === null ? null : tidy(`${whole}.${text.slice(at + 1)}`);
}

function ungroup(text: string, mark: ',' | '.'): string | null {
  const groups = mark === ',' ? /^[0-9]{1,3}(,[0-9]{3})+$/ : /^[0-9]{1,3}([.][0-9]{3})+$/;
  return groups.test(text) ? text.replaceAll(mark, '') : null;
}

/** `.5` → `0.5`, `5.` → `5`, `007` → `7`. The digits after the point are unchanged. */
function tidy(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  const wholeDigits = whole.replace(/^0+(?=[0-9])/, '') || '0';
  return fraction === '' ? wholeDigits : `${wholeDigits}.${fraction}`;
}
