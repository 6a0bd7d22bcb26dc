import type { RequestValue } from '#core/platform/platform-client.ts';
import type { NestedOrder } from '#contract/model/ticket.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { ticketToSend } from '#core/orders/replace/replacement.ts';

type Members = Record<string, RequestValue>;

/**
 * The body of `submitSignal`. Texts are sent character for character. Throws if the price of a
 * limit or stop order got lost: the order would become a market order (order-safety 1.6).
 */
export function submitBody({
  ownId,
  parentOwnId,
  ...row
}: Pick<OrderRow, 'ticket' | 'ownId' | 'parentOwnId' | 'cancelFirst'>): Members {
  const ticket = ticketToSend(row);
  const signal = coreMembers(ticket, ownId);
  if (ticket.profitTarget !== null) signal['profittarget'] = ticket.profitTarget;
  if (ticket.stopLoss !== null) signal['stoploss'] = ticket.stopLoss;
  if (ticket.conditionalUpon !== null) signal['conditionalupon'] = ticket.conditionalUpon;
  if (ticket.ocaGroupId !== null) signal['ocaid'] = ticket.ocaGroupId;
  if (ticket.keepBothAlive) signal['forcenooca'] = '1';
  if (ticket.replaces !== null) {
    signal['xreplace'] = ticket.replaces.serviceId;
    signal['leave_oca_intact'] = ticket.replaces.leaveOcaIntact ? '1' : '0';
  }
  if (ticket.parent) {
    // The own id of the parent was reserved with the order. Without that id a lost parent could not
    // be found again.
    if (parentOwnId === undefined) throw new Error('a nested parent without an own id is never sent');
    signal['conditionalUponSignal'] = coreMembers(ticket.parent, parentOwnId);
  }
  if (ticket.parkUntil) signal['parkUntilSecs'] = String(ticket.parkUntil);
  return { systemid: ticket.systemId, signal };
}

function coreMembers(order: NestedOrder, ownId: string): Members {
  return {
    action: order.action,
    quant: order.quantity,
    symbol: order.symbol,
    typeofsymbol: order.instrument,
    duration: order.duration,
    signalid: ownId,
    ...priceMembers(order.price),
  };
}

function priceMembers(price: OrderRow['ticket']['price']): Members {
  if (price.kind === 'market') return { market: '1' };
  const text = price.kind === 'limit' ? price.limit : price.stop;
  if (!/[1-9]/.test(text)) throw new Error(`a ${price.kind} order without a price is never sent`);
  return { [price.kind]: text };
}
