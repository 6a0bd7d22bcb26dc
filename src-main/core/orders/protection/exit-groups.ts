import Big from 'big.js';
import type { Signal } from '#contract/model/signal.ts';

/** Closing orders of which at most one fills. */
export type ExitGroup = { readonly key: string; readonly orders: readonly Signal[]; readonly largest: string };

/**
 * Closing orders by the group in which they live. Target and stop of one bracket are one group although no answer named
 * it. Orders whose links are unknown may all be in one group, so they count as one: nothing is claimed that is not known.
 */
export function exitGroups(orders: readonly Signal[]): ExitGroup[] {
  return [...Map.groupBy(orders, exitGroupKey)].map(([key, members]) => ({
    key,
    orders: members,
    largest: members
      .map(({ quantity }) => new Big(quantity))
      .reduce((a, b) => (a.gt(b) ? a : b), new Big(0))
      .toFixed(),
  }));
}

export function exitGroupKey({ rowId, ocaGroupId, links, parentRowId, role }: Signal): string {
  if (ocaGroupId !== null) return `group ${ocaGroupId}`;
  if (links === 'unknown') return unknownLinks;
  const isLeg = role === 'target' || role === 'stop';
  return isLeg && parentRowId !== null ? `bracket ${parentRowId}` : rowId;
}

const unknownLinks = 'unknown links';
