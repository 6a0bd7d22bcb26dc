import type { ActTarget } from '#contract/model/act.ts';

type LinkTarget = {
  readonly systemId: string;
  /** On a private platform: whose account it is. Null: that of the person of the key. */
  readonly personId: string | null;
  readonly brokerCode: string;
};

/** The target id of what copies a strategy at a broker: `101 HARBOR`, or of a person `101/42 HARBOR`. */
export const linkId = ({ systemId, personId, brokerCode }: LinkTarget): string =>
  `${systemId}${personId === null ? '' : `/${personId}`} ${brokerCode}`;

export function linkOf(id: string): LinkTarget {
  const at = id.indexOf(' ');
  const [systemId = '', personId = null] = id.slice(0, at).split('/');
  return { systemId, personId, brokerCode: id.slice(at + 1) };
}

/** The target id of a subscription of another person: `101/42`. That of the key's person is `101`. */
export const subscriptionId = (systemId: string, personId: string): string => `${systemId}/${personId}`;
export const isOfOther = (id: string): boolean => id.includes('/');

/** The strategy of a target; null where it has none. */
export function systemOf({ kind, id }: ActTarget): string | null {
  if (kind === 'system') return id;
  if (kind === 'subscription') return id.split('/')[0] ?? id;
  return kind === 'link' ? linkOf(id).systemId : null;
}

/** Requests of a strategy share its id with its orders and cancels. */
export const targetKey = ({ kind, id }: ActTarget): string => (kind === 'system' ? id : `${kind} ${id}`);
