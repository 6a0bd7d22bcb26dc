import { describe, expect, it } from 'vitest';
import { axisTimes } from '#renderer/chart/axis-times.ts';
import { dayStep } from '#renderer/chart/day-step.ts';
import { rangeStart } from '#renderer/chart/range-cut.ts';
import { wallText } from '#renderer/chart/wall-text.ts';
import { ZoneClock } from '#renderer/chart/zone-clock.ts';

const at = (text: string): number => Date.parse(text) / 1_000;
const newYork = new ZoneClock('America/New_York', at('2020-01-01T00:00:00Z'), at('2026-12-31T00:00:00Z'));

describe('the clock of a zone', () => {
  it.each([
    ['2026-01-15T12:00:00Z', -5],
    ['2026-07-15T12:00:00Z', -4],
    ['2025-11-02T05:59:59Z', -4],
    ['2025-11-02T06:00:00Z', -5],
    ['2026-03-08T06:59:59Z', -5],
    ['2026-03-08T07:00:00Z', -4],
  ])('knows the offset to the second: %s', (time, hours) => {
    expect(newYork.offset(at(time))).toBe(hours * 3_600);
  });

  it('agrees with Intl.DateTimeFormat from 2020 to 2026', () => {
    const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', hour: '2-digit', day: '2-digit' });
    const wrong: string[] = [];
    for (let time = at('2020-01-01T00:00:00Z'); time < at('2026-12-01T00:00:00Z'); time += 7_777) {
      const wall = new Date(newYork.wall(time) * 1_000);
      const parts = format.formatToParts(time * 1_000);
      const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value);
      if (part('day') !== wall.getUTCDate() || part('hour') !== wall.getUTCHours()) wrong.push(String(time));
    }
    expect(wrong).toEqual([]);
  });

  it('converts wall clock time to an instant, to the first one in a repeated hour', () => {
    const wall = (text: string): number => at(`${text}Z`);
    expect(newYork.instant(wall('2026-01-15T09:30:00'))).toBe(at('2026-01-15T14:30:00Z'));
    expect(newYork.instant(wall('2026-07-15T09:30:00'))).toBe(at('2026-07-15T13:30:00Z'));
    expect(newYork.instant(wall('2025-11-02T01:30:00'))).toBe(at('2025-11-02T05:30:00Z'));
    expect(newYork.instant(wall('2025-11-02T03:00:00'))).toBe(at('2025-11-02T08:00:00Z'));
    expect(newYork.instant(wall('2025-11-02T00:30:00'))).toBe(at('2025-11-02T04:30:00Z'));
  });

  it('formats the wall clock', () => {
    expect(wallText(newYork.wall(at('2026-03-12T20:00:00Z')))).toBe('Thu 2026-03-12 16:00');
  });
});

describe('times of the axis', () => {
  it('stay strictly ascending through the repeated hour', () => {
    const times = Float64Array.from(
      ['2025-11-02T05:30:00Z', '2025-11-02T05:50:00Z', '2025-11-02T06:00:00Z', '2025-11-02T07:00:00Z'].map(at),
    );
    const axis = [...axisTimes(times, newYork)];
    expect(axis.map((time) => wallText(time).slice(-5))).toEqual(['01:30', '01:50', '01:50', '02:00']);
    expect(axis.every((time, index) => index === 0 || time > (axis[index - 1] ?? 0))).toBe(true);
  });
});

describe('ranges', () => {
  // One point per day at 16:00 New York, 2023-01-01 to 2026-03-31.
  const times = Float64Array.from({ length: 1_186 }, (_, day) => {
    const wall = at('2023-01-01T16:00:00Z') + day * 86_400;
    return newYork.instant(wall);
  });
  const day = (row: number): string => wallText(newYork.wall(times[row] ?? 0));

  it('start whole calendar months before the last point, or on January 1', () => {
    expect(day(times.length - 1)).toBe('Tue 2026-03-31 16:00');
    expect(day(rangeStart(times, '1M', newYork))).toBe('Sat 2026-02-28 16:00');
    expect(day(rangeStart(times, '3M', newYork))).toBe('Wed 2025-12-31 16:00');
    expect(day(rangeStart(times, 'YTD', newYork))).toBe('Thu 2026-01-01 16:00');
    expect(day(rangeStart(times, '1Y', newYork))).toBe('Mon 2025-03-31 16:00');
    expect(day(rangeStart(times, '3Y', newYork))).toBe('Fri 2023-03-31 16:00');
  });

  it('start at the first row if the curve is shorter than the range or empty', () => {
    expect(rangeStart(times.slice(-20), '1Y', newYork)).toBe(0);
    expect(rangeStart(times, 'All', newYork)).toBe(0);
    expect(rangeStart(new Float64Array(), '1M', newYork)).toBe(0);
  });
});

describe('steps of days', () => {
  const times = Float64Array.from(
    [
      '2026-03-06T15:00:00Z',
      '2026-03-06T21:00:00Z',
      '2026-03-09T14:00:00Z',
      '2026-03-09T15:00:00Z',
      '2026-03-10T03:30:00Z',
      '2026-03-10T14:00:00Z',
      '2026-04-20T14:00:00Z',
    ].map(at),
  );

  it('go to the last point of the next day with points', () => {
    // 03:30 UTC on the 10th is still the 9th in New York.
    expect(dayStep(times, 0, 1, newYork)).toBe(4);
    expect(dayStep(times, 4, 1, newYork)).toBe(5);
    expect(dayStep(times, 5, 1, newYork)).toBe(6);
  });

  it('go back to the last point of the previous day', () => {
    expect(dayStep(times, 6, -1, newYork)).toBe(5);
    expect(dayStep(times, 5, -1, newYork)).toBe(4);
    expect(dayStep(times, 3, -1, newYork)).toBe(1);
  });

  it('skip many days and stop at the ends', () => {
    expect(dayStep(times, 0, 30, newYork)).toBe(6);
    expect(dayStep(times, 6, 1, newYork)).toBe(6);
    expect(dayStep(times, 1, -1, newYork)).toBe(0);
    expect(dayStep(times, 6, -30, newYork)).toBe(5);
  });
});
