import { halfWidth } from './half-width.ts';
import { readDecimal, type ReadNumber } from './read-decimal.ts';

/** `auto`: a number that can be read in two ways is refused. */
export type DecimalMark = 'auto' | '.' | ',';

/** Code points of the zeros of other scripts. The digits 1 to 9 follow each of them. */
const zeros = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040,
];

/** Converts the digits of the scripts in `zeros`, and Arabic separators, to plain ones. */
function plainDigits(text: string): string {
  const plain = (digit: string): string => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((one) => code >= one && code <= one + 9);
    return zero === undefined ? digit : String(code - zero);
  };
  return halfWidth(text)
    .replace(/\p{Nd}/gu, plain)
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', '’');
}

/** Reads a number with a sign: `-5`, `−5`, `5-` and `(5)` are below zero. */
export function readSigned(typed: string, mark: DecimalMark = 'auto'): ReadNumber {
  const text = plainDigits(typed)
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/[−‒–﹣]/g, '-')
    .trim();
  const [, inParentheses] = /^\((.+)\)$/.exec(text) ?? [];
  const [, sign = '', digits = '', trailingSign = ''] = /^([-+]?)(.*?)(-?)$/.exec(inParentheses ?? text) ?? [];
  const signs = `${sign}${trailingSign}${inParentheses === undefined ? '' : '-'}`;
  if (signs.length > 1) return { state: 'refused', reason: 'Not a number.' };
  const plain = ungrouped(digits.trim(), mark);
  if (plain === null) return { state: 'refused', reason: 'The thousands mark is misplaced.' };
  const read = readDecimal(plain);
  if (read.state !== 'read') return read;
  const value = signs === '-' && /[1-9]/.test(read.value) ? `-${read.value}` : read.value;
  return { state: 'read', value, readAs: value === typed.trim() ? null : `Read as ${value}` };
}

/**
 * With a known decimal mark, removes the group marks and writes the decimal mark as a point. Null
 * if a group mark is misplaced.
 */
function ungrouped(text: string, mark: DecimalMark): string | null {
  if (mark === 'auto') return text;
  const groupMark = mark === '.' ? ',' : '.';
  const [whole = '', ...fractions] = text.split(mark);
  if (fractions.length > 1 || fractions.some((part) => part.includes(groupMark))) return text;
  const groups = new RegExp(`^[1-9][0-9]{0,2}([${groupMark}][0-9]{2,3})*[${groupMark}][0-9]{3}$`);
  if (!whole.includes(groupMark) || groups.test(whole))
    return [whole.replaceAll(groupMark, ''), ...fractions].join('.');
  // Before exactly three final digits the group mark is misplaced. Before fewer or more digits it
  // may be meant as a decimal mark, so the text stays as it is, and `readDecimal` reads
  // "33,33" as 33.33.
  return new RegExp(`[${groupMark}][0-9]{3}$`).test(whole) ? null : text;
}
