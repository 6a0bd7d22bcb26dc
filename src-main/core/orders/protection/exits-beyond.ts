import Big from 'big.js';
import type { Signal } from '#contract/model/signal.ts';
import type { HeldPosition } from '#contract/model/trade.ts';
import { protectiveOf } from '../exits/exit-orders.ts';
import { exitGroups } from './exit-groups.ts';

export type ExitsBeyond = {
  /** How much more than is held the working exits could close. */
  readonly beyond: string;
  /** Orders to cancel so that no more than is held is closed. */
  readonly cancel: readonly Signal[];
  /** A stop that alone is larger than the position, to be made as large as it. */
  readonly resize: readonly Signal[];
};

/** Null where working exits close at most what is held. What goes is what protects least: groups with a stop stay first. */
export function exitsBeyond(position: HeldPosition, signals: readonly Signal[]): ExitsBeyond | null {
  const groups = exitGroups(protectiveOf(position, signals));
  const held = new Big(position.quantity);
  const total = groups.reduce((sum, { largest }) => sum.plus(largest), new Big(0));
  if (total.lte(held)) return null;
  const cancel: Signal[] = [];
  const resize: Signal[] = [];
  let left = held;
  const hasStop = (orders: readonly Signal[]): boolean => orders.some(({ kind }) => kind === 'stop');
  const byStop = groups.toSorted((a, b) => Number(hasStop(b.orders)) - Number(hasStop(a.orders)));
  for (const { orders, largest } of byStop) {
    if (left.gte(largest)) left = left.minus(largest);
    else if (left.eq(held) && hasStop(orders)) {
      resize.push(...orders.filter(({ quantity }) => new Big(quantity).gt(held)));
      left = new Big(0);
    } else cancel.push(...orders);
  }
  return { beyond: total.minus(held).toFixed(), cancel, resize };
}
