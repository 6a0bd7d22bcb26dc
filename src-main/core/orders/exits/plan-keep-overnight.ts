import { failed } from '#contract/outcome.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import { exitGroups } from '../protection/exit-groups.ts';
import { closingTicket, priceOf, protectiveOf, type Held } from './exit-orders.ts';

/** `onceShown`: sent only once the platform has shown the stop in the new group. */
export type KeptOrder = { readonly ticket: Ticket; readonly group: number; readonly onceShown: boolean };

/**
 * Stops that end with the day, made GTC. The stop goes first, in place of the old one and in a new group; what shares its
 * group follows once the stop is confirmed there. Where the group is known, the old members go with the old stop and are
 * entered again; where it is not, a single target of the same size is replaced into the new group and anything else stays.
 */
export function planKeepOvernight(
  held: Held,
  signals: readonly Signal[],
): readonly KeptOrder[] | Extract<CommandOutcome<'orders.plan-exit'>, { ok: false }> {
  const groups = exitGroups(protectiveOf(held, signals)).filter(({ orders }) => orders.some(endsToday));
  if (groups.length === 0) return failed('nothing-to-do', { code: 'keep.nothing' });
  return groups.flatMap(({ orders }, at) => keptGroup(held, orders, at));
}

const endsToday = ({ kind, duration }: Signal): boolean => kind === 'stop' && duration !== 'GTC';

function keptGroup(held: Held, orders: readonly Signal[], group: number): KeptOrder[] {
  const stops = orders.filter(endsToday);
  const [first, ...otherStops] = stops;
  if (first === undefined) return [];
  const others = [...otherStops, ...orders.filter(({ kind }) => kind === 'limit')];
  if (first.ocaGroupId !== null) {
    return [kept(held, first, false), ...others.map((order) => kept(held, order, null))].flatMap(within(group));
  }
  const [target] = others;
  const isPair = others.length === 1 && target?.kind === 'limit' && target.quantity === first.quantity;
  const moved = isPair ? [kept(held, target, true)] : [];
  return [kept(held, first, true), ...moved].flatMap(within(group));
}

/** The order as GTC; in place of the old one unless `leaveOcaIntact` is null. */
function kept(held: Held, order: Signal, leaveOcaIntact: boolean | null): Ticket | null {
  const id = order.serviceId ?? order.ownId;
  const price = priceOf(order);
  if (id === null || price === null) return null;
  const replaces = leaveOcaIntact === null ? null : { serviceId: id, leaveOcaIntact };
  return closingTicket(held, order.quantity, price, 'GTC', { replaces });
}

const within =
  (group: number) =>
  (ticket: Ticket | null, at: number): KeptOrder[] =>
    ticket === null ? [] : [{ ticket, group, onceShown: at > 0 }];
