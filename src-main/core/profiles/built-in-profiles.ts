import type { Profile } from '#contract/model/profile.ts';
import type { PracticeLink } from '#core/ports.ts';

export const practiceProfileId = 'practice';
const operatorProfileId = 'practice-operator';

/** Connections that exist without being added, by id and name. */
export const builtInProfiles: readonly Pick<Profile, 'id' | 'name'>[] = [
  { id: practiceProfileId, name: 'Practice' },
  { id: operatorProfileId, name: 'Practice (operator)' },
];

/**
 * The practice service as a person sees it, always first. Its address is empty when the service did
 * not start.
 */
export const practiceProfile = (link: PracticeLink | { readonly failure: string }): Profile =>
  builtIn(practiceProfileId, 'failure' in link ? '' : link.baseUrl, null);

/**
 * The practice service and, where it has a private platform, the connection of the operator of that
 * platform.
 */
export function practiceProfiles(link: PracticeLink | { readonly failure: string }): readonly Profile[] {
  const person = practiceProfile(link);
  if ('failure' in link || link.platform === null) return [person];
  return [person, builtIn(operatorProfileId, link.baseUrl, link.platform.platformId)];
}

/** The key of a built-in connection; null when the service did not start. */
export function practiceKey(link: PracticeLink | { readonly failure: string }, { platformId }: Profile): string | null {
  if ('failure' in link) return null;
  return platformId === null ? link.apiKey : (link.platform?.apiKey ?? null);
}

const builtIn = (id: string, baseUrl: string, platformId: string | null): Profile => ({
  id,
  name: builtInProfiles.find((one) => one.id === id)?.name ?? id,
  kind: 'practice',
  baseUrl,
  altBaseUrl: null,
  platformId,
  paceMs: 0,
  keyPlace: 'built-in',
});
