import type { EquityCurve } from '#contract/model/equity.ts';

/** The points of a curve that figures use. */
type UsedPoints = {
  readonly points: Pick<EquityCurve, 'times' | 'withCost' | 'raw' | 'index'>;
  /** The number of these points that are no longer listed. */
  readonly unlisted: number;
  /** The number of points left out because later readings replaced their time span. */
  readonly replaced: number;
};

/**
 * All points except the replaced ones. Unlisted points that nothing replaced remain. The platform
 * never listed a replaced point together with the points that replaced it.
 */
export function usedPoints(curve: EquityCurve): UsedPoints {
  const { unlisted = [] } = curve;
  const replacedRows = new Set(unlisted.filter(({ replaced }) => replaced).map(({ row }) => row));
  const usedUnlistedCount = unlisted.length - replacedRows.size;
  if (replacedRows.size === 0) return { points: curve, unlisted: usedUnlistedCount, replaced: 0 };
  const isUsed = (_: number | null, row: number): boolean => !replacedRows.has(row);
  const points = {
    times: curve.times.filter(isUsed),
    withCost: curve.withCost.filter(isUsed),
    raw: curve.raw.filter(isUsed),
    index: curve.index.filter(isUsed),
  };
  return { points, unlisted: usedUnlistedCount, replaced: replacedRows.size };
}
