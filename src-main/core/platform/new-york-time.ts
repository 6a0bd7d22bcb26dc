// The platform's time strings are New York wall time. The conversion uses the IANA zone, never a
// rule of our own. Answers contain hundreds of thousands of these strings, and every DAY order
// needs its day. So the changes of the zone's offset are looked up once for each year.
import { Temporal } from 'temporal-polyfill';

const zone = 'America/New_York';

/**
 * An instant read from wall time. It is `ambiguous` in the hour that is repeated in autumn. The
 * earlier of the two instants is then returned.
 */
export type NewYorkInstant = { readonly seconds: number; readonly ambiguous: boolean };

/**
 * The period between two changes of the zone's offset, in UTC seconds. `offset`: the seconds to add
 * to UTC.
 */
type Stretch = { readonly from: number; readonly until: number; readonly offset: number };
/** The stretches of each year. The map stays small, because a year has at most four digits. */
const years = new Map<number, readonly Stretch[]>();

const pattern = /^(\d{4})-?(\d{2})-?(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/;

/**
 * Reads 'YYYY-MM-DD hh:mm:ss', also without the seconds or the time, or 'YYYYMMDD'. Null for
 * anything else.
 */
export const newYorkInstant = (text: string): NewYorkInstant | null => readFullText(text) ?? readAnyForm(text);

/** Reads the most frequent form without a regular expression. Null for any other form. */
const readFullText = (text: string): NewYorkInstant | null => {
  if (text.length !== 19) return null;
  const hasSeparators =
    text.charCodeAt(4) === 45 && text.charCodeAt(7) === 45 && text.charCodeAt(13) === 58 && text.charCodeAt(16) === 58;
  if (!hasSeparators || text.charCodeAt(10) !== 32) return null;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  return instantOf(year, twoDigits(text, 5), twoDigits(text, 8), twoDigits(text, 11), [
    twoDigits(text, 14),
    twoDigits(text, 17),
  ]);
};

/** The number in two characters of the text. NaN unless both are digits. */
const twoDigits = (text: string, at: number): number => digit(text, at) * 10 + digit(text, at + 1);

const digit = (text: string, at: number): number => {
  const value = text.charCodeAt(at) - 48;
  return value >= 0 && value <= 9 ? value : Number.NaN;
};

const readAnyForm = (text: string): NewYorkInstant | null => {
  const match = pattern.exec(text.trim());
  if (match === null) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0'] = match;
  return instantOf(Number(year), Number(month), Number(day), Number(hour), [Number(minute), Number(second)]);
};

const instantOf = (
  year: number,
  month: number,
  day: number,
  hour: number,
  [minute, second]: readonly [number, number],
): NewYorkInstant | null => {
  if (!(year >= 1970 && hour <= 23 && minute <= 59 && second <= 59)) return null;
  if (!(day >= 1 && day <= daysIn(year, month))) return null;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second) / 1_000;
  return instantAt(wall, stretchesOf(year));
};

/** NaN for a number that is no month. */
const daysIn = (year: number, month: number): number => {
  if (month !== 2) return monthDays[month - 1] ?? Number.NaN;
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
};
const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/**
 * In the hour that is repeated in autumn, returns the earlier instant. In the hour that is skipped
 * in spring, returns the instant by the offset before the change.
 */
const instantAt = (wall: number, stretches: readonly Stretch[]): NewYorkInstant => {
  let skipped = Number.NaN;
  let found: number | null = null;
  for (const { from, until, offset } of stretches) {
    const seconds = wall - offset;
    if (seconds >= until) skipped = seconds;
    else if (seconds >= from && found !== null) return { seconds: found, ambiguous: true };
    else if (seconds >= from) found = seconds;
  }
  return { seconds: found ?? skipped, ambiguous: false };
};

/** 'YYYY-MM-DD hh:mm:ss' in New York. */
export const newYorkText = (seconds: number): string => {
  const at = Math.floor(seconds);
  const stretches = stretchesOf(new Date(at * 1_000).getUTCFullYear());
  const stretch = stretches.find(({ from, until }) => at >= from && at < until);
  return new Date((at + (stretch?.offset ?? 0)) * 1_000).toISOString().slice(0, 19).replace('T', ' ');
};

/** Covers the year, the day before it and the day after it. */
const stretchesOf = (year: number): readonly Stretch[] => {
  const known = years.get(year);
  if (known !== undefined) return known;
  const end = Date.UTC(year + 1, 0, 2);
  const found: Stretch[] = [];
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(
    Date.UTC(year, 0, 1) - 86_400_000,
  ).toZonedDateTimeISO(zone);
  while (at !== null && at.epochMilliseconds < end) {
    const next: Temporal.ZonedDateTime | null = at.getTimeZoneTransition('next');
    found.push({
      from: at.epochMilliseconds / 1_000,
      until: next === null ? Infinity : next.epochMilliseconds / 1_000,
      offset: at.offsetNanoseconds / 1e9,
    });
    at = next;
  }
  years.set(year, found);
  return found;
};
