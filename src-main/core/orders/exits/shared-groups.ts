import type { Signal } from '#contract/model/signal.ts';
import type { Position } from '#contract/model/trade.ts';
import { isEntry } from '../action-words.ts';
import { closingAction } from './exit-orders.ts';

type Line = Pick<Position, 'symbol' | 'side'>;

const isLive = ({ state }: Signal): boolean => ['working', 'waiting', 'sending', 'unknown'].includes(state);

/** Whether this order closes that position. */
export const isExitOf = ({ action, symbol }: Pick<Signal, 'action' | 'symbol'>, position: Line): boolean =>
  symbol === position.symbol && action === closingAction(position);

/** Exits of other positions in a group with an exit of this one: replacing or canceling one cancels them all. */
export function exitsAlongside(position: Line, signals: readonly Signal[]): Signal[] {
  const live = signals.filter((one) => isLive(one) && !isEntry(one.action) && one.ocaGroupId !== null);
  const groups = new Set(live.filter((one) => isExitOf(one, position)).map(({ ocaGroupId }) => ocaGroupId));
  return live.filter((one) => groups.has(one.ocaGroupId) && !isExitOf(one, position));
}

/** Whether the group of this order holds an exit of one of these positions. */
export function protectsAnother(order: Signal, positions: readonly Line[], signals: readonly Signal[]): boolean {
  if (order.ocaGroupId === null) return false;
  const siblings = signals.filter((one) => isLive(one) && one.ocaGroupId === order.ocaGroupId);
  return siblings.some((one) => positions.some((position) => isExitOf(one, position)));
}

/** Those that can be closed without a stop of a position that stays: what shares a group with one of these stays as well. */
export function closableAlone<Held extends Line>(
  open: readonly Held[],
  all: readonly Held[],
  signals: readonly Signal[],
): Held[] {
  const stays = all.filter((one) => !open.includes(one));
  const closable = open.filter((one) => {
    const alongside = exitsAlongside(one, signals);
    return !alongside.some((exit) => stays.some((kept) => isExitOf(exit, kept)));
  });
  return closable.length === open.length ? closable : closableAlone(closable, all, signals);
}
