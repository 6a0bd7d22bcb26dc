import type { Profile } from '#contract/model/profile.ts';
import type { PracticeAccess } from '#core/ports.ts';

export const practiceProfileId = 'practice';
const operatorProfileId = 'practice-operator';

/** Connections that exist without being added, by id and name. */
export const builtInProfiles: readonly Pick<Profile, 'id' | 'name'>[] = [
  { id: practiceProfileId, name: 'Practice' },
  { id: operatorProfileId, name: 'Practice (operator)' },
];

/**
 * The connection to the practice service with the key of an ordinary user. It is the first in the
 * list of connections. Its address is empty if the service did not start.
 */
export const practiceProfile = (access: PracticeAccess | { readonly failure: string }): Profile =>
  builtIn(practiceProfileId, 'failure' in access ? '' : access.baseUrl, null);

/**
 * The practice service and, if it has a private platform, the connection of the operator of that
 * platform.
 */
export function practiceProfiles(access: PracticeAccess | { readonly failure: string }): readonly Profile[] {
  const userProfile = practiceProfile(access);
  if ('failure' in access || access.platform === null) return [userProfile];
  return [userProfile, builtIn(operatorProfileId, access.baseUrl, access.platform.platformId)];
}

/** The key of a built-in connection; null when the service did not start. */
export function practiceKey(
  access: PracticeAccess | { readonly failure: string },
  { platformId }: Profile,
): string | null {
  if ('failure' in access) return null;
  return platformId === null ? access.apiKey : (access.platform?.apiKey ?? null);
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
