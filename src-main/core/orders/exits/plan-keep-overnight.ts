import { failed } from '#contract/outcome.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import { siblingExits } from '../protection/sibling-exits.ts';
import { closingTicket, priceOf, workingExitsOf, type ClosablePosition } from '#core/orders/protection/exit-orders.ts';

/**
 * `group` is the number of a new group of this plan. An order with `waitsForPrevious` is sent after
 * the platform lists the stop in that group.
 */
export type GtcOrder = { readonly ticket: Ticket; readonly group: number; readonly waitsForPrevious: boolean };

/**
 * Replaces DAY stops by GTC stops. Of each group one DAY stop is replaced first, into a new group.
 * Its siblings follow once the platform shows the new stop in the new group. If the old group is
 * known, the old siblings are canceled with the old stop and entered again. If the old group is
 * unknown, a single target of the same size is replaced into the new group, and anything else
 * stays.
 */
export function planKeepOvernight(
  position: ClosablePosition,
  signals: readonly Signal[],
): readonly GtcOrder[] | Extract<CommandOutcome<'orders.plan-exit'>, { ok: false }> {
  const groups = siblingExits(workingExitsOf(position, signals)).filter(({ orders }) => orders.some(endsToday));
  if (groups.length === 0) return failed('nothing-to-do', { code: 'keep.nothing' });
  return groups.flatMap(({ orders }, index) => gtcGroup(position, orders, index));
}

const endsToday = ({ kind, duration }: Signal): boolean => kind === 'stop' && duration !== 'GTC';

function gtcGroup(position: ClosablePosition, orders: readonly Signal[], group: number): GtcOrder[] {
  const [first, ...otherStops] = orders.filter(endsToday);
  if (first === undefined) return [];
  const limits = orders.filter(({ kind }) => kind === 'limit');
  const others = [...otherStops, ...limits];
  if (first.ocaGroupId !== null) {
    // The replacement cancels the GTC stops of the group too.
    const gtcStops = orders.filter((one) => one.kind === 'stop' && !endsToday(one));
    const siblings = [...otherStops, ...gtcStops, ...limits];
    return [gtcTicket(position, first, false), ...siblings.map((order) => gtcTicket(position, order, null))].flatMap(
      inGroup(group),
    );
  }
  const [target] = others;
  const isPair = others.length === 1 && target?.kind === 'limit' && target.quantity === first.quantity;
  const movedTarget = isPair ? [gtcTicket(position, target, true)] : [];
  return [gtcTicket(position, first, true), ...movedTarget].flatMap(inGroup(group));
}

/** The order as GTC. It replaces the old one unless `leaveOcaIntact` is null. */
function gtcTicket(position: ClosablePosition, order: Signal, leaveOcaIntact: boolean | null): Ticket | null {
  const id = order.serviceId ?? order.ownId;
  const price = priceOf(order);
  if (id === null || price === null) return null;
  const replaces = leaveOcaIntact === null ? null : { serviceId: id, leaveOcaIntact };
  return closingTicket(position, order.quantity, price, 'GTC', { replaces });
}

const inGroup =
  (group: number) =>
  (ticket: Ticket | null, index: number): GtcOrder[] =>
    ticket === null ? [] : [{ ticket, group, waitsForPrevious: index > 0 }];
