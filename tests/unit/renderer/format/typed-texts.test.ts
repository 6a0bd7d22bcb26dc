import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { optionSymbol, readOptionSymbol } from '#renderer/format/option-symbol.ts';
import { readId } from '#renderer/format/read-id.ts';
import { readNewYork } from '#renderer/format/read-new-york.ts';
import { readPrice } from '#renderer/format/read-price.ts';
import { readQuantity } from '#renderer/format/read-quantity.ts';
import { tickFault } from '#renderer/format/tick-fault.ts';
import { timeText } from '#renderer/format/time-text.ts';
import { parseOptionSymbol } from '#rules/option-symbol.ts';

/** 2026-03-02 09:30:00 in New York. */
const now = 1_772_461_800;

describe('a time in New York', () => {
  test.each([
    ['15:30', '2026-03-02 15:30:00'],
    ['2026-07-04 09:00', '2026-07-04 09:00:00'],
    ['2026-07-04 09:00:30 ET', '2026-07-04 09:00:30'],
    ['2026-11-01 01:30 EDT', '2026-11-01 01:30:00'],
  ])('%s is read', (typed, wall) => {
    const read = readNewYork(typed, now);
    expect(read.state === 'read' && timeText(read.seconds, 'ET')).toBe(wall);
  });

  test('the repeated hour needs EDT or EST, which are an hour apart', () => {
    expect(readNewYork('2026-11-01 01:30', now)).toMatchObject({ state: 'refused', reason: /twice/ });
    const first = readNewYork('2026-11-01 01:30 EDT', now);
    const second = readNewYork('2026-11-01 01:30 EST', now);
    if (first.state !== 'read' || second.state !== 'read') throw new Error('both are times');
    expect(second.seconds - first.seconds).toBe(3600);
  });

  test.each([
    ['09:29', /over/],
    ['2020-01-01 12:00', /over/],
    ['2026-03-08 02:30', /no such time/],
    ['2026-02-30 10:00', /no such time/],
    ['25:00', /no such time/],
    ['tomorrow', /New York time/],
    ['1772461800', /New York time/],
  ])('%s is refused', (typed, reason) => {
    const read = readNewYork(typed, now);
    expect(read.state === 'refused' ? read.reason : '').toMatch(reason);
  });
});

describe('an id', () => {
  test.each(['9007199254740992', '99999999999999999999', '-5', '1e9', '007', '12a'])('%s is refused', (typed) => {
    expect(readId(typed).state).toBe('refused');
  });
  test('the largest safe integer is read, with blanks around it', () => {
    expect(readId(' 9007199254740991 ')).toEqual({ state: 'read', value: '9007199254740991' });
  });
});

test('reads full-width digits, but no other characters that look like digits', () => {
  expect(readQuantity('１００')).toMatchObject({ state: 'read', value: '100', readAs: 'Read as 100' });
  expect(readPrice('１８２．５０')).toMatchObject({ state: 'read', value: '182.50' });
  for (const text of ['10²', '½', '①', '٣']) expect(readPrice(text).state).toBe('refused');
});

describe('steps of a price', () => {
  test.each([
    ['182.501', 'stock', '0.01', 'Moves in steps of 0.01.'],
    ['6791.30', 'future', '0.25', 'Moves in steps of 0.25.'],
    ['182.501', 'stock', null, 'Too many decimals: stocks move in steps of 0.01.'],
    ['7.805', 'option', null, 'Too many decimals: options move in steps of 0.01.'],
  ] as const)('%s for a %s with tick %s is refused', (price, instrument, tick, fault) => {
    expect(tickFault(price, instrument, tick)).toBe(fault);
  });
  test.each([
    ['182.5000', 'stock', '0.01'],
    ['0.1234', 'stock', null],
    ['113.015625', 'future', '0.015625'],
    ['113.015625', 'future', null],
    ['1.08425', 'forex', '0.00005'],
  ] as const)('%s for a %s with tick %s is valid', (price, instrument, tick) => {
    expect(tickFault(price, instrument, tick)).toBeNull();
  });
});

describe('an option symbol', () => {
  test('is built by the rule of the platform, with the zeros of the strike trimmed', () => {
    const typed = { underlying: 'csco', date: '2012-10-20', side: 'put', strike: '19.00' } as const;
    expect(optionSymbol(typed).symbol).toBe('CSCO1220V19');
    const call = { underlying: 'MSFT', date: '2012-10-20', side: 'call', strike: '30.50' } as const;
    expect(optionSymbol(call).symbol).toBe('MSFT1220J30.5');
  });

  test('is built from parts in full-width characters', () => {
    const typed = {
      underlying: '\uff4d\uff53\uff46\uff54',
      date: '２０１２－１０－２０',
      side: 'call',
      strike: '３０．５',
    } as const;
    expect(optionSymbol(typed).symbol).toBe('MSFT1220J30.5');
  });

  test('is read back as the same parts, by the renderer and by the rules', () => {
    const parts = fc.record({
      underlying: fc.stringMatching(/^[A-Z]{1,5}$/),
      date: fc
        .integer({ min: Date.UTC(2007, 0, 1), max: Date.UTC(2037, 11, 31) })
        .map((ms) => new Date(ms).toISOString().slice(0, 10)),
      side: fc.constantFrom('call' as const, 'put' as const),
      strike: fc.integer({ min: 1, max: 999_999 }).map((cents) => (cents / 100).toString()),
    });
    fc.assert(
      fc.property(parts, (typed) => {
        const { symbol } = optionSymbol(typed);
        expect(readOptionSymbol(symbol ?? '')).toEqual(typed);
        expect(parseOptionSymbol(symbol ?? '')).toMatchObject({ kind: typed.side, underlying: typed.underlying });
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    [{ underlying: 'TOOLONG', date: '2026-03-20', side: 'call', strike: '5' }, 'underlying'],
    [{ underlying: 'SPY', date: '2026-02-30', side: 'call', strike: '5' }, 'date'],
    [{ underlying: 'SPY', date: '20.3.2026', side: 'call', strike: '5' }, 'date'],
    [{ underlying: 'SPY', date: '2026-03-20', side: 'call', strike: '1e2' }, 'strike'],
  ] as const)('reports the error of %o', (typed, field) => {
    const built = optionSymbol(typed);
    expect(built.symbol).toBeNull();
    expect([...built.errors.keys()]).toEqual([field]);
  });

  test('with an untrimmed strike keeps the zeros of the strike', () => {
    expect(readOptionSymbol('SPY2620R85.00')).toEqual({
      underlying: 'SPY',
      date: '2026-06-20',
      side: 'put',
      strike: '85.00',
    });
  });
});
