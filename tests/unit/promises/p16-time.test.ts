// P16: the conversion of every minute from 2007 to 2037 between New York time and UTC, in both
// directions, equals that of a reference that shares nothing with the program: the rule of the time
// zone database, computed by hand. `npm test` takes every minute of two years and of the days on
// which the clock changes, and one minute of every third hour of the rest. STRATDESK_PROMISES=full
// takes every minute.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newYorkInstant, newYorkText } from '#core/platform/new-york-time.ts';
import { printSafetyFigure } from '#tests/fixtures/safety-figure.ts';

const isFull = process.env['STRATDESK_PROMISES'] === 'full';
const wholeYears = [2026, 2027];
const hour = 3_600;
const day = 24 * hour;

/**
 * Unix seconds of 02:00 local time on the nth Sunday of a month; `utcHour` is the same time in UTC.
 */
function sunday(year: number, month: number, nth: number, utcHour: number): number {
  const first = new Date(Date.UTC(year, month, 1)).getUTCDay();
  return Date.UTC(year, month, 1 + ((7 - first) % 7) + 7 * (nth - 1), utcHour) / 1_000;
}

/** The two clock changes of a year, by the rule `EST5EDT,M3.2.0,M11.1.0`. */
const spring = (year: number): number => sunday(year, 2, 2, 7);
const autumn = (year: number): number => sunday(year, 10, 1, 6);
const offset = (at: number, year: number): number => (at >= spring(year) && at < autumn(year) ? -4 : -5) * hour;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/**
 * 'YYYY-MM-DD hh' of a wall time given as if it were UTC. Uses no time zone of the program or of
 * the runtime.
 */
function hourText(wall: number): string {
  const date = new Date(wall * 1_000);
  const [year, month, dayOfMonth] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  return `${year}-${twoDigits(month)}-${twoDigits(dayOfMonth)} ${twoDigits(date.getUTCHours())}`;
}

type Sum = { minutes: number; errors: number; ambiguous: number; ambiguous2026: number };

/** The pass of the hour that autumn repeats: the first or the second. Null outside both. */
const passOf = (at: number, year: number): 'first' | 'second' | null => {
  const since = at - autumn(year);
  return since >= -hour && since < 0 ? 'first' : since >= 0 && since < hour ? 'second' : null;
};

function checkHour(start: number, year: number, everyMinute: boolean, sum: Sum): void {
  const prefix = hourText(start + offset(start, year));
  const pass = passOf(start, year);
  for (let minute = 0; minute < (everyMinute ? 60 : 1); minute++) {
    const at = start + minute * 60;
    const text = `${prefix}:${twoDigits(minute)}:00`;
    const parsed = newYorkInstant(text);
    const expected = pass === 'second' ? at - hour : at;
    const isRight = newYorkText(at) === text && parsed?.seconds === expected && parsed.ambiguous === (pass !== null);
    sum.minutes += 1;
    if (!isRight) sum.errors += 1;
    if (pass !== 'first' || parsed?.ambiguous !== true) continue;
    sum.ambiguous += 1;
    if (year === 2026) sum.ambiguous2026 += 1;
  }
}

test('every minute converts to New York time and back as the rule of the zone says (P16)', () => {
  const sum: Sum = { minutes: 0, errors: 0, ambiguous: 0, ambiguous2026: 0 };
  for (let year = 2007; year <= 2037; year++) {
    const changes = [spring(year), autumn(year)];
    const from = Date.UTC(year, 0, 1, 5) / 1_000;
    const until = Date.UTC(year + 1, 0, 1, 5) / 1_000;
    for (let at = from; at < until; at += hour) {
      const isNearChange = changes.some((change) => Math.abs(at - change) <= day);
      const everyMinute = isFull || isNearChange || wholeYears.includes(year);
      if (everyMinute || (at / hour) % 3 === 0) checkHour(at, year, everyMinute, sum);
    }
  }
  printSafetyFigure('P16', 'minutes compared, 2007 to 2037', sum.minutes);
  printSafetyFigure('P16', 'errors, New York to UTC or back', sum.errors);
  printSafetyFigure('P16', 'minutes flagged as ambiguous, a year', sum.ambiguous / 31);
  expect(sum).toMatchObject({ errors: 0, ambiguous: 31 * 60, ambiguous2026: 60 });
});

const zoneFile = '/usr/share/zoneinfo/America/New_York';
test.skipIf(!existsSync(zoneFile))('the reference is the rule of the time zone database', () => {
  const footer = readFileSync(zoneFile, 'latin1').trimEnd().split('\n').at(-1);
  printSafetyFigure('P16', "rule of the system's time zone database", footer ?? 'none');
  expect(footer).toBe('EST5EDT,M3.2.0,M11.1.0');
});
