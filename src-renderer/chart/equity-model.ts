import type { EquityCurve } from '#contract/model/equity.ts';
import { axisTimes } from './axis-times.ts';
import { curveColumns, type CurveColumns } from './curve-columns.ts';
import { drawdown } from './drawdown.ts';
import { firstValue, rebase } from './rebase.ts';
import { ZoneClock } from './zone-clock.ts';

/** The curves of the upper pane. */
export type CurveName = 'withCost' | 'raw' | 'benchmark';

export const curveNames: readonly CurveName[] = ['withCost', 'raw', 'benchmark'];

export const curveTitles: Record<CurveName, string> = {
  withCost: 'With costs',
  raw: 'Without costs',
  benchmark: 'Benchmark',
};

/** How the benchmark was laid over the account: by the platform's own factor, or, without one, from a common start. */
export type BenchmarkBasis = 'platform' | 'common-start' | 'none';

export interface EquityModel extends CurveColumns {
  readonly clock: ZoneClock;
  /** Times of the axis, see `axisTimes`. */
  readonly axis: Float64Array;
  readonly curves: Readonly<Record<CurveName, Float64Array>>;
  readonly present: Readonly<Record<CurveName, boolean>>;
  readonly benchmarkBasis: BenchmarkBasis;
  /** Per cent below the peak of the curve with costs; of the one without where the platform gives no other. */
  readonly drawdown: Float64Array;
}

/** Everything the chart draws of a curve, in one zone. */
export function equityModel(curve: EquityCurve, zone: string): EquityModel {
  const columns = curveColumns(curve);
  const clock = new ZoneClock(zone, columns.times[0] ?? 0, columns.times.at(-1) ?? 0);
  const [benchmark, benchmarkBasis] = layBenchmark(columns, curve.indexScale);
  const curves = { withCost: columns.withCost, raw: columns.raw, benchmark };
  const present = {
    withCost: firstValue(curves.withCost, 0) !== null,
    raw: firstValue(curves.raw, 0) !== null,
    benchmark: benchmarkBasis !== 'none',
  };
  return {
    ...columns,
    clock,
    axis: axisTimes(columns.times, clock),
    curves,
    present,
    benchmarkBasis,
    drawdown: drawdown(present.withCost ? curves.withCost : curves.raw),
  };
}

function layBenchmark(columns: CurveColumns, scaleText: string | null): [Float64Array, BenchmarkBasis] {
  if (firstValue(columns.index, 0) === null) return [columns.index, 'none'];
  const scale = scaleText === null ? Number.NaN : Number(scaleText);
  if (scale > 0) return [columns.index.map((level) => level * scale), 'platform'];
  const start = firstValue(columns.withCost, 0) ?? firstValue(columns.raw, 0);
  const laid = start === null ? null : rebase(columns.index, 0, start);
  return laid === null ? [columns.index, 'none'] : [laid, 'common-start'];
}
