import { Temporal } from 'temporal-polyfill';

/** A time span between two changes of the UTC offset, and the seconds to add to UTC in it. */
type OffsetSpan = { readonly from: number; readonly until: number; readonly offset: number };

const DAY = 86_400;
const zone = 'America/New_York';

/**
 * The New York calendar for many instants. Days are counted from 1970-01-01 on that calendar. The
 * IANA zone is read once per span between two clock changes, not for each of 100,000 trades.
 */
export class NewYorkDays {
  /** Ascending, not necessarily adjacent: only the spans that were read. */
  readonly #spans: OffsetSpan[] = [];
  #current: OffsetSpan = { from: 0, until: 0, offset: 0 };

  /** Day number since 1970-01-01 of an instant, given in unix seconds. */
  day(seconds: number): number {
    return Math.floor(this.#wall(seconds) / DAY);
  }

  /** Hour of the day in New York, 0 to 23. */
  hour(seconds: number): number {
    const wall = this.#wall(seconds);
    return Math.floor((wall - Math.floor(wall / DAY) * DAY) / 3_600);
  }

  /**
   * Unix seconds of midnight of the day. The clock changes at two in the morning, so every day has
   * exactly one midnight.
   */
  start(day: number): number {
    // The offset is read at midnight UTC, which is the evening before in New York. The clock never
    // changes between that time and midnight in New York.
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

  #find(seconds: number): OffsetSpan {
    let low = 0;
    let high = this.#spans.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#spans[middle]?.until ?? 0) <= seconds) low = middle + 1;
      else high = middle;
    }
    const cached = this.#spans[low];
    if (cached !== undefined && cached.from <= seconds) return cached;
    const span = readZone(seconds);
    this.#spans.splice(low, 0, span);
    return span;
  }
}

function readZone(seconds: number): OffsetSpan {
  const at = Temporal.Instant.fromEpochMilliseconds(Math.floor(seconds) * 1_000).toZonedDateTimeISO(zone);
  // A clock change at this second starts the span, and `previous` searches strictly before.
  const previous = at.add({ seconds: 1 }).getTimeZoneTransition('previous');
  const next = at.getTimeZoneTransition('next');
  return {
    from: previous === null ? Number.NEGATIVE_INFINITY : previous.epochMilliseconds / 1_000,
    until: next === null ? Number.POSITIVE_INFINITY : next.epochMilliseconds / 1_000,
    offset: at.offsetNanoseconds / 1e9,
  };
}
