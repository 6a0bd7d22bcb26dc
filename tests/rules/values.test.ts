import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divide, fixed, formatFixed, ONE, parseFixed, roundFixed, times } from '#rules/decimal.ts';
import { expiryOf } from '#rules/calendar/expiry.ts';
import { fromNewYork, newYorkText, parseNewYork, toNewYork } from '#rules/calendar/new-york.ts';
import { parseOptionSymbol, sameContract } from '#rules/option-symbol.ts';
import { isOpen } from '#rules/calendar/session.ts';

describe('decimals', () => {
  it.each([
    ['73.980000000', '73.98'],
    ['0', '0'],
    ['.5', '0.5'],
    ['-12.50', '-12.5'],
    ['1000000000000', '1000000000000'],
    ['0.000000001', '0.000000001'],
  ])('%s is %s', (text, canonical) => {
    expect(formatFixed(fixed(text))).toBe(canonical);
  });

  it.each(['', ' ', '1e5', '1,000', 'NaN', '0x10', '1.0000000001', '--1', '.', '1.2.3'])(
    '%j is not a decimal',
    (text) => {
      expect(parseFixed(text)).toBeUndefined();
    },
  );

  it('a decimal has an optional sign and at most nine places, not counting trailing zeros', () => {
    const pattern = /^([+-]?)(?:(\d+)(?:\.(\d*?)0*)?|\.(?=\d)(\d*?)0*)$/;
    const text = fc.oneof(
      fc.stringMatching(/^ ?[+-]?\d{0,8}\.?\d{0,12}0{0,4} ?$/),
      fc.stringMatching(/^[+-]?\d{5,30}\.?\d{0,9}$/),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(text, (one) => {
        const match = pattern.exec(one.trim());
        const fraction = match?.[3] ?? match?.[4] ?? '';
        const digits = match && fraction.length <= 9 ? BigInt((match[2] ?? '') + fraction.padEnd(9, '0')) : undefined;
        expect(parseFixed(one)).toBe(match?.[1] === '-' && digits !== undefined ? -digits : digits);
      }),
      { numRuns: 5000 },
    );
  });

  it('pads, rounds half away from zero, multiplies exactly, and divides to nine places', () => {
    expect(formatFixed(fixed('73.98'), 9)).toBe('73.980000000');
    expect(roundFixed(fixed('2.5'), 0)).toBe(fixed('3'));
    expect(roundFixed(fixed('-2.5'), 0)).toBe(fixed('-3'));
    expect(times(fixed('0.1'), fixed('0.2'))).toBe(fixed('0.02'));
    expect(divide(ONE, fixed('3'))).toBe(fixed('0.333333333'));
  });

  it('value to text to value keeps the value', () => {
    fc.assert(fc.property(fc.bigInt(-(10n ** 21n), 10n ** 21n), (value) => parseFixed(formatFixed(value)) === value));
  });
});

