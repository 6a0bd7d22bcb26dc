// Weights become whole units, rounded toward zero. `STRATDESK_WEIGHTS=10000` sets the number of
// lists.
import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sizeList, unitValueOf, type WeightBasis, type WeightedRow } from '#renderer/targets/weights.ts';
import '#tests/fixtures/property-seed.ts';

const runs = Number(process.env['STRATDESK_WEIGHTS'] ?? '1000');

const decimal = (maxValue: bigint, places: number): fc.Arbitrary<string> =>
  fc.bigInt({ min: 0n, max: maxValue * 10n ** BigInt(places) }).map((digits) => {
    const text = String(digits).padStart(places + 1, '0');
    return `${text.slice(0, -places)}.${text.slice(-places)}`;
  });
const signed = (magnitude: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(fc.boolean(), magnitude).map(([isShort, text]) => (isShort ? `-${text}` : text));
const row: fc.Arbitrary<Omit<WeightedRow, 'symbol'>> = fc.record({
  instrument: fc.constantFrom('stock', 'option', 'future', 'forex'),
  weight: signed(decimal(150n, 4)),
  holding: signed(decimal(2_000n, 1)),
  unitValue: fc.option(signed(decimal(5_000n, 7)), { nil: null, freq: 8 }),
});
const list = fc
  .array(row, { minLength: 1, maxLength: 40 })
  .map((rows) => rows.map((one, at): WeightedRow => ({ ...one, symbol: `S${at}` })));
const basis: fc.Arbitrary<WeightBasis> = fc.record({
  base: decimal(5_000_000n, 2).filter((text) => new Big(text).gt(0)),
  band: fc.record({ kind: fc.constantFrom('none', 'absolute', 'relative'), percent: decimal(8n, 2) }),
  leastTrade: decimal(3_000n, 2),
});

test('weights become the most whole units that fit, and every sum is exact', () => {
  fc.assert(
    fc.property(list, basis, (rows, given) => {
      const sized = sizeList(rows, given);
      if (sized === null) throw new Error('not sized');
      let value = new Big(0);
      let remainder = new Big(0);
      sized.rows.forEach((one, at) => {
        const { weight, unitValue, holding } = rows[at] ?? { weight: '', unitValue: null, holding: '' };
        const target = new Big(weight).times(given.base).times('0.01');
        value = value.plus(one.value);
        remainder = remainder.plus(one.remainder);
        expect(target.eq(new Big(one.value).plus(one.remainder))).toBe(true);
        if (one.quantity === null || one.quantity === '=' || unitValue === null) return;
        const unit = new Big(unitValue);
        const invested = unit.times(one.quantity);
        expect(new Big(one.value).eq(invested)).toBe(true);
        // The units are within the weight, and one more unit would exceed it.
        expect(invested.abs().lte(target.abs())).toBe(true);
        if (!target.eq(0)) expect(invested.abs().plus(unit.abs()).gt(target.abs())).toBe(true);
        if (!invested.eq(0)) expect(invested.gt(0)).toBe(target.gt(0));
        // A trade is made only if the drift is outside the band and the trade is not too small.
        const drift = target.minus(unit.times(holding)).abs();
        const { kind, percent } = given.band;
        const bandBase = kind === 'relative' ? target.abs() : new Big(given.base);
        const isMade = !target.eq(0) && !new Big(one.quantity).eq(holding);
        if (isMade && kind !== 'none') expect(drift.gt(bandBase.times(percent).times('0.01'))).toBe(true);
        if (isMade) expect(unit.times(new Big(one.quantity).minus(holding)).abs().gte(given.leastTrade)).toBe(true);
      });
      const cashWeight = rows.reduce((remaining, { weight }) => remaining.minus(weight), new Big(100));
      expect(sized.cashWeight).toBe(cashWeight.toFixed());
      expect(sized.value).toBe(value.toFixed());
      expect(sized.remainder).toBe(remainder.toFixed());
      expect(sized.cash).toBe(new Big(given.base).minus(value).toFixed());
      // Base = values + remainders + cash weight, without a cent lost.
      const total = value.plus(remainder).plus(cashWeight.times(given.base).times('0.01'));
      expect(total.eq(given.base)).toBe(true);
      // The same input gives the same output, in any order of the rows.
      expect(sizeList(rows, given)).toEqual(sized);
      const reversed = sizeList(rows.toReversed(), given);
      expect({ ...reversed, rows: reversed?.rows.toReversed() }).toEqual(sized);
    }),
    { numRuns: runs },
  );
});

const noBand: WeightBasis = { base: '100000', band: { kind: 'none', percent: '0' }, leastTrade: '0' };
const stock = (weight: string, unitValue: string | null, holding = '0'): WeightedRow => ({
  symbol: 'KO',
  instrument: 'stock',
  weight,
  unitValue,
  holding,
});
const sizedRow = (row: WeightedRow, basis: WeightBasis = noBand) => {
  const one = sizeList([row], basis)?.rows[0];
  return [one?.quantity, one?.reason, one?.value, one?.remainder];
};

test.each([
  // A quotient of 2.999… with more digits than a division computes is rounded down to 2.
  ['just below three units', stock('0.002', '0.66666666666666666666666666666666667'), ['2', null]],
  ['exactly three units', stock('0.003', '1'), ['3', null]],
  ['short', stock('-10', '333'), ['-30', null]],
  ['no price', stock('10', null), [null, 'no-price']],
  ['a price of zero', stock('10', '0'), [null, 'no-price']],
  ['a weight of zero closes without a price', stock('0', null, '7'), ['0', null]],
  ['a put that is weighted by its underlying', stock('10', '-15000'), ['0', null]],
  ['more than the platform takes', stock('100', '0.000001'), [null, 'too-large']],
])('sizes one row: %s', (_, row, expected) => {
  expect(sizedRow(row).slice(0, 2)).toEqual(expected);
});

test('a row within the band, or whose trade is too small, keeps its holding', () => {
  const band = (kind: 'absolute' | 'relative', percent: string): WeightBasis => ({
    ...noBand,
    band: { kind, percent },
  });
  // 10 % is 100 units and 96 are held: a drift of 0.4 percentage points, or 4 % of the weight.
  const row = stock('10', '100', '96');
  expect(sizedRow(row, band('absolute', '0.4'))).toEqual(['=', 'in-band', '9600', '400']);
  expect(sizedRow(row, band('absolute', '0.39'))).toEqual(['100', null, '10000', '0']);
  expect(sizedRow(row, band('relative', '4'))).toEqual(['=', 'in-band', '9600', '400']);
  expect(sizedRow(row, band('relative', '3.99'))).toEqual(['100', null, '10000', '0']);
  expect(sizedRow(row, { ...noBand, leastTrade: '400.01' })).toEqual(['=', 'small-trade', '9600', '400']);
  expect(sizedRow(row, { ...noBand, leastTrade: '400' })).toEqual(['100', null, '10000', '0']);
  // A weight of zero closes the position even within the band.
  expect(sizedRow(stock('0', '100', '1'), band('absolute', '5'))).toEqual(['0', null, '0', '0']);
});

test('a unit is worth price × point value × rate; without a positive base nothing is sized', () => {
  const parts = { price: '2.35', pointValue: '100', fx: '1', isReversed: false };
  expect(unitValueOf(parts)).toBe('235');
  expect(unitValueOf({ ...parts, fx: '0.0067' })).toBe('1.5745');
  expect(unitValueOf({ ...parts, isReversed: true })).toBe('-235');
  for (const missing of [{ price: null }, { pointValue: null }, { fx: null }, { price: '0' }, { price: '-1' }])
    expect(unitValueOf({ ...parts, ...missing })).toBeNull();
  for (const base of ['0', '-5', '', 'x']) expect(sizeList([stock('1', '1')], { ...noBand, base })).toBeNull();
});
