import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainMembers, readExactJson } from '#practice/exact-json.ts';
import { givenText, readFields } from '#practice/fields.ts';
import { parseFixed } from '#rules/decimal.ts';

/** The exact way: every number by the reviver that is told its source text. */
function exactly(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? context?.source : value,
  );
}

function read(text: string): { value: unknown } | undefined {
  const found = readExactJson(text);
  return found && { value: plainMembers(new Map([['it', found.value]]))['it'] };
}

const digits = (most: number): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^\\d{1,${String(most)}}$`));
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
  it('whatever way they are written in', () => {
    fc.assert(
      fc.property(json, (text) => {
        expect(read(text)).toEqual({ value: exactly(text) });
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
      value: exactly(`{"a":"\\"","b":[${text},{"__proto__":${text}}]}`),
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
  it('the body wins, and a member without a rival stays', () => {
    const fields = readFields(new URLSearchParams('a=1&b=2'), '{"b":3.0}');
    expect(fields).toEqual({
      ok: true,
      fields: new Map([
        ['a', '1'],
        ['b', '3.0'],
      ]),
    });
  });
});

describe('[Notes/4] zero in every way of writing it is not given', () => {
  it('exactly those texts that are the decimal zero', () => {
    const text = fc.oneof(fc.stringMatching(/^[+-]?[0.]{0,14}$/), number);
    fc.assert(
      fc.property(text, (one) => {
        expect(givenText(new Map([['x', one]]), 'x')).toBe(one === '' || parseFixed(one) === 0n ? null : one);
      }),
    );
  });
});
