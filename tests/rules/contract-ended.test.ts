import { describe, expect, test } from 'vitest';
import { hasEnded } from '#rules/calendar/contract-ended.ts';
import { hasEnded as rendererHasEnded } from '#renderer/format/contract-ended.ts';

const bothAnswers = (symbol: string, day: string): readonly boolean[] => [
  hasEnded(symbol, 'future', Date.parse(`${day}T15:00:00Z`)),
  rendererHasEnded(symbol, 'future', `${day} 10`),
];

describe('the year digit of a future names a year from five years ago to four years ahead', () => {
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
  ])('%s has ended on %s: %s', (symbol, day, ended) => {
    expect(bothAnswers(symbol, day)).toEqual([ended, ended]);
  });
});

describe('an option ends at 16:00 New York on its last day', () => {
  test.each([
    ['2026-03-19T20:00:00Z', '2026-03-19 16', false],
    ['2026-03-20T19:59:59Z', '2026-03-20 15', false],
    ['2026-03-20T20:00:00Z', '2026-03-20 16', true],
    ['2026-03-21T12:00:00Z', '2026-03-21 08', true],
  ])('at %s, %s in New York, it has ended: %s', (utc, newYorkHour, ended) => {
    const symbol = 'XYZ2620C150';
    expect([hasEnded(symbol, 'option', Date.parse(utc)), rendererHasEnded(symbol, 'option', newYorkHour)]).toEqual([
      ended,
      ended,
    ]);
  });
});
