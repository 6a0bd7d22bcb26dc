import type { Freshness } from './freshness.ts';

type Aged = { readonly freshness: Freshness; readonly readAt: number | null };

const rank = { never: 3, stale: 2, failed: 1, fresh: 0 } as const;

/** Of several data the one a trader should doubt most: never read before stale before failing, then the oldest. */
export function oldest(list: readonly Aged[]): Freshness | null {
  const [worst] = [...list].sort(
    (a, b) => rank[b.freshness.level] - rank[a.freshness.level] || (a.readAt ?? 0) - (b.readAt ?? 0),
  );
  return worst?.freshness ?? null;
}
