import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signalExpiry } from '#rules/calendar/expiry.ts';
import { fromNewYork, newYorkText, parseNewYork } from '#rules/calendar/new-york.ts';
import { isOpen, nextOpen } from '#rules/calendar/session.ts';
import type { InstrumentType } from '#rules/order-terms.ts';

function at(text: string): number {
  const wall = parseNewYork(text);
  if (!wall) throw new Error(`no time: ${text}`);
  return fromNewYork(wall).earliest;
}

const TYPES = ['stock', 'option', 'future', 'forex'] as const;

describe('sessions', () => {
  it.each([
    ['2026-03-02 09:29:59', []],
    ['2026-03-02 09:30', ['stock', 'option']],
    ['2026-03-02 15:59:59', ['stock', 'option']],
    ['2026-03-02 16:00', []],
    ['2026-03-07 12:00', []],
  ] as const)('at %s, the open types among stock and option are %j', (text, open) => {
    expect((['stock', 'option'] as const).filter((type) => isOpen(type, at(text)))).toEqual(open);
  });

  it.each([
    ['future', '2026-03-08 17:59', false],
    ['future', '2026-03-08 18:00', true],
    ['future', '2026-03-09 03:00', true],
    ['future', '2026-03-09 16:59', true],
    ['future', '2026-03-09 17:00', false],
    ['future', '2026-03-09 18:00', true],
    ['future', '2026-03-13 17:00', false],
    ['future', '2026-03-13 18:00', false],
    ['forex', '2026-03-08 17:59', false],
    ['forex', '2026-03-08 18:00', true],
    ['forex', '2026-03-09 17:30', true],
    ['forex', '2026-03-13 16:59', true],
    ['forex', '2026-03-13 17:00', false],
  ] as const)('%s at %s is open: %s', (type, text, open) => {
    expect(isOpen(type, at(text))).toBe(open);
  });

  it.each([
    ['stock', '2026-05-25 12:00', false, 'Memorial Day'],
    ['future', '2026-05-25 12:59', true, 'Memorial Day, until 13:00'],
    ['future', '2026-05-25 13:00', false, 'Memorial Day, after 13:00'],
    ['future', '2026-05-25 18:00', true, 'Memorial Day, the next session'],
    ['stock', '2026-11-27 12:59', true, 'half day'],
    ['stock', '2026-11-27 13:00', false, 'half day, after 13:00'],
    ['option', '2026-11-27 13:00', false, 'half day, after 13:00'],
    ['future', '2026-04-02 18:00', false, 'the evening before Good Friday'],
    ['future', '2026-04-03 12:00', false, 'Good Friday'],
    ['forex', '2026-04-03 12:00', true, 'Good Friday'],
    ['future', '2026-12-24 18:00', false, 'Christmas Eve'],
    ['forex', '2026-12-24 17:00', false, 'Christmas Eve'],
    ['forex', '2024-12-25 16:59', false, 'Christmas'],
    ['forex', '2024-12-25 17:00', true, 'Christmas, evening'],
  ] as const)('%s at %s is open: %s (%s)', (type, text, open, _day) => {
    expect(isOpen(type, at(text))).toBe(open);
  });
});

