import Big from 'big.js';
import type { Signal } from '#contract/model/signal.ts';
import type { Position } from '#contract/model/trade.ts';
import { planCancel } from '#core/orders/cancel/cancel-plan.ts';
import { closingTicket, orderText, type ClosablePosition } from '#core/orders/protection/exit-orders.ts';
import { exitGroups, parkedExitGroups, stopQuantity, type ExitGroup } from './exit-groups.ts';
import type { Step } from './exit-steps.ts';
import { otherExitsInGroup } from './shared-groups.ts';
import { tradingTime } from './trading-time.ts';

/**
 * Closes a position at market. Targets without a stop, parked exits and exits beyond the position
 * size are canceled first. Then one order per exit group closes its quantity and replaces its stop.
 * The part that no stop covers is closed last. So every part that a stop covered has its stop or a
 * closing order at any time, and the closing orders together never exceed the position size. The
 * closing orders are GTC, because a DAY order that expires at the close would take the stop with it.
 */
export function closeSteps(position: ClosablePosition, signals: readonly Signal[], now: number): Step[] {
  const groups = exitGroups(position, signals);
  const withStop = groups.filter(({ stop }) => stop !== null);
  let remaining = new Big(position.quantity);
  const orders: Step[] = [];
  const excessGroups: ExitGroup[] = [];
  // The profit is that of the whole position, so only its first order shows it.
  const close = (quantity: Big, group: ExitGroup | null): void => {
    const profit = orders.length === 0 ? position.profit : null;
    orders.push(closeStep({ ...position, profit }, quantity, group, now));
  };
  for (const group of withStop) {
    const quantity = group.quantity.lt(remaining) ? group.quantity : remaining;
    if (quantity.eq(0)) excessGroups.push(group);
    else close(quantity, group);
    remaining = remaining.minus(quantity);
  }
  if (remaining.gt(0)) close(remaining, null);
  const loneTargets = groups.filter(({ stop }) => stop === null);
  const canceledGroups = [...loneTargets, ...parkedExitGroups(position, signals), ...excessGroups];
  const cancels = canceledGroups.map((group) => cancelStep(group, position, signals));
  // Canceling an order with unknown links may cancel a stop too. The lists show whether there still
  // is a stop to replace.
  const needsRead =
    canceledGroups.some(({ members }) => members.some(({ links }) => links === 'unknown')) && withStop.length > 0;
  return [...cancels, ...(needsRead ? [readListsStep] : []), ...orders];
}

/**
 * Closes several positions. If two of them share a group, the closing order of one may cancel the
 * stop of the other, so the lists are read first.
 */
export function closeStepsOfAll(positions: readonly Position[], signals: readonly Signal[], now: number): Step[] {
  return positions.flatMap((one) => {
    const { instrument } = one;
    if (instrument === null) return [];
    const steps = closeSteps({ ...one, instrument }, signals, now);
    return otherExitsInGroup(one, signals).length > 0 ? [readListsStep, ...steps] : steps;
  });
}

function closeStep(position: ClosablePosition, quantity: Big, group: ExitGroup | null, now: number): Step {
  const stop = group?.stop ?? null;
  const id = stop === null ? null : (stop.serviceId ?? stop.ownId);
  const replaces = id === null ? null : { serviceId: id, leaveOcaIntact: false };
  const ticket = closingTicket(position, quantity.toFixed(), { kind: 'market' }, 'GTC', { replaces });
  const row = {
    symbol: position.symbol,
    size: quantity.toFixed(),
    profit: position.profit,
    canceledStopQuantity: group === null ? null : stopQuantity([group]),
    tradingTime: tradingTime(position, now),
  };
  return { text: orderText(ticket), task: { kind: 'order', ticket, groupNumber: null }, rows: [row] };
}

function cancelStep(group: ExitGroup, { symbol }: ClosablePosition, signals: readonly Signal[]): Step {
  const rowId = group.members[0]?.rowId ?? '';
  const { plan, requests } = planCancel(signals, [rowId]);
  const [cancel] = requests;
  if (!cancel) throw new Error(`the exit ${rowId} cannot be canceled`);
  const row = {
    symbol,
    size: group.quantity.toFixed(),
    profit: null,
    canceledStopQuantity: stopQuantity([group]),
    tradingTime: null,
  };
  return { text: plan.label, task: { kind: 'cancel', cancel }, rows: [row] };
}

export const readListsStep: Step = { text: { code: 'exit.read-lists' }, task: { kind: 'read', until: 'listed' } };
