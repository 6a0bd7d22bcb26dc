import Big from 'big.js';
import type { Signal } from '#contract/model/signal.ts';
import type { Position } from '#contract/model/trade.ts';
import { coveredBy } from '#core/orders/protection/covered-quantity.ts';
import { workingExitsOf } from '#core/orders/protection/exit-orders.ts';
import { groupKeyOf } from '#core/orders/signal-state.ts';

/** Orders that close a position and are canceled together. */
export type ExitGroup = {
  readonly members: readonly Signal[];
  /**
   * The stop that a closing order replaces: the first stop of the group. Null if the group has no
   * stop.
   */
  readonly stop: Signal | null;
  /** The quantity of `stop`. Without a stop, the quantity of the largest member. */
  readonly quantity: Big;
};

/** The exits of a position by group. An order with unknown links is a group of its own. */
export function exitGroups(position: Position, signals: readonly Signal[]): ExitGroup[] {
  const groups = new Map<string, Signal[]>();
  for (const exit of workingExitsOf(position, signals)) {
    const key = groupKeyOf(exit) ?? exit.rowId;
    groups.set(key, [...(groups.get(key) ?? []), exit]);
  }
  return [...groups.values()].map((members) => {
    const stop = members.find(({ kind }) => kind === 'stop') ?? null;
    const quantity = members.reduce(
      (largest, one) => (largest.lt(one.quantity) ? new Big(one.quantity) : largest),
      new Big(0),
    );
    return { members, stop, quantity: stop === null ? quantity : new Big(stop.quantity) };
  });
}

/**
 * The total quantity that the stops of these groups cover, with one stop counted per group. Null
 * without a stop.
 */
export function stopQuantity(groups: readonly ExitGroup[]): string | null {
  const stops = groups.flatMap(({ members }) => members.filter(({ kind }) => kind === 'stop'));
  return stops.length === 0 ? null : coveredBy(stops);
}
