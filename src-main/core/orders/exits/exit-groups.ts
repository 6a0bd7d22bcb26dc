import Big from 'big.js';
import type { Signal } from '#contract/model/signal.ts';
import type { Position } from '#contract/model/trade.ts';
import { protectiveOf } from './exit-orders.ts';

/** Orders that close a position and die together. */
export type ExitGroup = {
  readonly members: readonly Signal[];
  /** The stop that a closing order replaces, null for a lone target. */
  readonly stop: Signal | null;
  /** What it closes at most. */
  readonly quantity: Big;
};

/** The exits of a position, each group once. An order whose links are unknown is a group of its own. */
export function exitGroups(position: Position, signals: readonly Signal[]): ExitGroup[] {
  const groups = new Map<string, Signal[]>();
  for (const exit of protectiveOf(position, signals)) {
    const key = exit.ocaGroupId ?? exit.rowId;
    groups.set(key, [...(groups.get(key) ?? []), exit]);
  }
  return [...groups.values()].map((members) => {
    const stop = members.find(({ kind }) => kind === 'stop') ?? null;
    const quantity = members.reduce((most, one) => (most.lt(one.quantity) ? new Big(one.quantity) : most), new Big(0));
    return { members, stop, quantity: stop === null ? quantity : new Big(stop.quantity) };
  });
}

/** How much of the position these stops cover, as text; null for none. */
export function stopQuantity(groups: readonly ExitGroup[]): string | null {
  const stops = groups.flatMap(({ stop }) => (stop === null ? [] : [stop.quantity]));
  return stops.length === 0 ? null : stops.reduce((total, one) => total.plus(one), new Big(0)).toFixed();
}
