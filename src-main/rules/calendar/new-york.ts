/**
 * New York wall time, which all filters and times of the platform use. Offsets come from the IANA
 * zone through Intl and change only on the hour, so one look-up per hour is cached; the rest is
 * arithmetic.
 */
export type WallTime = {
  readonly year: number;
  /** 1 to 12 */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
};

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MAX_CACHED_OFFSETS = 50_000;
const zone = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
});
const offsets = new Map<number, number>();

/** Milliseconds to add to UTC (negative in New York). */
export function newYorkOffset(instant: number): number {
  const hour = Math.floor(instant / HOUR);
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  if (offsets.size >= MAX_CACHED_OFFSETS) offsets.clear();
  const offset = readOffset(hour * HOUR);
  offsets.set(hour, offset);
  return offset;
}

function readOffset(instant: number): number {
  const parts = new Map(zone.formatToParts(instant).map((part) => [part.type, Number(part.value)]));
  const at = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(at('year'), at('month') - 1, at('day'), at('hour')) - instant;
}

export function toNewYork(instant: number): WallTime {
  const shifted = new Date(instant + newYorkOffset(instant));
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
    second: shifted.getUTCSeconds(),
  };
}

/**
 * Both instants that a wall time can mean: equal on ordinary days, an hour apart in the hour that
 * autumn repeats. In the hour that spring skips, `earliest` reads the clock as already changed, and
 * `latest` as not changed yet.
 */
export function fromNewYork(wall: WallTime): { earliest: number; latest: number } {
  const wallAsUtc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second);
  const candidates = [wallAsUtc - newYorkOffset(wallAsUtc - DAY), wallAsUtc - newYorkOffset(wallAsUtc + DAY)];
  const exact = candidates.filter((instant) => instant + newYorkOffset(instant) === wallAsUtc);
  const chosen = exact.length > 0 ? exact : candidates;
  return { earliest: Math.min(...chosen), latest: Math.max(...chosen) };
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** 'YYYY-MM-DD' */
export function newYorkDate(instant: number): string {
  const wall = toNewYork(instant);
  return `${String(wall.year)}-${twoDigits(wall.month)}-${twoDigits(wall.day)}`;
}

/** 'YYYY-MM-DD hh:mm:ss' */
export function newYorkText(instant: number): string {
  const wall = toNewYork(instant);
  return `${newYorkDate(instant)} ${twoDigits(wall.hour)}:${twoDigits(wall.minute)}:${twoDigits(wall.second)}`;
}

const TEXT = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?$/;

/**
 * Reads 'YYYY-MM-DD hh:mm:ss'; the seconds or the whole time may be missing. Undefined for dates
 * that do not exist.
 */
export function parseNewYork(text: string): WallTime | undefined {
  const match = TEXT.exec(text.trim());
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part: string | undefined) => Number(part ?? 0));
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && hour < 24 && minute < 60 && second < 60 ? { year, month, day, hour, minute, second } : undefined;
}

/** 0 is Sunday. */
export function weekday(wall: Pick<WallTime, 'year' | 'month' | 'day'>): number {
  return new Date(Date.UTC(wall.year, wall.month - 1, wall.day)).getUTCDay();
}

/** The calendar day `days` later, at the given time of day. */
export function atNewYork(instant: number, days: number, hour: number, minute: number): number {
  const wall = toNewYork(instant);
  const date = new Date(Date.UTC(wall.year, wall.month - 1, wall.day + days));
  return fromNewYork({
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour,
    minute,
    second: 0,
  }).earliest;
}
