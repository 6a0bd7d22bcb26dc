import type { Profile } from '#contract/model/profile.ts';

/** Where a connection is: its address and platform. The practice service has another port at every start. */
export const placeOf = ({ kind, baseUrl, platformId }: Pick<Profile, 'kind' | 'baseUrl' | 'platformId'>): string =>
  kind === 'practice' ? kind : `${baseUrl} ${platformId ?? 'world'}`;
