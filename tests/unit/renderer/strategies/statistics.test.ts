import { describe, expect, it } from 'vitest';
import type { Statistic } from '#contract/model/strategy.ts';
import { statisticGroups } from '#renderer/strategies/statistic-groups.ts';
import { statisticText } from '#renderer/strategies/statistic-text.ts';

const statistic = (more: Partial<Statistic>): Statistic => ({
  name: 'x',
  value: null,
  group: '',
  helpText: '',
  prefix: '',
  suffix: '',
  precision: null,
  multiplier: null,
  ...more,
});

describe('a statistic of the platform', () => {
  it.each<[Partial<Statistic>, string]>([
    [{ value: '143.25', precision: 1, suffix: '%' }, '143.3%'],
    [{ value: '-4021.6', precision: 0, prefix: '$' }, '−$4,022'],
    [{ value: '-0.004', precision: 2 }, '0.00'],
    [{ value: '1234567.891' }, '1,234,567.891'],
    [{ value: '3.2', suffix: 'days' }, '3.2 days'],
    // The value already includes the multiplier.
    [{ value: '31.2', multiplier: 100, suffix: '%' }, '31.2%'],
    [{ value: 'Rising fast', prefix: '$', precision: 2 }, 'Rising fast'],
    [{ value: '2024 4.1, 2025 6.0', suffix: '%' }, '2024 4.1, 2025 6.0'],
    [{ value: null, prefix: '$', suffix: '%' }, '–'],
    [{ value: ' ' }, '–'],
    [{ value: '5', precision: 99 }, '5'],
  ])('%o is shown as %s', (given, text) => {
    expect(statisticText(statistic(given))).toBe(text);
  });

  it('is listed in its group in the original order, or last if it has no group', () => {
    const list = [
      statistic({ name: 'a', group: 'Risk' }),
      statistic({ name: 'b' }),
      statistic({ name: 'c', group: 'Returns' }),
      statistic({ name: 'd', group: 'Risk ' }),
    ];
    const groups = statisticGroups(list).map((group) => [
      group.title,
      group.statistics.map((one) => one.name).join(''),
    ]);
    expect(groups).toEqual([
      ['Risk', 'ad'],
      ['Returns', 'c'],
      ['Other', 'b'],
    ]);
    expect(statisticGroups([statistic({ name: 'b' })])[0]?.title).toBe('Statistics');
    expect(statisticGroups([])).toEqual([]);
    const both = [statistic({ name: 'b' }), statistic({ name: 'a', group: 'Other' })];
    expect(statisticGroups(both).map(({ title }) => title)).toEqual(['Other']);
  });
});
