import { describe, expect, it } from 'vitest';
import { readRecord } from '#core/salvage/record.ts';

/** A number as SQLite writes it, in up to eight bytes. */
function varintBytes(value: number): number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift(128 + (rest % 128));
  return bytes;
}

/** A row of one column of this type. */
function recordOf(type: number, value: string): Buffer {
  const types = varintBytes(type);
  return Buffer.from([types.length + 1, ...types, ...Buffer.from(value)]);
}

const textType = (length: number): number => 13 + 2 * length;

describe('a row of a damaged file', () => {
  it('is read if every byte is accounted for', () => {
    expect(readRecord(recordOf(textType(3), 'abc'))).toEqual(['abc']);
  });

  it.each([
    ['the value is one byte shorter than its header says', textType(4)],
    ['the value is one byte longer than its header says', textType(2)],
    ['the header gives a text length of more than 32 bits', textType(3) + 2 ** 33],
    ['the header gives a blob length of more than 32 bits', textType(3) - 1 + 2 ** 33],
    ['the header gives the greatest length', Number.MAX_SAFE_INTEGER],
  ])('is not read if %s', (_name, type) => {
    expect(readRecord(recordOf(type, 'abc'))).toBeNull();
  });
});
