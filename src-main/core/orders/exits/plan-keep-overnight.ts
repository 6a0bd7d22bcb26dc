import { failed } from '#contract/outcome.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import { siblingExits } from '../protection/sibling-exits.ts';
import { sharesGroup } from '../signal-state.ts';
import { closingTicket, priceOf, workingExitsOf, type ClosablePosition } from '#core/orders/protection/exit-orders.ts';

/**
 * `group` is the number of a new group of this plan. An order with `waitsForPrevious` is sent after
 * the platform lists the stop in that group.
 */
export type GtcOrder = { readonly ticket: Ticket; readonly group: number; readonly waitsForPrevious: boolean };

/**
 * Replaces stops that end today by GTC stops: DAY stops, and GTC stops in the group of a DAY order,
 * whose expiry cancels them. Of each group one stop is replaced first, into a new group. The
 * siblings of all groups follow, each once the platform shows the new stop in its new group. They
 * come last because a sibling that stays on hold ends the plan, and every stop must be replaced
 * before. If the old group is known, the old siblings are canceled with the old stop and entered
 * again. If the old group is unknown, a single target of the same size is replaced into the new
 * group, and anything else stays.
 */
export function planKeepOvernight(
  position: ClosablePosition,
  signals: readonly Signal[],
): readonly GtcOrder[] | Extract<CommandOutcome<'orders.plan-exit'>, { ok: false }> {
  const groups = siblingExits(workingExitsOf(position, signals)).filter(({ orders }) =>
    losesStopToday(orders, signals),
  );
  if (groups.length === 0) return failed('nothing-to-do', { code: 'keep.nothing' });
  const gtcOrders = groups.flatMap(({ orders }, index) => gtcGroup(position, orders, index));
  const first = gtcOrders.filter(({ waitsForPrevious }) => !waitsForPrevious);
  return [...first, ...gtcOrders.filter(({ waitsForPrevious }) => waitsForPrevious)];
}

const isStop = ({ kind }: Signal): boolean => kind === 'stop';
const isDayStop = (order: Signal): boolean => isStop(order) && order.duration !== 'GTC';

/** Whether a stop of these orders ends today, by itself or with a DAY order of its group. */
function losesStopToday(orders: readonly Signal[], signals: readonly Signal[]): boolean {
  if (orders.some(isDayStop)) return true;
  const stops = orders.filter(isStop);
  return signals.some(
    (one) => one.state === 'working' && one.duration === 'DAY' && stops.some((stop) => sharesGroup(stop, one)),
  );
}

function gtcGroup(position: ClosablePosition, orders: readonly Signal[], group: number): GtcOrder[] {
  const gtcStops = orders.filter((one) => isStop(one) && !isDayStop(one));
  const dayStops = orders.filter(isDayStop);
  const [first, ...otherStops] = [...dayStops, ...gtcStops];
  if (first === undefined) return [];
  const limits = orders.filter(({ kind }) => kind === 'limit');
  if (first.ocaGroupId !== null) {
    // The replacement cancels the GTC stops of the group too.
    const siblings = [...otherStops, ...limits];
    return [gtcTicket(position, first, false), ...siblings.map((order) => gtcTicket(position, order, null))].flatMap(
      inGroup(group),
    );
  }
  const others = [...otherStops.filter(isDayStop), ...limits];
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
