import { describe, expect, it } from 'vitest';
import { holidayOn, isHalfDay, type CalendarDay } from '#rules/calendar/holidays.ts';
import { dayAfter, dayLength, isBusinessDay } from '#rules/calendar/trading-day.ts';

/**
 * The closed days and half days (month-day) of the New York stock exchange, as it published them
 * for each year. The dates do not come from the rules under test. A closure ordered for one day
 * (9 January 2025) is left out.
 */
const PUBLISHED: Readonly<Record<number, readonly [closed: string, half: string]>> = {
  2008: ['01-01 01-21 02-18 03-21 05-26 07-04 09-01 11-27 12-25', '07-03 11-28 12-24'],
  2010: ['01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24', '11-26'],
  2011: ['01-17 02-21 04-22 05-30 07-04 09-05 11-24 12-26', '11-25'],
  2020: ['01-01 01-20 02-17 04-10 05-25 07-03 09-07 11-26 12-25', '11-27 12-24'],
  2021: ['01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24', '11-26'],
  2022: ['01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26', '11-25'],
  2023: ['01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25', '07-03 11-24'],
  2024: ['01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25', '07-03 11-29 12-24'],
  2025: ['01-01 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25', '07-03 11-28 12-24'],
  2026: ['01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25', '11-27 12-24'],
  2027: ['01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24', '11-26'],
  2028: ['01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25', '07-03 11-24'],
};

/** Easter Sundays from church calendars, month-day. */
const EASTER: Readonly<Record<number, string>> = {
  2007: '04-08',
  2013: '03-31',
  2016: '03-27',
  2019: '04-21',
  2030: '04-21',
  2035: '03-25',
  2037: '04-05',
};

const twoDigits = (value: number): string => String(value).padStart(2, '0');
const monthAndDay = ({ month, day }: CalendarDay): string => `${twoDigits(month)}-${twoDigits(day)}`;

function daysOf(year: number): CalendarDay[] {
  const days: CalendarDay[] = [];
  for (let day = { year, month: 1, day: 1 }; day.year === year; day = dayAfter(day)) days.push(day);
  return days;
}

describe('[Resources/Conventions] holidays of the stock exchange', () => {
  it.each(Object.entries(PUBLISHED))('the holidays and half days of %s are as published', (year, [closed, half]) => {
    const days = daysOf(Number(year));
    expect(days.filter((day) => holidayOn(day) !== undefined).map(monthAndDay)).toEqual(closed.split(' '));
    expect(days.filter((day) => isHalfDay(day)).map(monthAndDay)).toEqual(half.split(' '));
  });

  it.each(Object.entries(EASTER))('%s: Good Friday is two days before Easter', (year, easter) => {
    const sunday = { year: Number(year), month: Number(easter.slice(0, 2)), day: Number(easter.slice(3)) };
    expect(holidayOn(dayAfter(sunday, -2))).toBe('goodFriday');
    expect(daysOf(Number(year)).filter((day) => holidayOn(day) === 'goodFriday')).toHaveLength(1);
  });

  it('2007 to 2037 have eight to ten closed weekdays a year, and no half day on any of them', () => {
    for (let year = 2007; year <= 2037; year += 1) {
      const days = daysOf(year);
      const closed = days.filter((day) => holidayOn(day) !== undefined);
      const june = closed.filter((day) => holidayOn(day) === 'juneteenth').length;
      expect(june, String(year)).toBe(year >= 2022 ? 1 : 0);
      const newYear = new Date(Date.UTC(year, 0, 1)).getUTCDay() === 6 ? 0 : 1;
      expect(closed.length, String(year)).toBe(8 + newYear + june);
      for (const day of closed)
        expect([1, 2, 3, 4, 5]).toContain(new Date(Date.UTC(year, day.month - 1, day.day)).getUTCDay());
      expect(days.filter((day) => isHalfDay(day) && holidayOn(day) !== undefined)).toEqual([]);
    }
  });
});

describe('length of a day by instrument type', () => {
  it.each([
    ['an ordinary Monday', { year: 2026, month: 3, day: 2 }, ['full', 'full', 'full', 'full']],
    ['a Saturday', { year: 2026, month: 3, day: 7 }, ['closed', 'closed', 'closed', 'closed']],
    ['a Sunday', { year: 2026, month: 3, day: 8 }, ['closed', 'closed', 'closed', 'closed']],
    ['Memorial Day', { year: 2026, month: 5, day: 25 }, ['closed', 'closed', 'half', 'full']],
    ['Good Friday', { year: 2026, month: 4, day: 3 }, ['closed', 'closed', 'closed', 'full']],
    ['Christmas', { year: 2026, month: 12, day: 25 }, ['closed', 'closed', 'closed', 'closed']],
    ['Christmas Eve', { year: 2026, month: 12, day: 24 }, ['half', 'half', 'half', 'full']],
    ['the day after Thanksgiving', { year: 2026, month: 11, day: 27 }, ['half', 'half', 'half', 'full']],
    ['Christmas observed on Friday', { year: 2027, month: 12, day: 24 }, ['closed', 'closed', 'closed', 'full']],
  ] as const)('%s', (_name, day, lengths) => {
    expect((['stock', 'option', 'future', 'forex'] as const).map((type) => dayLength(type, day))).toEqual(lengths);
    expect(isBusinessDay(day)).toBe(lengths[0] !== 'closed');
  });
});
