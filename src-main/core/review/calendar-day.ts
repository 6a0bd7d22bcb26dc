// Days are whole numbers counted from 1970-01-01; these read and write them on the Gregorian calendar, without a zone.
const DAY = 86_400_000;

/** The day of 'YYYY-MM-DD'. Throws a RangeError for anything else: the border checks what a user typed. */
export function dayOf(text: string): number {
  if (!isDay(text)) throw new RangeError(`Not a day: ${text}`);
  return parsed(text);
}

/** False for days that no month has, as 2026-02-30. */
export function isDay(text: string): boolean {
  const day = parsed(text);
  return Number.isInteger(day) && dayText(day) === text;
}

const parsed = (text: string): number => Date.parse(`${text}T00:00:00Z`) / DAY;

/** 'YYYY-MM-DD' of a day. */
export const dayText = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

/** Months since year 0, so that the months of two years differ by twelve. */
export const monthOf = (day: number): number => sinceEpoch(day) + 1970 * 12;

/** As `monthOf`, for days in their order: where a month begins and ends is looked up once a month and not each day. */
export function monthsOf(): (day: number) => number {
  let first = 0;
  let next = 0;
  let month = 0;
  return (day) => {
    if (day < first || day >= next) {
      month = monthOf(day);
      first = firstOf(month - 1970 * 12);
      next = firstOf(month - 1970 * 12 + 1);
    }
    return month;
  };
}

/**
 * Gives the same day some months earlier; the last of its month where that month is shorter (31 May less 3 is 28 or 29 February).
 * A function of its own, so that for days in their order the lengths of months are looked up once a month and not each day.
 */
export function monthsBefore(months: number): (day: number) => number {
  let first = 0;
  let next = 0;
  let earlier = 0;
  let length = 0;
  return (day) => {
    if (day < first || day >= next) {
      const month = sinceEpoch(day);
      first = firstOf(month);
      next = firstOf(month + 1);
      earlier = firstOf(month - months);
      length = firstOf(month - months + 1) - earlier;
    }
    return earlier + Math.min(day - first, length - 1);
  };
}

/** The first day of a month counted from January 1970. */
const firstOf = (month: number): number => Date.UTC(1970, month, 1) / DAY;

/** Guessed by the mean length of a month and put right: a Date for each of 50,000 days would cost more than the figures. */
function sinceEpoch(day: number): number {
  let month = Math.floor(day / 30.436875);
  while (firstOf(month) > day) month -= 1;
  while (firstOf(month + 1) <= day) month += 1;
  return month;
}

/** 0 is Sunday. 1970-01-01 was a Thursday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;
