import { describe, expect, test } from 'vitest';
import { absenceText } from '#renderer/messages/absence-text.ts';
import { ageText } from '#renderer/format/age.ts';
import { priceText } from '#renderer/format/price-text.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { bytesText } from '#renderer/format/bytes-text.ts';
import { durationText } from '#renderer/format/duration-text.ts';
import { freshnessOf } from '#renderer/messages/freshness.ts';
import { moneyText } from '#renderer/format/money-text.ts';
import { leastReliable } from '#renderer/messages/least-reliable.ts';
import { kindText } from '#renderer/format/signal-words.ts';
import { signedText, toneOf } from '#renderer/format/signed-text.ts';
import { dateText, shortTimeText, timeText } from '#renderer/format/time-text.ts';

describe('numbers on screen', () => {
  test.each([
    ['1234567.50', '1,234,567.50'],
    ['-1234.5', '−1,234.5'],
    ['0.000050', '0.000050'],
    ['999', '999'],
    ['-0.00', '0.00'],
    ['-0.01', '−0.01'],
    [null, '–'],
    ['12345678901234567.123456789', '12,345,678,901,234,567.123456789'],
  ])('%s is shown as %s', (value, text) => expect(decimalText(value)).toBe(text));

  test('a profit has its sign as text, not only as color', () => {
    expect([signedText('1250'), signedText('-12.5'), signedText('0.00')]).toEqual(['+1,250', '−12.5', '0.00']);
    expect([toneOf('0.01'), toneOf('-3'), toneOf('0'), toneOf(null)]).toEqual(['gain', 'loss', undefined, undefined]);
  });

  test('a price loses only the zeros that the service pads it with', () => {
    expect(['472.41000', '1.08425', '90.2', '90.20000', '100', null].map((value) => priceText(value))).toEqual([
      '472.41',
      '1.08425',
      '90.2',
      '90.20',
      '100',
      '–',
    ]);
  });

  test('money has its sign, currency and thousands separators', () =>
    expect([moneyText('-310.25'), moneyText('12500')]).toEqual(['−$310.25', '$12,500']));
});

describe('times on screen', () => {
  test('are New York times, with daylight saving time', () => {
    expect(timeText(1_772_466_127, 'ET')).toBe('2026-03-02 10:42:07');
    expect(timeText(1_773_671_400, 'ET')).toBe('2026-03-16 10:30:00');
  });

  test('of today have no date, and those of other days have the whole date', () => {
    const now = 1_772_466_127;
    expect(shortTimeText(now - 60, dateText(now, 'ET'), 'ET')).toBe('10:41:07');
    expect(shortTimeText(now - 86_400, dateText(now, 'ET'), 'ET')).toBe('2026-03-01 10:42');
    expect(shortTimeText(now - 100 * 86_400, dateText(now, 'ET'), 'ET')).toBe('2025-11-22 10:42');
  });

  test('durations have at most two units', () => {
    expect([45, 59.6, 720, 11_100, 7_200, 360_000].map(durationText)).toEqual([
      '45 s',
      '1 min',
      '12 min',
      '3 h 5 min',
      '2 h',
      '4 d 4 h',
    ]);
  });
});

test('a size that rounds to 1,000 of a unit is shown in the next larger unit', () => {
  expect([999, 999_949, 999_950, 1_000_000].map(bytesText)).toEqual(['999 B', '999.9 kB', '1.0 MB', '1.0 MB']);
});

