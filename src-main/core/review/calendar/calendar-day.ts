// Days are whole numbers counted from 1970-01-01. These functions read and write them on the
// Gregorian calendar, without a time zone.
const DAY = 86_400_000;

/** The day of 'YYYY-MM-DD'. Throws a RangeError for anything else, so callers check input first. */
export function dayOf(text: string): number {
  if (!isDay(text)) throw new RangeError(`Not a day: ${text}`);
  return parseDay(text);
}

/** False for days that no month has, such as 2026-02-30. */
export function isDay(text: string): boolean {
  const day = parseDay(text);
  return Number.isInteger(day) && dayText(day) === text;
}

const parseDay = (text: string): number => Date.parse(`${text}T00:00:00Z`) / DAY;

/** 'YYYY-MM-DD' of a day. */
export const dayText = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

/** Months from year 0 to 1970. */
const monthsTo1970 = 1970 * 12;

/** Months since year 0, so that the same month of two adjacent years differs by twelve. */
export const monthOf = (day: number): number => monthsSince1970(day) + monthsTo1970;

/** Returns a function like `monthOf` that is fast for days in ascending order. */
export const cachedMonthOf = (): ((day: number) => number) => cachedByMonth((month) => month + monthsTo1970);

/**
 * Returns a function that gives the same day `months` months earlier, or the last day of a shorter
 * month (31 May less 3 months is 28 or 29 February). It is fast for days in ascending order.
 */
export function monthsBefore(months: number): (day: number) => number {
  const boundsOf = cachedByMonth((month) => {
    const earlierFirst = firstOf(month - months);
    return { first: firstOf(month), earlierFirst, earlierLength: firstOf(month - months + 1) - earlierFirst };
  });
  return (day) => {
    const { first, earlierFirst, earlierLength } = boundsOf(day);
    return earlierFirst + Math.min(day - first, earlierLength - 1);
  };
}

/**
 * Returns a function that gives the value of a day's month. It caches one month, so for days in
 * order the value is computed once per month instead of once per day. `compute` gets the month
 * counted from January 1970.
 */
function cachedByMonth<T>(compute: (month: number) => T): (day: number) => T {
  let first = 0;
  let end = 0;
  let value = compute(0);
  return (day) => {
    if (day < first || day >= end) {
      const month = monthsSince1970(day);
      first = firstOf(month);
      end = firstOf(month + 1);
      value = compute(month);
    }
    return value;
  };
}

/** The first day of a month counted from January 1970. */
const firstOf = (month: number): number => Date.UTC(1970, month, 1) / DAY;

/**
 * The month is estimated from the mean length of a month, then corrected. A Date for each of 50,000
 * days would cost more than the figures.
 */
function monthsSince1970(day: number): number {
  let month = Math.floor(day / 30.436875);
  while (firstOf(month) > day) month -= 1;
  while (firstOf(month + 1) <= day) month += 1;
  return month;
}

/** 0 is Sunday. 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;