describe('the next opening', () => {
  it.each([
    ['stock', '2026-03-02 09:30', '2026-03-03 09:30:00'],
    ['stock', '2026-03-02 09:29:59', '2026-03-02 09:30:00'],
    ['stock', '2026-03-06 17:00', '2026-03-09 09:30:00'],
    ['stock', '2026-04-02 17:00', '2026-04-06 09:30:00'],
    ['option', '2026-07-02 20:00', '2026-07-06 09:30:00'],
    ['future', '2026-03-06 17:30', '2026-03-08 18:00:00'],
    ['future', '2026-04-02 17:00', '2026-04-05 18:00:00'],
    ['forex', '2026-03-09 12:00', '2026-03-15 18:00:00'],
    ['forex', '2024-12-24 18:00', '2024-12-25 17:00:00'],
    ['stock', '2026-10-30 20:00', '2026-11-02 09:30:00'],
    ['forex', '2028-12-17 18:00', '2028-12-25 17:00:00'],
  ] as const)('of %s after %s is at %s', (type, from, text) => {
    expect(newYorkText(nextOpen(type, at(from)))).toBe(text);
  });

  it.each([
    ['stock', 251 * 30],
    ['future', 256 * 30],
    ['forex', 53 * 30],
  ] as const)('%s has about the expected number of openings from 2007 to 2037', (type, atLeast) => {
    let openings = 0;
    const end = at('2037-12-01 00:00');
    for (let open = at('2007-01-01 00:00'); open < end; open = nextOpen(type, open)) openings += 1;
    expect(openings).toBeGreaterThan(atLeast);
    expect(openings).toBeLessThan(atLeast * 1.05);
  });

  it('ends a closed period, and is the first opening after the given time', () => {
    const instants = fc.integer({ min: at('2007-01-01 00:00'), max: at('2037-12-20 00:00') });
    fc.assert(
      fc.property(
        fc.constantFrom<InstrumentType>(...TYPES),
        instants,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (type, from, fraction) => {
          const open = nextOpen(type, from);
          expect([isOpen(type, open - 1), isOpen(type, open)]).toEqual([false, true]);
          const between = from + Math.floor((open - 1 - from) * fraction);
          expect(nextOpen(type, between)).toBe(open);
        },
      ),
    );
  });
});

describe('DAY signals and holidays', () => {
  const contractEnd = (): number | null => null;
  const expiryText = (instrument: InstrumentType, from: string): string =>
    newYorkText(
      signalExpiry({ duration: 'DAY', symbol: 'X', instrument }, at(from), { followsHolidays: true, contractEnd }),
    );

  it.each([
    ['a full day', 'stock', '2026-03-02 10:00', '2026-03-02 16:05:00'],
    ['posted at the end of the day', 'stock', '2026-03-02 16:05', '2026-03-03 16:05:00'],
    ['a half day', 'stock', '2026-11-27 10:00', '2026-11-27 13:05:00'],
    ['after a half day', 'stock', '2026-11-27 13:05', '2026-11-30 16:05:00'],
    ['a holiday', 'stock', '2026-05-25 10:00', '2026-05-26 16:05:00'],
    ['the evening before a long weekend', 'option', '2026-04-02 17:00', '2026-04-06 16:05:00'],
    ['a future on Memorial Day', 'future', '2026-05-25 10:00', '2026-05-25 13:05:00'],
    ['a future on Good Friday', 'future', '2026-04-03 10:00', '2026-04-06 16:05:00'],
    ['a pair on Good Friday', 'forex', '2026-04-03 10:00', '2026-04-03 16:05:00'],
    ['into the next year', 'stock', '2026-12-31 17:00', '2027-01-04 16:05:00'],
  ] as const)('%s: %s posted %s ends %s', (_name, instrument, from, end) => {
    expect(expiryText(instrument, from)).toBe(end);
  });

  it('without holidays, a DAY signal ends at 16:05 on every weekday', () => {
    const noHolidays = { followsHolidays: false, contractEnd };
    const signal = { duration: 'DAY', symbol: 'X', instrument: 'stock' } as const;
    expect(newYorkText(signalExpiry(signal, at('2026-11-26 10:00'), noHolidays))).toBe('2026-11-26 16:05:00');
    expect(newYorkText(signalExpiry(signal, at('2026-11-27 10:00'), undefined))).toBe('2026-11-27 16:05:00');
  });

  it('a contract that ends sooner ends its signals of any duration', () => {
    const last = at('2026-03-20 16:00');
    for (const duration of ['DAY', 'GTC'] as const) {
      const signal = { duration, symbol: '@ESH6', instrument: 'future' } as const;
      expect(signalExpiry(signal, at('2026-03-20 10:00'), { followsHolidays: true, contractEnd: () => last })).toBe(
        last,
      );
    }
  });
});
