import { Temporal } from 'temporal-polyfill';

/** Seconds between two changes of the zone's offset, and the seconds to add to UTC there. */
type Stretch = { readonly from: number; readonly until: number; readonly offset: number };

const DAY = 86_400;
const zone = 'America/New_York';

/**
 * The New York calendar for many instants. Days are counted from 1970-01-01 on that calendar. The IANA zone is asked once
 * for each stretch between two changes of the clock, not for each of 100,000 trades.
 */
export class NewYorkDays {
  /** Ascending, not necessarily adjacent: only stretches that were asked for. */
  readonly #stretches: Stretch[] = [];
  #current: Stretch = { from: 0, until: 0, offset: 0 };

  /** The day of an instant in unix seconds. */
  day(seconds: number): number {
    return Math.floor(this.#wall(seconds) / DAY);
  }

  /** 0 to 23 on the clock of New York. */
  hour(seconds: number): number {
    const wall = this.#wall(seconds);
    return Math.floor((wall - Math.floor(wall / DAY) * DAY) / 3_600);
  }

  /** Unix seconds of the day's midnight. The clock changes at two in the morning, so every day has exactly one. */
  start(day: number): number {
    // The offset is asked at midnight of UTC, the evening before in New York: no change lies between the two.
    return day * DAY - this.#offset(day * DAY);
  }

  #wall(seconds: number): number {
    return seconds + this.#offset(seconds);
  }

  #offset(seconds: number): number {
    const { from, until } = this.#current;
    if (seconds < from || seconds >= until) this.#current = this.#find(seconds);
    return this.#current.offset;
  }

  #find(seconds: number): Stretch {
    let low = 0;
    let high = this.#stretches.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#stretches[middle]?.until ?? 0) <= seconds) low = middle + 1;
      else high = middle;
    }
    const known = this.#stretches[low];
    if (known !== undefined && known.from <= seconds) return known;
    const asked = askZone(seconds);
    this.#stretches.splice(low, 0, asked);
    return asked;
  }
}

function askZone(seconds: number): Stretch {
  const at = Temporal.Instant.fromEpochMilliseconds(Math.floor(seconds) * 1_000).toZonedDateTimeISO(zone);
  // A change at this very second opens the stretch, and `previous` looks strictly before.
  const previous = at.add({ seconds: 1 }).getTimeZoneTransition('previous');
  const next = at.getTimeZoneTransition('next');
  return {
    from: previous === null ? Number.NEGATIVE_INFINITY : previous.epochMilliseconds / 1_000,
    until: next === null ? Number.POSITIVE_INFINITY : next.epochMilliseconds / 1_000,
    offset: at.offsetNanoseconds / 1e9,
  };
}
