import { describe, expect, it } from 'vitest';
import type { PointRow } from '#renderer/chart/point-row.ts';
import { PointsSource, type PointTable } from '#renderer/chart/points-source.ts';

const points = (values: readonly number[]): PointTable & { made: number } => {
  const table = {
    count: values.length,
    made: 0,
    key: (column: string, at: number): number => (column === 'when' ? at : (values[at] ?? Number.NaN)),
    row: (at: number): PointRow => {
      table.made += 1;
      return { id: String(at), row: at, when: '', values: { withCost: values[at] ?? 0 }, drawdown: 0, fee: null };
    },
  };
  return table;
};

const idsInOrder = (source: PointsSource): (string | undefined)[] =>
  Array.from({ length: source.count }, (_, index) => source.row(index)?.id);

describe('points of a curve as rows', () => {
  it('are ordered by time or by a column, with missing values last', () => {
    const source = new PointsSource();
    source.update(points([5, Number.NaN, 9, 5, 1]));
    expect(idsInOrder(source)).toEqual(['0', '1', '2', '3', '4']);
    source.setSort({ column: 'withCost', descending: false });
    expect(idsInOrder(source)).toEqual(['4', '0', '3', '2', '1']);
    source.setSort({ column: 'withCost', descending: true });
    expect(idsInOrder(source)).toEqual(['2', '0', '3', '4', '1']);
    source.setSort({ column: 'when', descending: true });
    expect(idsInOrder(source)).toEqual(['4', '3', '2', '1', '0']);
  });

  it('are found by id under any sort', () => {
    const source = new PointsSource();
    source.update(points([5, 7, 9, 1]));
    source.setSort({ column: 'withCost', descending: true });
    expect(['0', '1', '2', '3'].map((id) => source.indexOf(id))).toEqual([2, 1, 0, 3]);
    expect(source.indexOf('4')).toBe(-1);
    expect(source.indexOf('x')).toBe(-1);
    expect(source.get('3')?.row).toBe(3);
  });

  it('keep the sort for new points, and report new points and a new sort', () => {
    const source = new PointsSource();
    const heard: string[] = [];
    const release = source.subscribe((change) => heard.push(change));
    source.update(points([1, 2]));
    source.setSort({ column: 'when', descending: true });
    source.update(points([1, 2, 3]));
    expect(idsInOrder(source)).toEqual(['2', '1', '0']);
    release();
    source.update(points([1]));
    expect(heard).toEqual(['rows', 'order', 'rows']);
  });

  it('become an object at the first read of their row; later reads return the same object', () => {
    const source = new PointsSource();
    const table = points(Array.from({ length: 500_000 }, (_, at) => at));
    source.update(table);
    source.setSort({ column: 'when', descending: true });
    const first = source.row(0);
    expect(first?.row).toBe(499_999);
    expect(source.row(0)).toBe(first);
    expect(table.made).toBe(1);
  });
});
