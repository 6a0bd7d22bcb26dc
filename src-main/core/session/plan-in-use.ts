import type { CacheReader } from '#core/cache/queries/cache-reader.ts';
import type { SessionParts } from './session-parts.ts';

/**
 * The chosen commission plan of a strategy; empty for the platform's own. All bundles share their
 * choices and none can read a curve, so in a bundle only a plan of its own curves counts.
 */
export function planInUse(
  { bundle, commissionPlanOf, profile }: SessionParts,
  cache: Pick<CacheReader, 'plans'>,
  systemId: string,
): string {
  const plan = commissionPlanOf(profile.id, systemId);
  return bundle && !cache.plans(systemId).includes(plan) ? '' : plan;
}
