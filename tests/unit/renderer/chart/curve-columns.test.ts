import { describe, expect, it } from 'vitest';
import type { EquityCurve } from '#contract/model/equity.ts';
import { curveColumns } from '#renderer/chart/curve-columns.ts';

const curve = (more: Partial<EquityCurve>): EquityCurve => ({
  systemId: '1',
  times: [],
  withCost: [],
  raw: [],
  index: [],
  indexScale: null,
  fees: [],
  ...more,
});

describe('the column data of an equity curve', () => {
  it('keeps ascending rows, and has NaN for missing values', () => {
    const columns = curveColumns(
      curve({ times: [10, 20, 35], withCost: [1, null, 3], raw: [4, 5, 6], index: [7, 8, 9] }),
    );
    expect([...columns.times]).toEqual([10, 20, 35]);
    expect([...columns.withCost]).toEqual([1, Number.NaN, 3]);
    expect([...columns.benchmarkIndex]).toEqual([7, 8, 9]);
  });

  it('keeps the last of several rows with the same time', () => {
    const columns = curveColumns(curve({ times: [10, 20, 20, 20, 30], withCost: [1, 2, 3, 4, 5], raw: [], index: [] }));
    expect([...columns.times]).toEqual([10, 20, 30]);
    expect([...columns.withCost]).toEqual([1, 4, 5]);
    expect([...columns.raw]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  });

  it('sorts rows by time', () => {
    const columns = curveColumns(curve({ times: [30, 10, 20], withCost: [3, 1, 2] }));
    expect([...columns.times]).toEqual([10, 20, 30]);
    expect([...columns.withCost]).toEqual([1, 2, 3]);
  });

  it('moves fees with their row, sums those of merged rows and drops those without a row', () => {
    const fees = [
      { row: 0, amounts: [1] },
      { row: 1, amounts: [2, 0.5] },
      { row: 2, amounts: [4] },
      { row: 9, amounts: [100] },
    ];
    const columns = curveColumns(curve({ times: [10, 20, 20], withCost: [1, 2, 3], fees }));
    expect(columns.fees).toEqual([
      { row: 0, total: 1 },
      { row: 1, total: 6.5 },
    ]);
  });

  // The last answer does not list the points of rows 0 and 2. The point of row 2 is replaced: the
  // answer lists points before and after it.
  const curveWithUnlisted = {
    times: [10, 20, 25, 30, 40],
    withCost: [1, 2, null, 4, 5],
    raw: [1, 2, 3, 4, 5],
    index: [9, 9, 9, 9, 9],
    fees: [
      { row: 2, amounts: [7] },
      { row: 3, amounts: [8] },
    ],
    unlisted: [
      { row: 0, replaced: false },
      { row: 2, replaced: true },
    ],
  };

  it('marks unlisted points, and leaves out replaced ones with their fees', () => {
    const columns = curveColumns(curve(curveWithUnlisted));
    expect([...columns.times]).toEqual([10, 20, 30, 40]);
    expect([...columns.withCost]).toEqual([1, 2, 4, 5]);
    expect([...(columns.unlisted ?? [])]).toEqual([1, Number.NaN, Number.NaN, Number.NaN]);
    expect(columns.fees).toEqual([{ row: 2, total: 8 }]);
    expect(curveColumns(curve({ ...curveWithUnlisted, unlisted: [] })).unlisted).toBeNull();
  });

  it('gives replaced points their own rows on request, without line values or fees', () => {
    const columns = curveColumns(curve(curveWithUnlisted), true);
    expect([...columns.times]).toEqual([10, 20, 25, 30, 40]);
    expect([...columns.raw]).toEqual([1, 2, Number.NaN, 4, 5]);
    expect([...columns.benchmarkIndex]).toEqual([9, 9, Number.NaN, 9, 9]);
    expect([...(columns.unlisted ?? [])]).toEqual([1, Number.NaN, 3, Number.NaN, Number.NaN]);
    expect(columns.fees).toEqual([{ row: 3, total: 8 }]);
  });

  it('does not mark a listed point if an unlisted point has the same time', () => {
    const columns = curveColumns(
      curve({ times: [10, 20, 20], withCost: [1, 2, 3], unlisted: [{ row: 1, replaced: false }] }),
    );
    expect([[...columns.withCost], columns.unlisted]).toEqual([[1, 3], null]);
  });
});
