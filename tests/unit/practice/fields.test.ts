import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExactNumber, isExactMembers, readExactJson } from '#practice/decode/exact-json.ts';
import { readTyped } from '#practice/decode/field-reader.ts';
import { givenText, readMembers } from '#practice/decode/fields.ts';
import { plainNumber } from '#practice/decode/plain-number.ts';

/** The expected value of a JSON text, with every number as its source text. */
function expectedValue(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? context?.source : value,
  );
}

function read(text: string): { value: unknown } | undefined {
  const found = readExactJson(text);
  return found && { value: plain(found.value) };
}

/** Replaces each number by its text. */
function plain(value: unknown): unknown {
  if (value instanceof ExactNumber) return value.text;
  if (isExactMembers(value)) return Object.fromEntries(Array.from(value, ([name, one]) => [name, plain(one)]));
  return Array.isArray(value) ? value.map(plain) : value;
}

const digits = (max: number): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^\\d{1,${String(max)}}$`));
const number = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(fc.constant('0'), fc.stringMatching(/^[1-9]\d{0,24}$/)),
    fc.oneof(
      fc.constant(''),
      digits(22).map((part) => `.${part}`),
    ),
    fc.oneof({ weight: 5, arbitrary: fc.constant('') }, fc.stringMatching(/^[eE][+-]?\d{1,3}$/)),
  )
  .map((parts) => parts.join(''));
const word = fc.oneof(
  fc.string({ maxLength: 12, unit: 'binary' }).map((text) => JSON.stringify(text)),
  fc.constantFrom('"1.50"', '"\\"-1e5"', '"[1.0,{"', '"\\\\"', '"__proto__"'),
);
const { value: json } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    { weight: 3, arbitrary: number },
    word,
    fc.constantFrom('true', 'false', 'null'),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => `[ ${items.join(' , ')} ]`),
    fc
      .array(fc.tuple(word, tie('value')), { maxLength: 4 })
      .map((members) => `{${members.map(([name, value]) => `${name} :${value}`).join(',\n')}}`),
  ),
}));

describe('[Requests] numbers keep the text in which they were written', () => {
  it('in every notation', () => {
    fc.assert(
      fc.property(json, (text) => {
        expect(read(text)).toEqual({ value: expectedValue(text) });
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    '0',
    '-0',
    '0.0',
    '1.50',
    '1.5',
    '100',
    '1e2',
    '1E2',
    '0.0000001',
    '0.000001',
    '-12.25',
    '9007199254740993',
    '123456789012345678901',
    '0.1234567890123456789',
    '73.980000000',
    '1e400',
  ])('%s', (text) => {
    expect(read(text)).toEqual({ value: text });
    expect(read(`{"a":"\\"","b":[${text},{"__proto__":${text}}]}`)).toEqual({
      value: expectedValue(`{"a":"\\"","b":[${text},{"__proto__":${text}}]}`),
    });
  });

  it.each(['{"a":01}', '{"a":1-2}', '{"a":1.}', '{"a":+1}', '{"a":-}', '{"a":.5}', '{"a":1', '"a', '"\\', '1 2', ''])(
    '%s is no JSON',
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );
});

describe('[Requests] [Notes/1] query and body together', () => {
  it('the body wins, and a member that only the query has is used', () => {
    expect(readMembers(new URLSearchParams('a=1&b=2'), '{"b":3.0}')).toEqual({
      ok: true,
      members: new Map<string, unknown>([
        ['a', '1'],
        ['b', new ExactNumber('3.0')],
      ]),
    });
  });

  it('a byte order mark before the body is ignored', () => {
    expect(readMembers(new URLSearchParams(), '\uFEFF{"a":"1"}')).toEqual({ ok: true, members: new Map([['a', '1']]) });
  });
});

describe('[Notes/4] zero counts as not given, however it is written', () => {
  it('only a number that is written as zero counts as not given, not one that is rounded to zero', () => {
    const text = fc.oneof(fc.stringMatching(/^[+-]?[0.]{1,14}$/), number);
    fc.assert(
      fc.property(text, (one) => {
        const { fields } = readTyped(new Map([['x', one]]), { x: 'number' });
        const isZero = Number.isFinite(Number(one)) && !/[1-9]/.test(one.split(/e/i)[0] ?? '');
        if (fields.has('x')) expect(givenText(fields, 'x') === null).toBe(isZero);
      }),
    );
  });
});

describe('[Requests] a number in its plain form', () => {
  it('has the same value, and is unchanged when it is made plain again', () => {
    fc.assert(
      fc.property(number, (one) => {
        const plainText = plainNumber(one);
        if (plainText !== undefined) {
          expect(plainText).toMatch(/^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
          expect(Number(plainText)).toBe(Number(one) === 0 ? 0 : Number(one));
          expect(plainNumber(plainText)).toBe(plainText);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['1e-05', '0.00001'],
    ['132294476.0', '132294476'],
    ['1.50', '1.5'],
    ['+3', '3'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['1e17', '100000000000000000'],
    ['-0', '0'],
    ['0e9', '0'],
    ['123456789.123456789', '123456789.123456789'],
  ])('%s is written as %s', (written, plainText) => expect(plainNumber(written)).toBe(plainText));

  it.each([
    '1e18',
    '1234567890123456789',
    '0.1234567890123456789',
    '1,000',
    'NaN',
    'Infinity',
    '0x10',
    '1e',
    '.',
    '',
    '--1',
  ])('%s has no plain form', (written) => expect(plainNumber(written)).toBeUndefined());
});
