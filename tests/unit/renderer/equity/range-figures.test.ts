import { describe, expect, it } from 'vitest';
import type { EquityCurve } from '#contract/model/equity.ts';
import { equityModel } from '#renderer/chart/equity-model.ts';
import { rangeFigures } from '#renderer/equity/range-figures.ts';

const curve: EquityCurve = {
  systemId: '1',
  times: [1, 2, 3, 4, 5, 6].map((day) => 1_700_000_000 + day * 86_400),
  withCost: [null, 100, 120, 90, 110, null],
  raw: [100, 101, 122, 93, 114, 115],
  index: [],
  indexScale: null,
  fees: [
    { row: 1, amounts: [5] },
    { row: 4, amounts: [7, 1] },
  ],
};
const model = equityModel(curve, 'America/New_York');

describe('statistics of the visible range', () => {
  it('use the curve with costs, between its first and last value in the range', () => {
    expect(rangeFigures(model, 0, 5)).toEqual({
      first: 1,
      last: 4,
      change: 10,
      percent: 10,
      withCosts: true,
      drawdown: { percent: -25, peak: 2, trough: 3 },
      fees: 13,
    });
  });

  it('have the same drawdown as the drawdown pane: its peak may be before the range', () => {
    expect(rangeFigures(model, 3, 4)?.drawdown).toEqual({ percent: -25, peak: 2, trough: 3 });
    expect(Math.min(...model.drawdown.subarray(3, 5))).toBe(-25);
  });

  it('contain only the fees of the range, and are null if the range has no value', () => {
    expect(rangeFigures(model, 3, 4)).toMatchObject({ change: 20, fees: 8 });
    expect(rangeFigures(model, 5, 5)).toBeNull();
  });

  it('have no fees without fee events, and no percentage of a negative account', () => {
    const poor = equityModel({ ...curve, withCost: [-10, -20, -5, null, null, null], fees: [] }, 'America/New_York');
    expect(rangeFigures(poor, 0, 5)).toMatchObject({ change: 5, percent: null, drawdown: null, fees: null });
  });

  it('report that costs are not included if no value with costs exists', () => {
    const noCosts = equityModel({ ...curve, withCost: [null, null, null, null, null, null] }, 'America/New_York');
    expect(rangeFigures(noCosts, 0, 5)).toMatchObject({ change: 15, withCosts: false });
  });
});
