import type { EquityCurve } from '#contract/model/equity.ts';

/** The points of a curve that figures are made from. */
type StandingPoints = {
  readonly points: Pick<EquityCurve, 'times' | 'withCost' | 'raw' | 'index'>;
  /** Of them, those that are no longer listed. */
  readonly unlisted: number;
  /** Those left out: the platform tells their stretch of time anew. */
  readonly replaced: number;
};

/** All that were read, but those in whose place later ones stand: both together would be a line that nobody listed. */
export function standingPoints(curve: EquityCurve): StandingPoints {
  const { unlisted = [] } = curve;
  const gone = new Set(unlisted.filter(({ replaced }) => replaced).map(({ at }) => at));
  const counted = unlisted.length - gone.size;
  if (gone.size === 0) return { points: curve, unlisted: counted, replaced: 0 };
  const stands = (_: number | null, at: number): boolean => !gone.has(at);
  const points = {
    times: curve.times.filter(stands),
    withCost: curve.withCost.filter(stands),
    raw: curve.raw.filter(stands),
    index: curve.index.filter(stands),
  };
  return { points, unlisted: counted, replaced: gone.size };
}
