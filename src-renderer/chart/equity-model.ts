import type { EquityCurve } from '#contract/model/equity.ts';
import { axisTimes } from './axis-times.ts';
import { alignComparedCurve, type ComparedCurve } from './compared-curve.ts';
import { curveColumns, type CurveColumns } from './curve-columns.ts';
import { drawdown } from './drawdown.ts';
import { firstValue, rebase } from './rebase.ts';
import { wallText } from './wall-text.ts';
import { ZoneClock } from './zone-clock.ts';

/** The curves of the strategy itself. */
type OwnCurveName = 'withCost' | 'raw' | 'benchmark';

/** Slots for the curves of other strategies. */
export const otherCurveNames = ['otherA', 'otherB', 'otherC'] as const;

/** The curves of the upper pane. */
export type CurveName = OwnCurveName | 'unlisted' | (typeof otherCurveNames)[number];

export const curveNames: readonly CurveName[] = ['withCost', 'raw', 'benchmark', 'unlisted', ...otherCurveNames];

const DAY = 86_400;

const ownTitles: Readonly<Record<OwnCurveName, string>> = {
  withCost: 'With costs',
  raw: 'Without costs',
  benchmark: 'Benchmark',
};

/** How the benchmark is scaled: by the platform's factor, or, without one, from a common start. */
export type BenchmarkBasis = 'platform' | 'common-start' | 'none';

export interface EquityModel extends CurveColumns {
  readonly clock: ZoneClock;
  /** Times of the axis, see `axisTimes`. */
  readonly axis: Float64Array;
  readonly curves: Readonly<Record<OwnCurveName, Float64Array> & Partial<Record<CurveName, Float64Array>>>;
  /** The title of each curve. That of `withCost` names the commission plan if one was chosen. */
  readonly titles: Readonly<Record<CurveName, string>>;
  /** Whether there is a curve to draw under each name. */
  readonly present: Readonly<Record<CurveName, boolean>>;
  /** The commission plan of the curve. Undefined for the platform's own. */
  readonly plan: string | undefined;
  readonly benchmarkBasis: BenchmarkBasis;
  /** The number of replaced points, also of those that have no row. */
  readonly replacedCount: number;
  /**
   * Percent below the peak of the curve with costs, or of the curve without costs if it is the only
   * one.
   */
  readonly drawdown: Float64Array;
}

/**
 * Everything that the chart draws for a curve and the compared ones, in one zone. `withReplaced`:
 * see `curveColumns`.
 */
export function equityModel(
  curve: EquityCurve,
  zone: string,
  others: readonly ComparedCurve[] = [],
  withReplaced = false,
): EquityModel {
  const columns = curveColumns(curve, withReplaced);
  const clock = new ZoneClock(zone, columns.times[0] ?? 0, columns.times.at(-1) ?? 0);
  const [benchmark, benchmarkBasis] = scaleBenchmark(columns, curve.indexScale);
  const { unlisted } = columns;
  const unlistedCount = unlisted?.filter((value) => !Number.isNaN(value)).length ?? 0;
  const own = { withCost: columns.withCost, raw: columns.raw, benchmark, ...(unlisted && { unlisted }) };
  const compared = others.slice(0, otherCurveNames.length).map((other) => alignComparedCurve(columns.times, other));
  const [otherA, otherB, otherC] = compared;
  const curves = { ...own, ...(otherA && { otherA }), ...(otherB && { otherB }), ...(otherC && { otherC }) };
  const hasValue = (values: Float64Array | undefined): boolean =>
    values !== undefined && firstValue(values, 0) !== null;
  const present = {
    otherA: hasValue(otherA),
    otherB: hasValue(otherB),
    otherC: hasValue(otherC),
    withCost: hasValue(own.withCost),
    raw: hasValue(own.raw),
    benchmark: benchmarkBasis !== 'none',
    unlisted: unlisted !== null,
  };
  return {
    ...columns,
    clock,
    axis: axisTimes(columns.times, clock),
    curves,
    titles: {
      ...ownTitles,
      ...(curve.plan === undefined ? {} : { withCost: `${ownTitles.withCost} (plan ${curve.plan})` }),
      unlisted: `${unlistedCount} unlisted ${unlistedCount === 1 ? 'point' : 'points'}`,
      otherA: comparedTitle(others[0], columns.times, clock),
      otherB: comparedTitle(others[1], columns.times, clock),
      otherC: comparedTitle(others[2], columns.times, clock),
    },
    present,
    plan: curve.plan,
    benchmarkBasis,
    replacedCount: curve.unlisted?.filter(({ replaced }) => replaced).length ?? 0,
    drawdown: drawdown(present.withCost ? curves.withCost : curves.raw),
  };
}

/**
 * The name of a compared curve. Some rows after its end show its last value, so the title names the
 * day of that value if the current curve is more than a day ahead.
 */
function comparedTitle(other: ComparedCurve | undefined, times: Float64Array, clock: ZoneClock): string {
  if (other === undefined) return '';
  const end = other.curve.times.at(-1) ?? 0;
  return (times.at(-1) ?? 0) - end > DAY ? `${other.name} (to ${wallText(clock.wall(end)).slice(4, 14)})` : other.name;
}

function scaleBenchmark(columns: CurveColumns, scaleText: string | null): [Float64Array, BenchmarkBasis] {
  if (firstValue(columns.benchmarkIndex, 0) === null) return [columns.benchmarkIndex, 'none'];
  const scale = scaleText === null ? Number.NaN : Number(scaleText);
  if (scale > 0) return [columns.benchmarkIndex.map((level) => level * scale), 'platform'];
  const start = firstValue(columns.withCost, 0) ?? firstValue(columns.raw, 0);
  const scaled = start === null ? null : rebase(columns.benchmarkIndex, 0, start);
  return scaled === null ? [columns.benchmarkIndex, 'none'] : [scaled, 'common-start'];
}
