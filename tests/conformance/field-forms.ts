import type { FieldKind } from '#practice/decode/field-reader.ts';

/**
 * One form of a value in a body, and the kinds of field that may read it. All other fields refuse
 * it, and the refusal names the field.
 */
export type Form = readonly [name: string, json: string, readableBy: readonly FieldKind[]];

/**
 * The kinds that read most texts. `word` is not among them, because no form is a word that a
 * command knows. So a field with fixed words, or with a time, reads only the forms for "not given".
 */
const TEXT_KINDS: readonly FieldKind[] = ['text', 'id'];
const ALL_KINDS: readonly FieldKind[] = [...TEXT_KINDS, 'word', 'number', 'flag', 'object', 'list'];
export const FORTY_DIGITS = '1234567890123456789012345678901234567890';

export const FORMS: readonly Form[] = [
  ['a text', '"abc"', TEXT_KINDS],
  ['a text of 10,000 characters', JSON.stringify('x'.repeat(10_000)), ['text']],
  ['NaN as text', '"NaN"', TEXT_KINDS],
  ['a number', '5', [...TEXT_KINDS, 'number']],
  ['a number as text', '"5"', [...TEXT_KINDS, 'number']],
  ['a negative number', '-5', ['text', 'number']],
  ['a fraction', '1.5', ['text', 'number']],
  ['a whole number with a point', '5.0', [...TEXT_KINDS, 'number']],
  ['an exponent', '1e2', [...TEXT_KINDS, 'number']],
  ['a negative exponent', '1e-05', ['text', 'number']],
  ['an exponent as text', '"1e-05"', [...TEXT_KINDS, 'number']],
  ['40 digits', FORTY_DIGITS, TEXT_KINDS],
  ['40 digits as text', `"${FORTY_DIGITS}"`, TEXT_KINDS],
  ['two, which is no flag', '2', [...TEXT_KINDS, 'number']],
  ['yes', '"yes"', TEXT_KINDS],
  ['true', 'true', ['flag']],
  ['true as text', '"true"', TEXT_KINDS],
  ['false', 'false', ['flag', 'object']],
  ['zero', '0', [...TEXT_KINDS, 'word', 'number', 'flag', 'object']],
  ['one', '1', [...TEXT_KINDS, 'number', 'flag']],
  ['null', 'null', ALL_KINDS],
  ['an empty text', '""', ALL_KINDS],
  ['a blank', '" "', ['text']],
  ['an empty list', '[]', ['list']],
  ['a list', '[1]', ['list']],
  ['an empty object', '{}', ['object']],
  ['an object', '{"a":1}', ['object']],
  ['a byte order mark and a number', '"\\uFEFF5"', [...TEXT_KINDS, 'number']],
];

/** A body with these members, in which the value of `field` is the text `json`. */
export function bodyOf(members: Readonly<Record<string, unknown>>, field: string, json: string): string {
  const others = Object.entries(members).filter(([name, value]) => name !== field && value !== undefined);
  const written = others.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  return `{${[...written, `${JSON.stringify(field)}:${json}`].join(',')}}`;
}
