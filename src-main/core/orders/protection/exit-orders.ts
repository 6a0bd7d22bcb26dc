import Big, { type RoundingMode } from 'big.js';
import type { Text } from '#contract/message.ts';
import type { Duration, Instrument } from '#contract/model/scalars.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { OrderPrice, Ticket } from '#contract/model/ticket.ts';
import type { Position } from '#contract/model/trade.ts';
import { plainTicket } from '#core/orders/plain-ticket.ts';
import { withoutWaitingChildren } from '#core/orders/signal-state.ts';
import { sameContract } from '#rules/option-symbol.ts';

export type ClosablePosition = Position & { readonly instrument: Instrument };

export const closingAction = ({ side }: Pick<Position, 'side'>): 'STC' | 'BTC' => (side === 'long' ? 'STC' : 'BTC');
/** The action that opens a position on the opposite side. */
export const oppositeEntryAction = ({ side }: Position): 'STO' | 'BTO' => (side === 'long' ? 'STO' : 'BTO');

/**
 * Working orders that close this position: its stops and targets. Legs that wait for an entry do
 * not count yet, even if a list shows them as working.
 */
export function workingExitsOf(position: Pick<Position, 'symbol' | 'side'>, signals: readonly Signal[]): Signal[] {
  const exits = signals.filter(
    (one) =>
      one.state === 'working' &&
      sameContract(one.symbol, position.symbol) &&
      one.action === closingAction(position) &&
      (one.serviceId ?? one.ownId) !== null,
  );
  return withoutWaitingChildren(exits, signals);
}

export function closingTicket(
  position: ClosablePosition,
  quantity: string,
  price: OrderPrice,
  duration: Duration,
  changes: Partial<Ticket> = {},
): Ticket {
  return {
    systemId: position.systemId,
    action: closingAction(position),
    quantity: inNineDecimals(quantity, Big.roundDown),
    symbol: position.symbol,
    instrument: position.instrument,
    price,
    duration,
    ...plainTicket,
    ...changes,
  };
}

/** The same exit with a smaller quantity, replaced in place. Its siblings remain. */
export function resizedTicket(position: ClosablePosition, order: Signal, quantity: string): Ticket | null {
  const id = order.serviceId ?? order.ownId;
  const price = priceOf(order);
  if (id === null || price === null) return null;
  return closingTicket(position, quantity, price, order.duration ?? 'GTC', {
    replaces: { serviceId: id, leaveOcaIntact: true },
  });
}

export function priceOf({ kind, limit, stop }: Signal): OrderPrice | null {
  if (kind === 'limit' && limit !== null) return { kind, limit: inNineDecimals(limit) };
  return kind === 'stop' && stop !== null ? { kind, stop: inNineDecimals(stop) } : null;
}

/** An order has at most nine decimals. A listed price or a part of a position may have more. */
const inNineDecimals = (decimal: string, rounding: RoundingMode = Big.roundHalfUp): string =>
  /[.][0-9]{10}/.test(decimal) ? new Big(decimal).round(9, rounding).toFixed() : decimal;

export const orderText = ({ action, quantity, symbol, price, replaces }: Ticket): Text => ({
  code: 'exit.order',
  action,
  quantity,
  symbol,
  kind: price.kind,
  price: price.kind === 'market' ? null : price.kind === 'limit' ? price.limit : price.stop,
  replaces: replaces?.serviceId ?? null,
});
