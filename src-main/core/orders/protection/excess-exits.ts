import Big from 'big.js';
import type { Signal } from '#contract/model/signal.ts';
import type { OpenPosition } from '#contract/model/trade.ts';
import { workingExitsOf } from './exit-orders.ts';
import { siblingExits } from './sibling-exits.ts';

export type ExcessExits = {
  /** The quantity beyond the position size that the working exits could close. */
  readonly excess: string;
  /** Orders to cancel so that the exits close at most the position size. */
  readonly toCancel: readonly Signal[];
  /**
   * Orders to reduce. If one group that has a stop exceeds the position size by itself: its
   * oversized orders. Also a stop without siblings, if only a part of its quantity is still needed.
   */
  readonly toResize: readonly { readonly order: Signal; readonly quantity: string }[];
};

/**
 * Null if the working exits close at most the position size. Groups with a stop are retained before
 * groups without one.
 */
export function excessExits(position: OpenPosition, signals: readonly Signal[]): ExcessExits | null {
  const groups = siblingExits(workingExitsOf(position, signals));
  const positionSize = new Big(position.quantity);
  const total = groups.reduce((sum, { largest }) => sum.plus(largest), new Big(0));
  if (total.lte(positionSize)) return null;
  const toCancel: Signal[] = [];
  const toResize: { order: Signal; quantity: string }[] = [];
  let remaining = positionSize;
  const hasStop = (orders: readonly Signal[]): boolean => orders.some(({ kind }) => kind === 'stop');
  // A replaced member of a second group could leave its group, and then both members may fill.
  const canBeReduced = (orders: readonly Signal[]): boolean =>
    remaining.eq(positionSize) || (remaining.gt(0) && orders.length === 1);
  const stopGroupsFirst = groups.toSorted((a, b) => Number(hasStop(b.orders)) - Number(hasStop(a.orders)));
  for (const { orders, largest } of stopGroupsFirst) {
    if (remaining.gte(largest)) remaining = remaining.minus(largest);
    else if (hasStop(orders) && canBeReduced(orders)) {
      const quantity = remaining.toFixed();
      toResize.push(...orders.filter((order) => remaining.lt(order.quantity)).map((order) => ({ order, quantity })));
      remaining = new Big(0);
    } else toCancel.push(...orders);
  }
  return { excess: total.minus(positionSize).toFixed(), toCancel, toResize };
}
