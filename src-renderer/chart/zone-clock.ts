interface Stretch {
  /** Unix seconds from which the offset holds. */
  readonly from: number;
  /** Seconds to add to UTC. */
  readonly offset: number;
}

/** Shorter than any stretch of summer time, or of its pause, that a zone of our days has had. */
const STEP = 14 * 86_400;
const DAY = 86_400;

/**
 * Wall-clock time of one zone for many instants. Asking `Intl` costs microseconds, too much for each of a million points,
 * so the offset is asked every two weeks and, where it changed, the second of the change is searched.
 */
export class ZoneClock {
  readonly zone: string;
  readonly #stretches: readonly Stretch[];

  /** `from` and `until` (Unix seconds) span the instants that will be asked for; others get the nearest offset. */
  constructor(zone: string, from: number, until: number) {
    this.zone = zone;
    this.#stretches = stretches(zone, from, until);
  }

  /** Seconds to add to UTC at this instant. */
  offset(time: number): number {
    let low = 0;
    let high = this.#stretches.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#stretches[middle]?.from ?? 0) <= time) low = middle;
      else high = middle - 1;
    }
    return this.#stretches[low]?.offset ?? 0;
  }

  /** The wall clock read as if it were UTC, in seconds. */
  wall(time: number): number {
    return time + this.offset(time);
  }

  /** Days since 1970 on the zone's calendar. */
  day(time: number): number {
    return Math.floor(this.wall(time) / DAY);
  }

  /** The instant of a wall-clock second; of a repeated hour the first. */
  instant(wall: number): number {
    const guess = wall - this.offset(wall - this.offset(wall));
    const earlier = wall - this.offset(guess - 3_600);
    return this.wall(earlier) === wall ? Math.min(earlier, guess) : guess;
  }
}

/** A format costs milliseconds to make. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const made = formats.get(zone) ?? new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, made);
  return made;
}

function stretches(zone: string, from: number, until: number): Stretch[] {
  const format = formatOf(zone);
  const found: Stretch[] = [{ from, offset: offsetAt(format, from) }];
  for (let time = from; time < until; time += STEP) {
    const next = Math.min(time + STEP, until);
    const before = found.at(-1)?.offset ?? 0;
    const after = offsetAt(format, next);
    if (after !== before) found.push({ from: change(format, time, next, before), offset: after });
  }
  return found;
}

function change(format: Intl.DateTimeFormat, from: number, until: number, before: number): number {
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
