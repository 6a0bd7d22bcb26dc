interface OffsetPeriod {
  /** Start of the offset, in unix seconds. */
  readonly from: number;
  /** Seconds to add to UTC. */
  readonly offset: number;
}

/** Seconds between two reads of the offset. No zone today changes its offset twice in this time. */
const STEP = 14 * 86_400;
const DAY = 86_400;

/**
 * Wall-clock time of one zone for many instants. `Intl` takes microseconds per call, too much for a
 * million points. So the offset is read at steps of two weeks, and if it differs between two steps,
 * the exact second of the change is searched between them.
 */
export class ZoneClock {
  readonly zone: string;
  readonly #periods: readonly OffsetPeriod[];

  /**
   * `from` and `until` (unix seconds) are the expected range; instants outside get the nearest
   * offset.
   */
  constructor(zone: string, from: number, until: number) {
    this.zone = zone;
    this.#periods = offsetPeriods(zone, from, until);
  }

  /** Seconds to add to UTC at this instant. */
  offset(time: number): number {
    let low = 0;
    let high = this.#periods.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#periods[middle]?.from ?? 0) <= time) low = middle;
      else high = middle - 1;
    }
    return this.#periods[low]?.offset ?? 0;
  }

  /** The zone's clock time at this instant, written as if it were UTC, in unix seconds. */
  wall(time: number): number {
    return time + this.offset(time);
  }

  /** Days since 1970 on the zone's calendar. */
  day(time: number): number {
    return Math.floor(this.wall(time) / DAY);
  }

  /** The instant of a wall-clock second; the first one in a repeated hour. */
  instant(wall: number): number {
    const guess = wall - this.offset(wall - this.offset(wall));
    const earlier = wall - this.offset(guess - 3_600);
    return this.wall(earlier) === wall ? Math.min(earlier, guess) : guess;
  }
}

/** Formats by zone. They are cached, because creating a format takes milliseconds. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, format);
  return format;
}

function offsetPeriods(zone: string, from: number, until: number): OffsetPeriod[] {
  const format = formatOf(zone);
  const found: OffsetPeriod[] = [{ from, offset: offsetAt(format, from) }];
  for (let time = from; time < until; time += STEP) {
    const next = Math.min(time + STEP, until);
    const before = found.at(-1)?.offset ?? 0;
    const after = offsetAt(format, next);
    if (after !== before) found.push({ from: offsetChange(format, time, next, before), offset: after });
  }
  return found;
}

function offsetChange(format: Intl.DateTimeFormat, from: number, until: number, before: number): number {
  let low = from;
  let high = until;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(format, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

function offsetAt(format: Intl.DateTimeFormat, time: number): number {
  const name = format.formatToParts(time * 1_000).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const parts = /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(name);
  if (parts === null) throw new Error(`The offset of a time zone could not be read: ${name}`);
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = parts;
  const size = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return sign === '-' ? -size : size;
}
