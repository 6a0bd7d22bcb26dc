import type { Freshness } from './freshness.ts';

const unreliability = { never: 3, stale: 2, failed: 1, fresh: 0 } as const;

/** The least reliable of several datasets: never read, then stale, then failed, then the oldest. */
export function leastReliable(list: readonly Freshness[]): Freshness | null {
  const [worst] = [...list].sort((a, b) => rankOf(b) - rankOf(a) || (a.readAt ?? 0) - (b.readAt ?? 0));
  return worst ?? null;
}

/** Data that could not be read is as unreliable as data that was never read. */
const rankOf = ({ level, readAt }: Freshness): number => (readAt === null ? unreliability.never : unreliability[level]);
