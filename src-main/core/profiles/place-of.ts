import type { Profile } from '#contract/model/profile.ts';

/**
 * The place of a connection: its address and platform. For the practice service, the place has no
 * address, because the port of the service changes at every start.
 */
export const placeOf = ({ kind, baseUrl, platformId }: Pick<Profile, 'kind' | 'baseUrl' | 'platformId'>): string => {
  if (kind === 'practice') return platformId === null ? kind : `${kind} ${platformId}`;
  return `${baseUrl} ${platformId ?? 'world'}`;
};
