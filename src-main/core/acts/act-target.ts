import type { ActTarget } from '#contract/model/act.ts';

/** The target id of what copies a strategy at a broker: one word for each of the two. */
export const linkId = (systemId: string, brokerCode: string): string => `${systemId} ${brokerCode}`;

export function linkOf(id: string): { readonly systemId: string; readonly brokerCode: string } {
  const at = id.indexOf(' ');
  return { systemId: id.slice(0, at), brokerCode: id.slice(at + 1) };
}

/** The strategy of a target; null where it has none. A subscription of the key's person has its id. */
export function systemOf({ kind, id }: ActTarget): string | null {
  if (kind === 'system' || kind === 'subscription') return id;
  return kind === 'link' ? linkOf(id).systemId : null;
}

/** Requests of a strategy share its id with its orders and cancels. */
export const targetKey = ({ kind, id }: ActTarget): string => (kind === 'system' ? id : `${kind} ${id}`);
