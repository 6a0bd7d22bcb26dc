import type { Freshness } from './freshness.ts';

const rank = { never: 3, stale: 2, failed: 1, fresh: 0 } as const;

/** Of several data the one a trader should doubt most: never read before stale before failing, then the oldest. */
export function oldest(list: readonly Freshness[]): Freshness | null {
  const [worst] = [...list].sort((a, b) => doubt(b) - doubt(a) || (a.readAt ?? 0) - (b.readAt ?? 0));
  return worst ?? null;
}

/** What could not be read is doubted as what was not tried. */
const doubt = ({ level, readAt }: Freshness): number => (readAt === null ? rank.never : rank[level]);
