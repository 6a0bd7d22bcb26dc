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

describe('columns of an equity curve', () => {
  it('keeps rows that ascend as they are, absent values as NaN', () => {
    const columns = curveColumns(
      curve({ times: [10, 20, 35], withCost: [1, null, 3], raw: [4, 5, 6], index: [7, 8, 9] }),
    );
    expect([...columns.times]).toEqual([10, 20, 35]);
    expect([...columns.withCost]).toEqual([1, Number.NaN, 3]);
    expect([...columns.index]).toEqual([7, 8, 9]);
  });

  it('keeps the last of several rows with one time', () => {
    const columns = curveColumns(curve({ times: [10, 20, 20, 20, 30], withCost: [1, 2, 3, 4, 5], raw: [], index: [] }));
    expect([...columns.times]).toEqual([10, 20, 30]);
    expect([...columns.withCost]).toEqual([1, 4, 5]);
    expect([...columns.raw]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  });

  it('puts rows that go back in time in order', () => {
    const columns = curveColumns(curve({ times: [30, 10, 20], withCost: [3, 1, 2] }));
    expect([...columns.times]).toEqual([10, 20, 30]);
    expect([...columns.withCost]).toEqual([1, 2, 3]);
  });

  it('lets fees follow their row, adds those of merged rows and drops those that point nowhere', () => {
    const fees = [
      { at: 0, amounts: [1] },
      { at: 1, amounts: [2, 0.5] },
      { at: 2, amounts: [4] },
      { at: 9, amounts: [100] },
    ];
    const columns = curveColumns(curve({ times: [10, 20, 20], withCost: [1, 2, 3], fees }));
    expect(columns.fees).toEqual([
      { at: 0, total: 1 },
      { at: 1, total: 6.5 },
    ]);
  });
});
