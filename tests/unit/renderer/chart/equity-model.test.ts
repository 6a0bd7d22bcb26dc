import { describe, expect, it } from 'vitest';
import type { EquityCurve } from '#contract/model/equity.ts';
import { equityModel } from '#renderer/chart/equity-model.ts';
import { rebase } from '#renderer/chart/rebase.ts';

const curve: EquityCurve = {
  systemId: '1',
  times: [1_700_000_000, 1_700_086_400, 1_700_172_800],
  withCost: [50_000, 55_000, 49_500],
  raw: [50_000, 55_500, 50_500],
  index: [4_000, 4_100, 4_200],
  indexScale: '12.5',
  fees: [],
};
const zone = 'America/New_York';

describe('the model of an equity chart', () => {
  it("scales the benchmark by the platform's factor", () => {
    const model = equityModel(curve, zone);
    expect([...model.curves.benchmark]).toEqual([50_000, 51_250, 52_500]);
    expect(model.benchmarkBasis).toBe('platform');
  });

  it('starts the benchmark at the account value when there is no factor', () => {
    const model = equityModel({ ...curve, indexScale: null, index: [null, 5_000, 5_500] }, zone);
    expect([...model.curves.benchmark]).toEqual([Number.NaN, 50_000, 55_000]);
    expect(model.benchmarkBasis).toBe('common-start');
  });

  it('leaves the benchmark out when the platform sent none', () => {
    const model = equityModel({ ...curve, index: [null, null, null] }, zone);
    expect(model.present.benchmark).toBe(false);
    expect(model.benchmarkBasis).toBe('none');
  });

  it('uses the curve with costs for the drawdown, or else the curve without costs', () => {
    expect(equityModel(curve, zone).drawdown[2]).toBeCloseTo(-10);
    const modelWithoutCosts = equityModel({ ...curve, withCost: [null, null, null] }, zone);
    expect(modelWithoutCosts.drawdown[2]).toBeCloseTo((50_500 / 55_500 - 1) * 100);
  });

  it('accepts a curve that was never read', () => {
    const model = equityModel({ ...curve, times: [], withCost: [], raw: [], index: [], indexScale: null }, zone);
    expect([model.axis.length, model.present.withCost]).toEqual([0, false]);
  });
});

describe('rebasing', () => {
  it('scales the curve so that its first value in the range becomes the start value', () => {
    expect([...(rebase(Float64Array.of(10, 20, 30), 1, 100) ?? [])]).toEqual([50, 100, 150]);
  });

  it('skips missing values and refuses a base that is not positive', () => {
    expect([...(rebase(Float64Array.of(Number.NaN, 20, 30), 0, 100) ?? [])].slice(1)).toEqual([100, 150]);
    expect(rebase(Float64Array.of(-5, 20), 0, 100)).toBeNull();
    expect(rebase(Float64Array.of(Number.NaN), 0, 100)).toBeNull();
  });
});
