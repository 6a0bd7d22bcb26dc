import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOf, dayText, monthOf, cachedMonthOf, monthsBefore, weekdayOf } from '#core/review/calendar/calendar-day.ts';
import { NewYorkDays } from '#core/review/calendar/new-york-days.ts';
import { at } from './review-fixtures.ts';

const calendar = new NewYorkDays();
const wall = (seconds: number): string =>
  `${dayText(calendar.day(seconds))} ${String(calendar.hour(seconds)).padStart(2, '0')}`;

describe('New York days', () => {
  it('change at midnight in New York, in winter and in summer time', () => {
    // 5 hours behind UTC in January, 4 in July.
    const winter = Date.UTC(2026, 0, 10, 5) / 1_000;
    const summer = Date.UTC(2026, 6, 10, 4) / 1_000;
    expect([wall(winter - 1), wall(winter)]).toEqual(['2026-01-09 23', '2026-01-10 00']);
    expect([wall(summer - 1), wall(summer)]).toEqual(['2026-07-09 23', '2026-07-10 00']);
  });

  it('have 23 hours when summer time starts and 25 when it ends', () => {
    const hours = (day: string): number => (calendar.start(dayOf(day) + 1) - calendar.start(dayOf(day))) / 3_600;
    expect([hours('2026-03-08'), hours('2026-03-09'), hours('2026-11-01'), hours('2026-11-02')]).toEqual([
      23, 24, 25, 24,
    ]);
  });

  it('skip an hour in spring and repeat one in autumn', () => {
    const spring = at('2026-03-08 01:59:59');
    expect([wall(spring), wall(spring + 1)]).toEqual(['2026-03-08 01', '2026-03-08 03']);
    const autumn = at('2026-11-01 01:59:59');
    expect([wall(autumn), wall(autumn + 1), wall(autumn + 3_601)]).toEqual([
      '2026-11-01 01',
      '2026-11-01 01',
      '2026-11-01 02',
    ]);
  });

  it('agree with the time zone data of the runtime at any second, in any order', () => {
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/New_York',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      hourCycle: 'h23',
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800 }), (seconds) => {
        expect(wall(seconds)).toBe(format.format(seconds * 1_000).slice(0, 13));
        const day = calendar.day(seconds);
        expect(calendar.start(day)).toBeLessThanOrEqual(seconds);
        expect(calendar.start(day + 1)).toBeGreaterThan(seconds);
        expect(calendar.day(calendar.start(day))).toBe(day);
      }),
      { numRuns: 300 },
    );
  });
});

describe('calendar days', () => {
  it('are parsed and formatted, and refused when no such day exists', () => {
    expect(dayText(dayOf('2024-02-29'))).toBe('2024-02-29');
    for (const text of ['2026-02-29', '2026-2-1', '', 'today', '2026-13-01'])
      expect(() => dayOf(text)).toThrow(RangeError);
  });

  it('have a month and a weekday', () => {
    expect(monthOf(dayOf('2026-03-31')) + 1).toBe(monthOf(dayOf('2026-04-01')));
    expect(monthOf(dayOf('2026-01-01'))).toBe(2026 * 12);
    expect([weekdayOf(dayOf('2026-03-02')), weekdayOf(dayOf('1969-12-28'))]).toEqual([1, 0]);
  });

  it('go back by months, to the end of a shorter month', () => {
    const earlierDay = (day: string, months: number): string => dayText(monthsBefore(months)(dayOf(day)));
    expect(earlierDay('2024-05-31', 3)).toBe('2024-02-29');
    expect(earlierDay('2023-05-31', 3)).toBe('2023-02-28');
    expect(earlierDay('2024-02-29', 12)).toBe('2023-02-28');
    expect(earlierDay('2026-02-15', 3)).toBe('2025-11-15');
  });

  it('go back by months for days in any order', () => {
    const threeMonthsBefore = monthsBefore(3);
    const days = ['2024-05-31', '2024-05-01', '2024-06-01', '2023-05-15'].map(dayOf);
    const earlierDays = days.map((day) => dayText(threeMonthsBefore(day)));
    expect(earlierDays).toEqual(['2024-02-29', '2024-02-01', '2024-03-01', '2023-02-15']);
  });

  it('have the same month as in Date, for any day', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), (day) => {
        const date = new Date(day * 86_400_000);
        expect(monthOf(day)).toBe(date.getUTCFullYear() * 12 + date.getUTCMonth());
      }),
    );
  });

  it('have the same months when computed in sequence as when computed singly', () => {
    const days = Array.from({ length: 1_000 }, (_, day) => day - 500);
    const monthAt = cachedMonthOf();
    expect(days.map((day) => monthAt(day))).toEqual(days.map(monthOf));
  });
});
