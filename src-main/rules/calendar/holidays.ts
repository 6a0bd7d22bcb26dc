import { weekday } from './new-york.ts';

/** A New York calendar day. */
export type CalendarDay = { readonly year: number; readonly month: number; readonly day: number };

type HolidayName =
  | 'newYear'
  | 'kingDay'
  | 'presidentsDay'
  | 'goodFriday'
  | 'memorialDay'
  | 'juneteenth'
  | 'independenceDay'
  | 'laborDay'
  | 'thanksgiving'
  | 'christmas';
type Year = { readonly holidays: ReadonlyMap<number, HolidayName>; readonly halfDays: ReadonlySet<number> };

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;
const JUNETEENTH_SINCE = 2022;
const calculatedYears = new Map<number, Year>();

/**
 * The holiday of the New York Stock Exchange on this day, by its rules. Closures ordered for a
 * single day (mourning, storms) are not included.
 */
export function holidayOn(day: CalendarDay): HolidayName | undefined {
  return yearOf(day.year).holidays.get(key(day.month, day.day));
}

/**
 * Days that end at 13:00: the day before Independence Day or Christmas if the day and the holiday
 * are both weekdays, and the day after Thanksgiving.
 */
export function isHalfDay(day: CalendarDay): boolean {
  return yearOf(day.year).halfDays.has(key(day.month, day.day));
}

function yearOf(year: number): Year {
  const cached = calculatedYears.get(year);
  if (cached) return cached;
  const calculated = { holidays: new Map(holidaysOf(year)), halfDays: new Set(halfDaysOf(year)) };
  calculatedYears.set(year, calculated);
  return calculated;
}

function holidaysOf(year: number): [number, HolidayName][] {
  const [goodMonth, goodDay] = goodFriday(year);
  const fixedDate = (month: number, day: number, name: HolidayName): [number, HolidayName] => [
    observed(year, month, day),
    name,
  ];
  return [
    fixedDate(1, 1, 'newYear'),
    [key(1, nthWeekday(year, 1, MONDAY, 3)), 'kingDay'],
    [key(2, nthWeekday(year, 2, MONDAY, 3)), 'presidentsDay'],
    [key(goodMonth, goodDay), 'goodFriday'],
    [key(5, lastMondayOfMay(year)), 'memorialDay'],
    ...(year >= JUNETEENTH_SINCE ? [fixedDate(6, 19, 'juneteenth')] : []),
    fixedDate(7, 4, 'independenceDay'),
    [key(9, nthWeekday(year, 9, MONDAY, 1)), 'laborDay'],
    [key(11, nthWeekday(year, 11, THURSDAY, 4)), 'thanksgiving'],
    fixedDate(12, 25, 'christmas'),
  ];
}

/**
 * The key of the day on which a holiday is observed: Friday for Saturday, and Monday for Sunday.
 * New Year's Day on a Saturday is not observed, because that Friday is in the year before. Its key,
 * `key(1, 0)`, matches no day.
 */
function observed(year: number, month: number, day: number): number {
  const dayOfWeek = weekday({ year, month, day });
  if (dayOfWeek === SUNDAY) return key(month, day + 1);
  return key(month, dayOfWeek === SATURDAY ? day - 1 : day);
}

function halfDaysOf(year: number): number[] {
  const eves = [
    [7, 3],
    [12, 24],
  ] as const;
  const halfEves = eves.filter(([month, day]) => {
    const dayOfWeek = weekday({ year, month, day });
    return dayOfWeek >= MONDAY && dayOfWeek <= THURSDAY;
  });
  return [...halfEves.map(([month, day]) => key(month, day)), key(11, nthWeekday(year, 11, THURSDAY, 4) + 1)];
}

/** The day of the month on which a weekday (0 is Sunday) occurs for the nth time. */
export function nthWeekday(year: number, month: number, dayOfWeek: number, nth: number): number {
  const first = weekday({ year, month, day: 1 });
  return 1 + ((dayOfWeek - first + 7) % 7) + 7 * (nth - 1);
}

function lastMondayOfMay(year: number): number {
  return 31 - ((weekday({ year, month: 5, day: 31 }) - MONDAY + 7) % 7);
}

/** Two days before Easter Sunday, by the Gregorian computus (Oudin's form). */
function goodFriday(year: number): [number, number] {
  const century = Math.floor(year / 100);
  const golden = year % 19;
  const shift = Math.floor((century - 17) / 25);
  let moon = (century - Math.floor(century / 4) - Math.floor((century - shift) / 3) + 19 * golden + 15) % 30;
  moon -= Math.floor(moon / 28) * (1 - Math.floor(29 / (moon + 1)) * Math.floor((21 - golden) / 11));
  const sunday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7;
  const march = moon - sunday + 26;
  const date = new Date(Date.UTC(year, 2, march));
  return [date.getUTCMonth() + 1, date.getUTCDate()];
}

function key(month: number, day: number): number {
  return month * 100 + day;
}
