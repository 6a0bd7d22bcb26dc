import type { Freshness } from './freshness.ts';

const unreliability = { never: 3, stale: 2, failed: 1, fresh: 0 } as const;

/**
 * The least reliable of several datasets. Never read is the least reliable, then stale, failed and
 * fresh. Among datasets of the same level it is the one with the oldest reading. `readAt` is that
 * of the oldest reading of all: a stale dataset can be read later than one that is still fresh.
 */
export function leastReliable(list: readonly Freshness[]): Freshness | null {
  const [worst] = [...list].sort((a, b) => rankOf(b) - rankOf(a) || (a.readAt ?? 0) - (b.readAt ?? 0));
  if (worst?.readAt == null) return worst ?? null;
  return { ...worst, readAt: Math.min(...list.map(({ readAt }) => readAt ?? 0)) };
}

/** Data without any reading ranks as never read, even if its level is `failed`. */
const rankOf = ({ level, readAt }: Freshness): number => (readAt === null ? unreliability.never : unreliability[level]);
