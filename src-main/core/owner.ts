import type { Profile } from '#contract/model/profile.ts';
import type { Mode } from '#contract/model/status.ts';

/** Practice and live have separate journals, caches and clients. */
export const modeOf = ({ kind }: Pick<Profile, 'kind'>): Mode => (kind === 'practice' ? 'PRACTICE' : 'LIVE');

/**
 * Selects the journal rows of a session. `formerIds` are connections of the same address and
 * platform: an order is found again after its connection was removed and added once more.
 */
export type Owner = { readonly id: string; readonly mode: Mode; readonly formerIds?: ReadonlySet<string> };

export const isOwn = (
  { id, mode, formerIds }: Owner,
  row: { readonly profileId: string; readonly mode: Mode },
): boolean => row.mode === mode && (row.profileId === id || formerIds?.has(row.profileId) === true);
