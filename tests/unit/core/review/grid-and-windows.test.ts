import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deviation, mean } from '#core/review/moments.ts';
import { at, equityReview, daily, pick, type Point } from './review-fixtures.ts';

describe('the monthly grid', () => {
  const points: Point[] = [
    ['2025-11-28 16:00', 100],
    ['2025-12-31 16:00', 110],
    ['2026-01-30 16:00', 99],
    ['2026-03-31 23:30', 198],
  ];

  it('measures each month from the last close before it to its own last close', () => {
    const { years } = equityReview(points);
    expect(years.map(({ year }) => year)).toEqual([2025, 2026]);
    const [first, second] = years;
    // 110 ÷ 100, 99 ÷ 110, 198 ÷ 99; 2026: 198 ÷ 110 = 1.8.
    expect(first?.months[11]?.value).toBeCloseTo(10, 10);
    expect(second?.months[0]?.value).toBeCloseTo(-10, 10);
    expect(second?.months[2]?.value).toBeCloseTo(100, 10);
    expect(second?.total.value).toBeCloseTo(80, 10);
    expect(second?.months[2]).toMatchObject({
      key: 'equity.month.2026-03',
      inputs: { closeBefore: 99, lastClose: 198 },
      from: at('2026-01-30 16:00'),
      to: at('2026-03-31 23:30'),
      caveats: [{ code: 'figure.includes-since', day: '2026-01-30' }],
    });
  });

  it('adds a caveat to months without a point and to a first month that starts late', () => {
    const { years } = equityReview(points);
    expect(years[1]?.months[1]).toMatchObject({
      value: null,
      sample: 0,
      caveats: [{ code: 'figure.no-point-in-span' }],
    });
    const midMonthStart = equityReview(daily('2026-02-10', [100, 105]));
    expect(midMonthStart.years[0]?.months[1]?.value).toBeCloseTo(5, 10);
    expect(midMonthStart.years[0]?.months[1]?.caveats).toEqual([{ code: 'figure.starts-on', day: '2026-02-10' }]);
  });

  it('assigns an evening to its month in New York', () => {
    // 23:30 on 31 March is 03:30 on 1 April in UTC.
    expect(equityReview(points).years[1]?.months[3]?.value).toBeNull();
  });

  it('compounds to the years and to the return of the period', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: -900, max: 900 })), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(steps, (drawn) => {
        let time = at('2022-11-15 16:00');
        let value = 1_000;
        const walk = drawn.map(([days, basisPoints]): Point => {
          time += days * 86_400;
          value *= 1 + basisPoints / 10_000;
          return [time, value];
        });
        const { years, figures } = equityReview([[at('2022-11-15 16:00'), 1_000], ...walk]);
        const compounded = (values: readonly (number | null)[]): number =>
          values.reduce<number>((product, one) => product * (1 + (one ?? 0) / 100), 1);
        const total = 1 + (pick(figures, 'equity.return').value ?? Number.NaN) / 100;
        expect(compounded(years.map((year) => year.total.value))).toBeCloseTo(total, 9);
        for (const { months, total: year } of years)
          expect(compounded(months.map((month) => month.value))).toBeCloseTo(1 + (year.value ?? 0) / 100, 9);
      }),
      { numRuns: 60 },
    );
  });
});

describe('rolling windows', () => {
  it('start once a full calendar window precedes a close', () => {
    const values = Array.from({ length: 200 }, (_, day) => 100 + (day % 7));
    const points = daily('2025-12-01', values);
    const [three, six, twelve] = equityReview(points).rolling;
    // From 1 December, three months are full on 1 March (day 90) and six on 1 June (day 182).
    expect(three?.times[0]).toBe(points[90]?.[0]);
    expect(six?.times[0]).toBe(points[182]?.[0]);
    expect(twelve?.times).toEqual([]);
    expect(three?.returns[0]).toBeCloseTo(((values[90] ?? 0) / (values[0] ?? 0) - 1) * 100, 10);
  });

  it('equal the figures of the same time span', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -300, max: 300 }), { minLength: 120, maxLength: 200 }), (basisPoints) => {
        let value = 1_000;
        const values = [value, ...basisPoints.map((step) => (value *= 1 + step / 10_000))];
        const window = equityReview(daily('2025-03-01', values)).rolling[0];
        const count = window?.times.length ?? 0;
        // The last window ends with the last close, 92 days or less after its start.
        const last = new Date(Date.UTC(2025, 2, values.length));
        const first = Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - 3, last.getUTCDate());
        // A last day such as 31 May is not checked, because 31 February does not exist.
        fc.pre(new Date(first).getUTCDate() === last.getUTCDate());
        const days = Math.round((last.getTime() - first) / 86_400_000);
        const lastValues = values.slice(-days - 1);
        const returns = Float64Array.from(lastValues.slice(1), (one, index) => one / (lastValues[index] ?? 0) - 1);
        fc.pre(deviation(returns) > 1e-9);
        const sharpe = (mean(returns) / deviation(returns)) * Math.sqrt(365.25);
        // One hour of summer time changes the number of days per year slightly.
        expect(Math.abs((window?.sharpe[count - 1] ?? 0) / sharpe - 1)).toBeLessThan(0.001);
        expect(window?.returns[count - 1]).toBeCloseTo(((lastValues.at(-1) ?? 0) / (lastValues[0] ?? 0) - 1) * 100, 8);
      }),
      { numRuns: 40 },
    );
  });

  it('have no Sharpe ratio while the curve does not vary, even if it varied before', () => {
    const values = [
      ...Array.from({ length: 60 }, (_, day) => 100 + (day % 5)),
      ...Array.from({ length: 140 }, () => 104),
    ];
    const [three] = equityReview(daily('2025-12-01', values)).rolling;
    expect(three?.sharpe.at(-1)).toBeNull();
    expect(three?.volatility.at(-1)).toBe(0);
    expect(three?.returns.at(-1)).toBe(0);
  });
});
