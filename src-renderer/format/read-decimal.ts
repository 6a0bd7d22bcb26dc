import { halfWidth } from './half-width.ts';

/**
 * What was read of a typed number. `value` is plain decimal text with a point. `echo` tells what was read wherever that
 * differs from what was typed, so that a comma can never silently become a thousand times the price.
 */
export type ReadNumber =
  | { readonly state: 'blank' }
  | { readonly state: 'read'; readonly value: string; readonly echo: string | null }
  | { readonly state: 'refused'; readonly reason: string };

const refused = (reason: string): ReadNumber => ({ state: 'refused', reason });

/** Reads a number without sign. A comma or a point only where it can mean one thing; never an exponent. */
export function readDecimal(typed: string): ReadNumber {
  // Full-width digits of an input method are the same digits. People paste numbers grouped by any kind of blank; inside a number a blank can mean nothing else.
  const text = halfWidth(typed)
    .trim()
    .replace(/(?<=[0-9])[\s\u2019'](?=[0-9]{3}(?![0-9]))/g, '');
  if (text === '') return { state: 'blank' };
  if (/[0-9][eE]/.test(text)) return refused('Write all digits: an exponent is not taken.');
  if (text.startsWith('-') || text.startsWith('−')) return refused('Only a number above zero.');
  if (!/^[0-9.,]+$/.test(text) || !/[0-9]/.test(text)) return refused('Not a number.');
  const value = canonical(text);
  if (value === null) {
    return refused(`"${text}" can be read in two ways. Write it without a thousands mark, with a point for decimals.`);
  }
  return { state: 'read', value, echo: value === typed.trim() ? null : `Read as ${value}` };
}

/** Plain text with a point, or null where the marks are ambiguous or misplaced. */
function canonical(text: string): string | null {
  const commas = text.split(',').length - 1;
  const points = text.split('.').length - 1;
  if (commas === 0 && points <= 1) return tidy(text);
  if (commas > 0 && points > 0) return bothMarks(text, commas, points);
  const mark = commas > 0 ? ',' : '.';
  if (commas + points > 1) return ungroup(text, mark);
  // A single comma before three digits is a thousand to some and a decimal to others, unless a zero leads.
  if (/^[1-9][0-9]{0,2},[0-9]{3}$/.test(text)) return null;
  return tidy(text.replace(',', '.'));
}

/** With both marks the last one is the decimal mark, and the other may only group. */
function bothMarks(text: string, commas: number, points: number): string | null {
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

/** `.5` → `0.5`, `5.` → `5`, `007` → `7`; the digits after the point stay as typed. */
function tidy(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  const front = whole.replace(/^0+(?=[0-9])/, '') || '0';
  return fraction === '' ? front : `${front}.${fraction}`;
}
