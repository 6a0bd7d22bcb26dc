import Big from 'big.js';
import type { Signal } from '#contract/model/signal.ts';
import type { Position } from '#contract/model/trade.ts';
import { coveredBy } from '#core/orders/protection/covered-quantity.ts';
import { workingExitsOf } from '#core/orders/protection/exit-orders.ts';
import { groupKeyOf, withoutWaitingChildren } from '#core/orders/signal-state.ts';
import { isExitOf } from './shared-groups.ts';

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
export const exitGroups = (position: Position, signals: readonly Signal[]): ExitGroup[] =>
  groupsOf(workingExitsOf(position, signals));

/**
 * The parked exits of a position by group, without those that end with a working exit of their
 * group. No order replaces them, because `xreplace` is unsafe for a parked order.
 */
export function parkedExitGroups(position: Position, signals: readonly Signal[]): ExitGroup[] {
  const workingGroups = new Set(workingExitsOf(position, signals).map(groupKeyOf));
  const parked = signals.filter(
    (one) => one.state === 'waiting' && one.parkedUntil !== null && isExitOf(one, position),
  );
  const lone = withoutWaitingChildren(parked, signals).filter((one) => {
    const key = groupKeyOf(one);
    return key === null || !workingGroups.has(key);
  });
  return groupsOf(lone).map((group) => ({ ...group, stop: null }));
}

function groupsOf(exits: readonly Signal[]): ExitGroup[] {
  const groups = new Map<string, Signal[]>();
  for (const exit of exits) {
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
 * The total quantity that the working stops of these groups cover, with one stop counted per group.
 * Null without a working stop.
 */
export function stopQuantity(groups: readonly ExitGroup[]): string | null {
  const stops = groups.flatMap(({ members }) =>
    members.filter(({ kind, state }) => kind === 'stop' && state === 'working'),
  );
  return stops.length === 0 ? null : coveredBy(stops);
}
