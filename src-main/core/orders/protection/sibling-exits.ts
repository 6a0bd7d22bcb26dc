import Big from 'big.js';
import type { Signal } from '#contract/model/signal.ts';
import { groupKeyOf } from '#core/orders/signal-state.ts';

/** Closing orders of which at most one fills. `largest`: the largest of their quantities. */
export type SiblingExits = { readonly key: string; readonly orders: readonly Signal[]; readonly largest: string };

/**
 * Closing orders by OCA group. Target and stop of one bracket are one group even if no answer named
 * the group. Orders with unknown links may all be in one group, so they count as one group: only an
 * excess that is certain is reported.
 */
export function siblingExits(orders: readonly Signal[]): SiblingExits[] {
  return [...Map.groupBy(orders, siblingKey)].map(([key, members]) => ({
    key,
    orders: members,
    largest: members
      .map(({ quantity }) => new Big(quantity))
      .reduce((a, b) => (a.gt(b) ? a : b), new Big(0))
      .toFixed(),
  }));
}

export function siblingKey(order: Signal): string {
  return groupKeyOf(order) ?? (order.links === 'unknown' ? unknownLinks : order.rowId);
}

const unknownLinks = 'unknown links';