describe('ages', () => {
  test.each([
    [-5, 'now'],
    [0, 'now'],
    [3, '3 s ago'],
    [99, '99 s ago'],
    [100, '1 min ago'],
    [7_300, '2 h ago'],
    [200_000, '2 days ago'],
    [-60, 'now'],
    [-61, 'at an unknown time'],
  ])('an age of %d s is shown as "%s"', (seconds, text) => expect(ageText(seconds)).toBe(text));

  const state = { readAt: 1_000, staleAfterSeconds: 30, failure: null, reading: false };

  test('data is stale once its age reaches the limit, and the text names the age', () => {
    expect(freshnessOf('signals', state, 1_029)).toMatchObject({ level: 'fresh', text: 'Updated 29 s ago' });
    expect(freshnessOf('signals', state, 1_030)).toMatchObject({ level: 'stale', text: 'Updated 30 s ago' });
  });

  test('data that was read before the clock was set back is stale, and its age is unknown', () => {
    expect(freshnessOf('signals', state, 999)).toMatchObject({ level: 'fresh', text: 'Updated now' });
    const unknownAge = { level: 'stale', text: 'Updated before the clock was set back' };
    expect(freshnessOf('signals', state, 997)).toMatchObject(unknownAge);
    expect(freshnessOf('signals', state, 1)).toMatchObject(unknownAge);
  });

  test('data that was never read differs from data that could not be read', () => {
    expect(freshnessOf('signals', { ...state, readAt: null }, 5)).toMatchObject({
      level: 'never',
      text: 'signals not read yet',
    });
    const failed = freshnessOf('signals', { ...state, readAt: null, failure: 'no answer' }, 5);
    expect(failed).toMatchObject({ level: 'failed', text: 'signals could not be read', detail: 'no answer' });
  });

  test('a list is called empty only if it was read, and an old reading is marked', () => {
    const absenceOf = (changes: Partial<typeof state> | { readAt: null; failure?: string }, now: number): string =>
      absenceText('Flat', freshnessOf('positions', { ...state, ...changes }, now));
    expect(absenceOf({}, 1_001)).toBe('Flat.');
    expect(absenceOf({}, 9_000)).toBe('Flat, as of an old reading.');
    expect(absenceOf({ failure: 'no answer' } as never, 1_001)).toBe('Flat, as of the last successful reading.');
    expect(absenceOf({ readAt: null }, 1_001)).toBe('Unknown: positions not read yet.');
    expect(absenceOf({ readAt: null, failure: 'No answer.' }, 1_001)).toBe(
      'Unknown: positions could not be read. No answer.',
    );
    expect(absenceText('Flat', null)).not.toMatch(/flat/i);
    expect(absenceOf({ ownersOnly: true } as never, 1_001)).toBe(
      'Unknown: positions: owner only. Only the owner of this strategy may read this.',
    );
  });

  test('data is never called "live"', () => {
    const texts = [0, 10, 5_000].map((age) => freshnessOf('signals', state, 1_000 + age).text);
    expect(texts.join(' ')).not.toMatch(/live/i);
  });

  test('the least reliable data has no reading; else it is stale, else failed, else the oldest', () => {
    const stateOf = (readAt: number | null, level: 'never' | 'fresh' | 'stale' | 'failed') => ({
      ...{ readAt, level, text: `${level} ${readAt}` },
      ...{ detail: null, reading: false, trouble: null },
    });
    expect(leastReliable([stateOf(5, 'fresh'), stateOf(3, 'fresh')])?.text).toBe('fresh 3');
    expect(leastReliable([stateOf(1, 'fresh'), stateOf(9, 'stale')])?.text).toBe('stale 9');
    expect(leastReliable([stateOf(2, 'failed'), stateOf(9, 'stale')])?.text).toBe('stale 9');
    expect(leastReliable([stateOf(1, 'fresh'), stateOf(9, 'failed')])?.text).toBe('failed 9');
    expect(leastReliable([stateOf(9, 'stale'), stateOf(null, 'never'), stateOf(2, 'failed')])?.text).toBe('never null');
    expect(leastReliable([stateOf(9, 'stale'), stateOf(null, 'failed')])?.text).toBe('failed null');
    expect(leastReliable([])).toBeNull();
    expect(leastReliable([stateOf(9, 'stale'), stateOf(2, 'fresh')])).toMatchObject({ text: 'stale 9', readAt: 2 });
  });
});

describe('an order in the blotter', () => {
  test('a market order shows MKT, never a price', () => {
    expect(kindText({ kind: 'market', limit: '0', stop: null })).toBe('MKT');
    expect(kindText({ kind: 'limit', limit: '182.50', stop: null })).toBe('LMT 182.50');
    expect(kindText({ kind: 'stop', limit: null, stop: '178' })).toBe('STP 178');
  });
});

test('times on days with and without a clock change equal those of Intl.DateTimeFormat', () => {
  const zoneFormat = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/New_York',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const days = ['2026-03-08', '2026-11-01', '2026-07-04', '1987-04-05', '2007-03-11'].map(
    (day) => Date.parse(day) / 1000,
  );
  for (const day of days) {
    for (let second = 0; second < 2 * 86_400; second += 307) {
      expect(timeText(day + second, 'ET')).toBe(zoneFormat.format((day + second) * 1000));
    }
  }
  expect(timeText(1_772_461_805.9, 'ET')).toBe('2026-03-02 09:30:05');
  expect(timeText(-1, 'ET')).toBe('1969-12-31 18:59:59');
});
