import type { CacheReader } from '#core/cache/queries/cache-reader.ts';
import type { SessionParts } from './session-parts.ts';

/**
 * The chosen commission plan of a strategy; empty for the platform's own. The choices are shared by
 * all bundles, so in a bundle a choice counts only if the bundle has a curve of that plan.
 */
export function planInUse(
  { bundle, commissionPlanOf, profile }: SessionParts,
  cache: Pick<CacheReader, 'plans'>,
  systemId: string,
): string {
  const plan = commissionPlanOf(profile.id, systemId);
  return bundle && !cache.plans(systemId).includes(plan) ? '' : plan;
}
