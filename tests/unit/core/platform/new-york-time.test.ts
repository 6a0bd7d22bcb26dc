import { describe, expect, it } from 'vitest';
import { newYorkInstant, newYorkText } from '#core/platform/new-york-time.ts';
import { postedFilter } from '#core/platform/time-filter.ts';

/** An independent implementation for the same zone: the formatter of the runtime. */
const format = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'medium',
});

describe('New York time', () => {
  it('agrees with Intl in all nights of possible clock changes, 2007 to 2037', () => {
    let ambiguousCount = 0;
    for (let year = 2007; year <= 2037; year += 1) {
      for (const month of [2, 10]) {
        for (let at = Date.UTC(year, month, 1) / 1_000; at < Date.UTC(year, month, 16) / 1_000; at += 1_800) {
          const hour = new Date(at * 1_000).getUTCHours();
          if (hour < 4 || hour > 8) continue;
          const text = newYorkText(at);
          if (text !== format.format(at * 1_000)) throw new Error(`${at}: ${text}`);
          const parsed = newYorkInstant(text)!;
          if (parsed.ambiguous) ambiguousCount += 1;
          if (parsed.seconds !== at && !(parsed.ambiguous && at - parsed.seconds === 3_600)) throw new Error(text);
        }
      }
    }
    expect(ambiguousCount, 'four half hours in each of 31 autumns').toBe(31 * 4);
  });

  it('reads a time in the skipped hour of spring as an hour later, and refuses invalid times', () => {
    expect(newYorkInstant('2026-03-08 02:30:00')).toEqual({ seconds: 1_772_955_000, ambiguous: false });
    for (const text of [
      '',
      '0070-01-01',
      '2026-13-01 00:00:00',
      '2026-02-30',
      '2026-03-02 24:00:00',
      '2026-03-02 09:60',
      'yesterday',
      '1960-01-01',
    ]) {
      expect(newYorkInstant(text), text).toBeNull();
    }
  });

  it('moves the edges of a filter out of the repeated hour', () => {
    const first = newYorkInstant('2026-11-01 01:15:00')!.seconds;
    expect(postedFilter(first, first + 3_600)).toEqual({
      filter_type: 'time_posted',
      filter_date_time_start: '2026-11-01 00:15:00',
      filter_date_time_end: '2026-11-01 02:15:00',
    });
    expect(postedFilter(1_772_461_860, null)).toEqual({
      filter_type: 'time_posted',
      filter_date_time_start: '2026-03-02 09:31:00',
    });
  });
});
