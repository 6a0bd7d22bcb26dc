import type { EquityCurve } from '#contract/model/equity.ts';

/** The points of a curve that figures use. */
type ListedPoints = {
  readonly points: Pick<EquityCurve, 'times' | 'withCost' | 'raw' | 'index'>;
  /** The number of these points that are no longer listed. */
  readonly unlisted: number;
  /** The number of points left out because later readings replaced their time span. */
  readonly replaced: number;
};

/**
 * All points except those that later points replace. A curve with both was never listed by the
 * platform.
 */
export function listedPoints(curve: EquityCurve): ListedPoints {
  const { unlisted = [] } = curve;
  const replacedTimes = new Set(unlisted.filter(({ replaced }) => replaced).map(({ at }) => at));
  const counted = unlisted.length - replacedTimes.size;
  if (replacedTimes.size === 0) return { points: curve, unlisted: counted, replaced: 0 };
  const isListed = (_: number | null, at: number): boolean => !replacedTimes.has(at);
  const points = {
    times: curve.times.filter(isListed),
    withCost: curve.withCost.filter(isListed),
    raw: curve.raw.filter(isListed),
    index: curve.index.filter(isListed),
  };
  return { points, unlisted: counted, replaced: replacedTimes.size };
}
