import type { Signal } from '#contract/model/signal.ts';
import type { Position } from '#contract/model/trade.ts';
import { isEntry } from '#contract/model/order-action.ts';
import { closingAction } from '#core/orders/protection/exit-orders.ts';
import { canBeCanceled } from '#core/orders/signal-state.ts';
import { sameContract } from '#rules/option-symbol.ts';

type SymbolSide = Pick<Position, 'symbol' | 'side'>;

/**
 * Whether the order is at the platform, is on its way there, or may be at the platform. An order
 * that no list has shown for a day never arrived.
 */
export const mayFill = ({ journal, state }: Signal): boolean =>
  (canBeCanceled(state) && journal?.state !== 'CLOSED_ABSENT') || state === 'queued' || state === 'sending';

/** Whether this order closes that position. */
export const isExitOf = ({ action, symbol }: Pick<Signal, 'action' | 'symbol'>, position: SymbolSide): boolean =>
  sameContract(symbol, position.symbol) && action === closingAction(position);

/**
 * The entries and the exits of other positions that share a group with an exit of this position.
 * Replacing or canceling one order of a group cancels all orders of the group.
 */
export function otherOrdersInGroup(position: SymbolSide, signals: readonly Signal[]): Signal[] {
  const grouped = signals.filter((one) => mayFill(one) && one.ocaGroupId !== null);
  const groups = new Set(grouped.filter((one) => isExitOf(one, position)).map(({ ocaGroupId }) => ocaGroupId));
  return grouped.filter((one) => groups.has(one.ocaGroupId) && !isExitOf(one, position));
}

/** The exits among the orders that `otherOrdersInGroup` returns. */
export const otherExitsInGroup = (position: SymbolSide, signals: readonly Signal[]): Signal[] =>
  otherOrdersInGroup(position, signals).filter(({ action }) => !isEntry(action));

/** Whether the group of this order contains an exit of one of these positions. */
export function groupHasExitOf(order: Signal, positions: readonly SymbolSide[], signals: readonly Signal[]): boolean {
  if (order.ocaGroupId === null) return false;
  const siblings = signals.filter((one) => mayFill(one) && one.ocaGroupId === order.ocaGroupId);
  return siblings.some((one) => positions.some((position) => isExitOf(one, position)));
}

/**
 * The candidates that can be closed without canceling an exit of a position that stays. A candidate
 * that shares a group with such an exit stays too.
 */
export function closableWithoutOtherExits<Item extends SymbolSide>(
  candidates: readonly Item[],
  all: readonly Item[],
  signals: readonly Signal[],
): Item[] {
  const staying = all.filter((one) => !candidates.includes(one));
  const closable = candidates.filter((one) => {
    const otherExits = otherExitsInGroup(one, signals);
    return !otherExits.some((exit) => staying.some((position) => isExitOf(exit, position)));
  });
  return closable.length === candidates.length ? closable : closableWithoutOtherExits(closable, all, signals);
}
