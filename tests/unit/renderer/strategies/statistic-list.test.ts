import { describe, expect, it } from 'vitest';
import { chartValues, statisticList } from '#renderer/strategies/statistic-list.ts';

describe('a list of the platform as a table', () => {
  it('has one line per year for monthly values, the newest year first', () => {
    const list = statisticList('2025-11 4.1, 2025-12 -1.3, 2026-02 0.0');
    expect(list).toEqual({
      kind: 'months',
      years: [
        { year: '2026', months: ['', '0.0', ...Array<string>(10).fill('')] },
        { year: '2025', months: [...Array<string>(10).fill(''), '4.1', '−1.3'] },
      ],
    });
  });

  it('has the original lines for other lists', () => {
    expect(statisticList('AAPL 3 4.1, KO 2 1.0, JPM 1 0.5')).toEqual({
      kind: 'rows',
      rows: [
        ['AAPL', '3', '4.1'],
        ['KO', '2', '1.0'],
        ['JPM', '1', '0.5'],
      ],
    });
  });

  it.each([null, '', '1.12', '27 of 42', 'Set by the operator, not by us', '2024 4.1, 2025 6.0'])(
    'is not made from %j',
    (value) => {
      expect(statisticList(value)).toBeNull();
    },
  );
});

it('the chart of a list has its values in the order of time', () => {
  const values = (text: string) => {
    const list = statisticList(text);
    return list === null ? null : chartValues(list);
  };
  expect(values('2026-02 0.5, 2025-11 4.1, 2025-12 -1.3')).toEqual([4.1, -1.3, 0.5]);
  expect(values('AAPL 3 4.1, KO 2 -1.0, JPM 1 0.5')).toEqual([4.1, -1, 0.5]);
  expect(values('AAPL up, KO down, JPM up')).toBeNull();
});
