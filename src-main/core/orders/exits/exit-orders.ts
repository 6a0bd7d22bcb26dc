import Big from 'big.js';
import type { Duration, Instrument } from '#contract/model/scalars.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { OrderPrice, Ticket } from '#contract/model/ticket.ts';
import type { Position } from '#contract/model/trade.ts';
import { plainTicket } from '#core/orders/plain-ticket.ts';
import { actionWords } from '../action-words.ts';
import { priceWords } from '../price-words.ts';

export type Held = Position & { readonly instrument: Instrument };

/** Whole units of what is held: an order can not name less. */
export const wholeUnits = (quantity: string | Big): string => new Big(quantity).round(0, Big.roundDown).toFixed();

export const closingAction = ({ side }: Position): 'STC' | 'BTC' => (side === 'long' ? 'STC' : 'BTC');
export const openingAgainst = ({ side }: Position): 'STO' | 'BTO' => (side === 'long' ? 'STO' : 'BTO');

/** Working orders that close this position: its stops and targets. Children that wait for an entry are not its own yet. */
export const protectiveOf = (position: Position, signals: readonly Signal[]): Signal[] =>
  signals.filter(
    (one) =>
      one.state === 'working' &&
      one.symbol === position.symbol &&
      one.action === closingAction(position) &&
      (one.serviceId ?? one.ownId) !== null,
  );

export function closingTicket(
  position: Held,
  quantity: string,
  price: OrderPrice,
  duration: Duration,
  more: Partial<Ticket> = {},
): Ticket {
  return {
    systemId: position.systemId,
    action: closingAction(position),
    quantity,
    symbol: position.symbol,
    instrument: position.instrument,
    price,
    duration,
    ...plainTicket,
    ...more,
  };
}

/** The same protective order for fewer units, in its own place; its siblings live on. */
export function resizedTicket(position: Held, order: Signal, quantity: string): Ticket | null {
  const id = order.serviceId ?? order.ownId;
  const price = priceOf(order);
  if (id === null || price === null) return null;
  return closingTicket(position, quantity, price, order.duration ?? 'GTC', {
    replaces: { serviceId: id, leaveOcaIntact: true },
  });
}

function priceOf({ kind, limit, stop }: Signal): OrderPrice | null {
  if (kind === 'limit' && limit !== null) return { kind, limit };
  return kind === 'stop' && stop !== null ? { kind, stop } : null;
}

export const orderText = ({ action, quantity, symbol, price, replaces }: Ticket): string => {
  const instead = replaces === null ? '' : `, in place of signal ${replaces.serviceId}`;
  return `${actionWords[action]} ${quantity} ${symbol} ${priceWords(price)}${instead}`;
};
