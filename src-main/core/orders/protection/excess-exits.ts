import Big from 'big.js';
import type { Signal } from '#contract/model/signal.ts';
import type { OpenPosition } from '#contract/model/trade.ts';
import { coveredBy } from './covered-quantity.ts';
import { workingExitsOf } from './exit-orders.ts';
import { siblingExits, type SiblingExits } from './sibling-exits.ts';

export type ExcessExits = {
  /** The quantity beyond the position size that the working exits could close. */
  readonly excess: string;
  /** Orders to cancel so that the exits close at most the position size. */
  readonly toCancel: readonly Signal[];
  /**
   * Orders to reduce: the oversized orders of a group with a stop, if that group alone exceeds the
   * position size, or a stop without siblings, if only a part of its quantity is still needed.
   */
  readonly toResize: readonly { readonly order: Signal; readonly quantity: string }[];
  /** How much of the position the stops cover now, and how much once these orders are changed. */
  readonly coverBefore: string;
  readonly coverAfter: string;
};

/**
 * Null if the working exits close at most the position size. Groups are retained in the order of
 * their stop quantity, the largest first, and groups without a stop last.
 */
export function excessExits(position: OpenPosition, signals: readonly Signal[]): ExcessExits | null {
  const exits = workingExitsOf(position, signals);
  const groups = siblingExits(exits);
  const positionSize = new Big(position.quantity);
  const total = groups.reduce((sum, { largest }) => sum.plus(largest), new Big(0));
  if (total.lte(positionSize)) return null;
  const toCancel: Signal[] = [];
  const toResize: { order: Signal; quantity: string }[] = [];
  let remaining = positionSize;
  // Replacing an order may remove it from its group, and then a sibling could fill too. So a group
  // after the first retained one is reduced only if it is a single order.
  const canBeReduced = (orders: readonly Signal[]): boolean =>
    remaining.eq(positionSize) || (remaining.gt(0) && orders.length === 1);
  const largestStopFirst = groups
    .map((group) => ({ ...group, stopQuantity: stopQuantityOf(group) }))
    .toSorted((a, b) => b.stopQuantity.cmp(a.stopQuantity));
  for (const { orders, largest, stopQuantity } of largestStopFirst) {
    if (remaining.gte(largest)) remaining = remaining.minus(largest);
    else if (stopQuantity.gt(0) && canBeReduced(orders)) {
      const quantity = remaining.toFixed();
      toResize.push(...orders.filter((order) => remaining.lt(order.quantity)).map((order) => ({ order, quantity })));
      remaining = new Big(0);
    } else toCancel.push(...orders);
  }
  const cover = (orders: readonly Signal[]): string =>
    smaller(new Big(coveredBy(orders.filter(isStop))), positionSize).toFixed();
  const resized = new Map(toResize.map(({ order, quantity }) => [order, { ...order, quantity }]));
  const retained = exits.filter((one) => !toCancel.includes(one)).map((one) => resized.get(one) ?? one);
  return {
    excess: total.minus(positionSize).toFixed(),
    toCancel,
    toResize,
    coverBefore: cover(exits),
    coverAfter: cover(retained),
  };
}

/** The quantity of the smallest stop of a group, because only one member fills. 0 without a stop. */
function stopQuantityOf({ orders }: SiblingExits): Big {
  const stops = orders.filter(isStop).map(({ quantity }) => new Big(quantity));
  return stops.length === 0 ? new Big(0) : stops.reduce(smaller);
}

const isStop = ({ kind }: Signal): boolean => kind === 'stop';

const smaller = (a: Big, b: Big): Big => (b.lt(a) ? b : a);
