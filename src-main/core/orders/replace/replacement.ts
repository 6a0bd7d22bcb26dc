import type { Text } from '#contract/message.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { MemberChange, Ticket } from '#contract/model/ticket.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { priceParams } from '../price-params.ts';
import { sharesGroup } from '../signal-state.ts';

/** The order that a ticket replaces, with its bracket and its parent. */
export type ReplacedOrder = {
  readonly signal: Signal;
  readonly target: Signal | null;
  readonly stop: Signal | null;
  /** The order that the replaced order still waits for. */
  readonly parent: Signal | null;
  /** The other orders in the group of `signal` that are at the platform. */
  readonly siblings: readonly Signal[];
  /** The orders that wait for its fill, besides the legs of its bracket. */
  readonly dependents: readonly Signal[];
};

const isAtPlatform = ({ state }: Signal): boolean => state === 'working' || state === 'waiting';

/** Undefined if the ticket replaces nothing, or an order that is in no list. */
export function replacedOrder(ticket: Ticket, signals: readonly Signal[]): ReplacedOrder | undefined {
  const id = ticket.replaces?.serviceId;
  const signal = id === undefined ? undefined : signals.find((one) => one.serviceId === id || one.ownId === id);
  if (!signal) return undefined;
  const child = (role: Signal['role']): Signal | null =>
    signals.find((one) => one.parentRowId === signal.rowId && one.role === role && isAtPlatform(one)) ?? null;
  const parent = signals.find(({ rowId }) => rowId === signal.parentRowId);
  return {
    signal,
    target: child('target'),
    stop: child('stop'),
    parent: parent && isAtPlatform(parent) ? parent : null,
    siblings: signals.filter((one) => one !== signal && sharesGroup(one, signal) && isAtPlatform(one)),
    dependents: signals.filter(
      (one) => one.parentRowId === signal.rowId && one.role === 'conditional' && isAtPlatform(one),
    ),
  };
}

/**
 * Whether `xreplace` is unsafe for this replacement (platform-notes 7, order-safety 6.1): the old
 * order is parked or waits for its parent, or the new one does not work at once. Such a replacement
 * takes a cancel, the proof of that cancel, and a new order. `cancelAsked`: the cancel was sent
 * before and is not proved. It is then sent again, even if the old order was released or left the
 * lists.
 */
export function needsTwoSteps(ticket: Ticket, replaced: ReplacedOrder | undefined, cancelAsked = false): boolean {
  if (ticket.replaces === null) return false;
  if (cancelAsked) return true;
  const isLater = ticket.conditionalUpon !== null || Boolean(ticket.parent) || Boolean(ticket.parkUntil);
  return isLater || replaced?.signal.state === 'waiting';
}

/** The ticket to send. Once the old order is canceled, the new one replaces nothing. */
export const ticketToSend = ({ ticket, cancelFirst }: Pick<OrderRow, 'ticket' | 'cancelFirst'>): Ticket =>
  cancelFirst?.proof == null ? ticket : { ...ticket, replaces: null };

/** Old → new value of every member that either order has. */
export function memberChanges(ticket: Ticket, replaced: ReplacedOrder | undefined, twoSteps: boolean): MemberChange[] {
  if (!replaced) return [];
  const { signal, target, stop, parent } = replaced;
  const joinsOldGroup = ticket.replaces?.leaveOcaIntact === true && !twoSteps;
  const changes: MemberChange[] = [
    { member: 'action', before: signal.action, after: ticket.action },
    { member: 'quantity', before: signal.quantity, after: ticket.quantity },
    { member: 'symbol', before: signal.symbol, after: ticket.symbol },
    { member: 'price', before: priceOf(signal), after: { code: 'order.price', ...priceParams(ticket.price) } },
    { member: 'duration', before: signal.duration, after: ticket.duration },
    { member: 'target', before: target?.limit ?? null, after: ticket.profitTarget },
    { member: 'stop', before: stop?.stop ?? null, after: ticket.stopLoss },
    { member: 'condition', before: parent && idOf(parent), after: conditionOf(ticket) },
    { member: 'release', before: timeOf(signal.parkedUntil), after: timeOf(ticket.parkUntil) },
    {
      member: 'group',
      before: signal.ocaGroupId,
      after: ticket.ocaGroupId ?? (joinsOldGroup ? signal.ocaGroupId : null),
    },
  ];
  return changes.filter(({ before, after }) => before !== null || after !== null);
}

const idOf = ({ serviceId, ownId }: Signal): string | null => serviceId ?? ownId;

const priceOf = ({ kind, limit, stop }: Signal): Text => ({
  code: 'order.price',
  kind,
  price: kind === 'market' ? null : kind === 'limit' ? limit : stop,
});

function conditionOf({ conditionalUpon, parent }: Ticket): Text | null {
  if (!parent) return conditionalUpon;
  const { action, quantity, symbol, price } = parent;
  return { code: 'order.line', action, quantity, symbol, ...priceParams(price) };
}

const timeOf = (at: number | null | undefined): string | null => (at ? String(at) : null);
