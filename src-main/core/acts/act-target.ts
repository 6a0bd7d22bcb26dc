import type { ActTarget } from '#contract/model/act.ts';
import { linkTargetOf } from '#contract/model/link-id.ts';

/**
 * The target id of a subscription of another person: `101/42`. For the owner of the API key it is
 * `101`.
 */
export const subscriptionId = (systemId: string, personId: string): string => `${systemId}/${personId}`;
export const isOfOtherPerson = (id: string): boolean => id.includes('/');

/** The strategy of a target; null if it has none. */
export function systemOf({ kind, id }: ActTarget): string | null {
  if (kind === 'system') return id;
  if (kind === 'subscription') return id.split('/')[0] ?? id;
  return kind === 'link' ? linkTargetOf(id).systemId : null;
}

/** The key of the send queue. A strategy has one queue for its acts, orders and cancels. */
export const targetKey = ({ kind, id }: ActTarget): string => (kind === 'system' ? id : `${kind} ${id}`);
