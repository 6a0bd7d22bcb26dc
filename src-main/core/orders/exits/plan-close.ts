import Big from 'big.js';
import type { Signal } from '#contract/model/signal.ts';
import type { Position } from '#contract/model/trade.ts';
import { planCancel } from '../cancel-plan.ts';
import { closingTicket, orderText, type Held } from './exit-orders.ts';
import { exitGroups, stopQuantity, type ExitGroup } from './exit-groups.ts';
import type { Step } from './exit-steps.ts';
import { exitsAlongside } from './shared-groups.ts';
import { tradingTime } from './trading-time.ts';

/**
 * Closing a position at market: lone targets and exits beyond what is held go first, then each exit group is closed by one
 * order of its quantity that replaces its stop, and what no stop covers is closed last. The position is never without a
 * stop for a part that no closing order has, and the closing orders together are never more than is held. GTC: a DAY order
 * that lapses at the close would take the stop with it.
 */
export function closeSteps(held: Held, signals: readonly Signal[], now: number): Step[] {
  const groups = exitGroups(held, signals);
  const withStop = groups.filter(({ stop }) => stop !== null);
  let open = new Big(held.quantity);
  const orders: Step[] = [];
  const beyond: ExitGroup[] = [];
  for (const group of withStop) {
    const part = group.quantity.lt(open) ? group.quantity : open;
    if (part.eq(0)) beyond.push(group);
    else orders.push(closeStep(held, part, group.stop, now));
    open = open.minus(part);
  }
  if (open.gt(0)) orders.push(closeStep(held, open, null, now));
  const first = [...groups.filter(({ stop }) => stop === null), ...beyond];
  const cancels = first.map((group) => cancelStep(group, held, signals));
  // Canceling an order of unknown links may take a stop along: the lists say whether there is still one to replace.
  const reads = first.some(({ members }) => members.some(({ links }) => links === 'unknown')) && withStop.length > 0;
  return [...cancels, ...(reads ? [readLists] : []), ...orders];
}

/** Of several positions. Where they share a group, the closing order of one may take the stop of the next along. */
export function closesOf(positions: readonly Position[], signals: readonly Signal[], now: number): Step[] {
  return positions.flatMap((one) => {
    const { instrument } = one;
    if (instrument === null) return [];
    const steps = closeSteps({ ...one, instrument }, signals, now);
    return exitsAlongside(one, signals).length > 0 ? [readLists, ...steps] : steps;
  });
}

function closeStep(held: Held, quantity: Big, stop: Signal | null, now: number): Step {
  const id = stop === null ? null : (stop.serviceId ?? stop.ownId);
  const replaces = id === null ? null : { serviceId: id, leaveOcaIntact: false };
  const ticket = closingTicket(held, quantity.toFixed(), { kind: 'market' }, 'GTC', { replaces });
  const about = {
    symbol: held.symbol,
    size: quantity.toFixed(),
    profit: held.profit,
    stopLost: stop?.quantity ?? null,
    trades: tradingTime(held, now),
  };
  return { text: orderText(ticket), deed: { kind: 'order', ticket, inGroup: false }, about: [about] };
}

function cancelStep(group: ExitGroup, { symbol }: Held, signals: readonly Signal[]): Step {
  const rowId = group.members[0]?.rowId ?? '';
  const { plan, requests } = planCancel(signals, [rowId]);
  const [cancel] = requests;
  if (!cancel) throw new Error(`the exit ${rowId} cannot be canceled`);
  const about = { symbol, size: group.quantity.toFixed(), profit: null, stopLost: stopQuantity([group]), trades: null };
  return { text: plan.label, deed: { kind: 'cancel', cancel }, about: [about] };
}

export const readLists: Step = { text: { code: 'exit.read-lists' }, deed: { kind: 'read', until: 'listed' } };