describe('[Resources/Conventions] New York time', () => {
  it('every hour from 2007 to 2037 converts to New York time and back, also if it is repeated', () => {
    const from = Date.UTC(2007, 0, 1);
    let ambiguousCount = 0;
    for (let at = from; at < Date.UTC(2038, 0, 1); at += 3_600_000) {
      const { earliest, latest } = fromNewYork(toNewYork(at));
      if (earliest !== latest) ambiguousCount += 1;
      if (at !== earliest && at !== latest) throw new Error(`${new Date(at).toISOString()} does not come back`);
    }
    expect(ambiguousCount).toBe(31 * 2);
  });

  it.each([
    ['2026-07-01 12:00:00', Date.UTC(2026, 6, 1, 16)],
    ['2026-01-15 09:30:00', Date.UTC(2026, 0, 15, 14, 30)],
    ['2026-03-08 03:00:00', Date.UTC(2026, 2, 8, 7)],
  ])('%s is read as its instant and written back', (text, instant) => {
    expect(newYorkText(instant)).toBe(text);
    const wall = parseNewYork(text);
    expect(wall && fromNewYork(wall)).toEqual({ earliest: instant, latest: instant });
  });

  it('2026-11-01 01:30 happens twice', () => {
    expect(fromNewYork({ year: 2026, month: 11, day: 1, hour: 1, minute: 30, second: 0 })).toEqual({
      earliest: Date.UTC(2026, 10, 1, 5, 30),
      latest: Date.UTC(2026, 10, 1, 6, 30),
    });
  });

  it.each(['2026-02-30 10:00:00', '2026-13-01', 'yesterday', '2026-01-01 24:00:00', ''])('%j is not a time', (text) => {
    expect(parseNewYork(text)).toBeUndefined();
  });

  it.each([
    ['Monday 09:30', '2026-03-02 09:30:00', '2026-03-02 16:05:00'],
    ['Monday 16:04:59', '2026-03-02 16:04:59', '2026-03-02 16:05:00'],
    ['Monday 16:05', '2026-03-02 16:05:00', '2026-03-03 16:05:00'],
    ['Friday evening', '2026-03-06 20:00:00', '2026-03-09 16:05:00'],
    ['Sunday over the clock change', '2026-03-08 01:00:00', '2026-03-09 16:05:00'],
  ])('a DAY order posted %s ends at 16:05 of its trading day', (_when, posted, end) => {
    const wall = parseNewYork(posted);
    if (!wall) throw new Error('no time');
    expect(newYorkText(expiryOf('DAY', fromNewYork(wall).earliest))).toBe(end);
  });

  it.each([
    ['stock', '2026-03-02 09:29:59', false],
    ['stock', '2026-03-02 09:30:00', true],
    ['option', '2026-03-02 16:00:00', false],
    ['stock', '2026-03-07 12:00:00', false],
    ['future', '2026-03-02 17:30:00', false],
    ['future', '2026-03-02 18:00:00', true],
    ['forex', '2026-03-02 17:30:00', true],
    ['forex', '2026-03-06 17:00:00', false],
    ['forex', '2026-03-08 17:59:59', false],
    ['future', '2026-03-08 18:00:00', true],
  ] as const)('%s at %s: open is %s', (type, text, open) => {
    const wall = parseNewYork(text);
    expect(wall && isOpen(type, fromNewYork(wall).earliest)).toBe(open);
  });
});

describe('[Notes/14] option symbols', () => {
  it.each([
    ['AAPL2617D260', 'AAPL2617D260.00', true],
    ['AAPL2617D260.5', 'AAPL2617D260.50', true],
    ['AAPL2617D260', 'AAPL2617D260', true],
    ['AAPL', 'AAPL', true],
    ['AAPL2617D26', 'AAPL2617D260', false],
    ['AAPL2617D260', 'AAPL2617P260.00', false],
    ['AAPL2617D260', 'AAPL2717D260.00', false],
    ['AAPL', 'AAPLX', false],
    ['AAPL', 'AAPL.00', false],
  ])('%s and %s are one contract: %s', (one, other, same) => {
    expect([sameContract(one, other), sameContract(other, one)]).toEqual([same, same]);
  });

  it.each([
    ['CSCO1220V19', { underlying: 'CSCO', kind: 'put', year: 2012, month: 10, day: 20, strike: fixed('19') }],
    ['MSFT1220J30.5', { underlying: 'MSFT', kind: 'call', year: 2012, month: 10, day: 20, strike: fixed('30.5') }],
    [
      'SPY2617R85.00',
      { underlying: 'SPY', kind: 'put', year: 2026, month: 6, day: 17, strike: fixed('85'), strikeText: '85.00' },
    ],
    ['F2620C12', { underlying: 'F', kind: 'call', month: 3 }],
  ])('%s is read as an option symbol', (symbol, contract) => {
    expect(parseOptionSymbol(symbol)).toMatchObject(contract);
  });

  it.each(['AAPL', 'AAPL2631B100', 'AAPL2620Y100', 'AAPL2620C', 'AAPL2620C0', 'TOOLONG2620C1', 'aapl2620C1'])(
    '%s is not an option symbol',
    (symbol) => {
      expect(parseOptionSymbol(symbol)).toBeUndefined();
    },
  );
});
