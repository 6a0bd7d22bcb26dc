import { expect, it } from 'vitest';
import { withoutDirectionControls } from '#core/platform/plain-bytes.ts';

const plain = (text: string): string => Buffer.from(withoutDirectionControls(Buffer.from(text))).toString();

it('every bidirectional control character is replaced, literal or escaped', () => {
  for (const code of [0x200e, 0x200f, 0x202a, 0x202e, 0x2066, 0x2069, 0x061c]) {
    const escaped = code.toString(16).padStart(4, '0');
    expect(plain(`{"a":"MS${String.fromCharCode(code)}FT"}`)).toBe('{"a":"MS\ufffdFT"}');
    for (const form of [escaped, escaped.toUpperCase()])
      expect(JSON.parse(plain(`{"a":"MS\\u${form}FT"}`))).toEqual({ a: 'MS\ufffdFT' });
  }
});

it('the returned bytes can be transferred to another thread', () => {
  const bytes = withoutDirectionControls(Buffer.from('{"a":"MS\u202eFT"}'));
  expect(structuredClone(bytes, { transfer: [bytes.buffer] })).toHaveLength(15);
});

it('no other character is changed', () => {
  const bytes = Buffer.from('{"a":"café Ü – “x” \u05d0 \\u00e9 \\u2013 100 €"}');
  expect(withoutDirectionControls(bytes)).toBe(bytes);
});
