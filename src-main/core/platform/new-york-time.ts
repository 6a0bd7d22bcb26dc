// The platform's time strings are New York wall time. Conversion asks the IANA zone, never a rule of our own. Answers
// repeat the same hours thousands of times, so an hour is asked for once: the zone changes on whole hours only. The other
// way a stretch between two changes of the clock is asked for once: every order of a day of many asks for its day.
import { Temporal } from 'temporal-polyfill';

const zone = 'America/New_York';

/** An instant read from wall time; `ambiguous` in the hour that autumn repeats, of which the first is then taken. */
export type NewYorkInstant = { readonly seconds: number; readonly ambiguous: boolean };

type Hour = { readonly start: number; readonly ambiguous: boolean };
const hours = new Map<string, Hour | null>();
const hoursKept = 200_000;

const pattern = /^(\d{4})-?(\d{2})-?(\d{2})(?:[ T](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/;

/** From 'YYYY-MM-DD hh:mm:ss', with seconds or the whole time left out, or 'YYYYMMDD'. Null for anything else. */
export const newYorkInstant = (text: string): NewYorkInstant | null => {
  const match = pattern.exec(text.trim());
  if (match === null) return null;
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00'] = match;
  const start = hourStart(`${year}-${month}-${day}T${hour}`);
  if (start === null || Number(minute) > 59 || Number(second) > 59) return null;
  return { seconds: start.start + Number(minute) * 60 + Number(second), ambiguous: start.ambiguous };
};

/** Unix seconds between two changes of the clock, and how far its wall time is from UTC there. */
type Stretch = { readonly from: number; readonly until: number; readonly offset: number };
const stretches: Stretch[] = [];
const stretchesKept = 200;

/** 'YYYY-MM-DD hh:mm:ss' in New York. */
export const newYorkText = (seconds: number): string => {
  const at = Math.floor(seconds);
  const { offset } = stretches.find(({ from, until }) => at >= from && at < until) ?? askStretch(at);
  return new Date((at + offset) * 1_000).toISOString().slice(0, 19).replace('T', ' ');
};

/** The latest asked for stands first: what is asked next is mostly of the same half year. */
const askStretch = (seconds: number): Stretch => {
  const at = Temporal.Instant.fromEpochMilliseconds(seconds * 1_000).toZonedDateTimeISO(zone);
  const change = (of: Temporal.ZonedDateTime, direction: 'next' | 'previous', none: number): number => {
    const found = of.getTimeZoneTransition(direction);
    return found === null ? none : found.epochMilliseconds / 1_000;
  };
  const from = change(at.add({ seconds: 1 }), 'previous', -Infinity);
  const stretch = { from, until: change(at, 'next', Infinity), offset: at.offsetNanoseconds / 1e9 };
  if (stretches.length >= stretchesKept) stretches.pop();
  stretches.unshift(stretch);
  return stretch;
};

const hourStart = (hour: string): Hour | null => {
  const known = hours.get(hour);
  if (known !== undefined) return known;
  // A hostile answer can name any number of hours; what is kept of them is bounded.
  if (hours.size >= hoursKept) hours.clear();
  const found = askZone(hour);
  hours.set(hour, found);
  return found;
};

const askZone = (hour: string): Hour | null => {
  try {
    const local = Temporal.PlainDateTime.from(`${hour}:00:00`, { overflow: 'reject' });
    const seconds = (disambiguation: 'earlier' | 'later' | 'compatible'): number =>
      Math.floor(local.toZonedDateTime(zone, { disambiguation }).epochMilliseconds / 1_000);
    const chosen = seconds('compatible');
    // In the hour that spring skips `compatible` is the later of the two readings, in the repeated one the earlier.
    return chosen < 0
      ? null
      : { start: chosen, ambiguous: chosen === seconds('earlier') && chosen !== seconds('later') };
  } catch {
    return null;
  }
};
