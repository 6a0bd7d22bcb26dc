import { describe, expect, test } from 'vitest';
import { hasEnded } from '#rules/calendar/contract-ended.ts';
import { hasEnded as hasEndedBy } from '#renderer/format/contract-ended.ts';

const both = (symbol: string, day: string): readonly boolean[] => [
  hasEnded(symbol, 'future', Date.parse(`${day}T15:00:00Z`)),
  hasEndedBy(symbol, 'future', day),
];

describe('the year digit of a future names one of ten years, from five years ago on', () => {
  test.each([
    ['@ESZ5', '2026-03-02', true],
    ['@ESH6', '2026-03-31', false],
    ['@ESH6', '2026-04-01', true],
    ['@ESZ1', '2026-03-02', true],
    ['@ESZ0', '2026-03-02', false],
    ['@ESZ9', '2030-01-15', true],
    ['@ESZ5', '2030-01-15', true],
    ['@ESZ4', '2030-01-15', false],
    ['@ESF0', '2030-02-01', true],
  ])('%s on %s: ended %s', (symbol, day, ended) => {
    expect(both(symbol, day)).toEqual([ended, ended]);
  });
});
