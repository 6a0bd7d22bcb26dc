import Big from 'big.js';
import type { Ticket } from '#contract/model/ticket.ts';
import { canonicalAction, sameAction } from '#core/same-action.ts';
import type { SignalRecord } from '#core/signal-record.ts';
import { contractKey, sameContract } from '#rules/option-symbol.ts';
import { sameDecimal } from './same-decimal.ts';

/**
 * Orders with equal fingerprints cannot be distinguished in the platform's lists (order-safety
 * 4.0).
 */
export function fingerprint(ticket: Ticket): string {
  const { systemId, action, quantity, symbol, price, duration, conditionalUpon } = ticket;
  const parts = [
    systemId,
    canonicalAction(action),
    decimalKey(quantity),
    contractKey(symbol),
    price.kind,
    priceKey(ticket),
    duration,
    conditionalUpon,
  ];
  return parts.map((part) => part ?? '').join(' ');
}

const priceKey = (ticket: Ticket): string => {
  const price = priceOf(ticket);
  return price === null ? '' : decimalKey(price);
};

/** The same text for equal decimals: 10 and 10.0. */
const decimalKey = (decimal: string): string => new Big(decimal).toFixed();

export function priceOf({ price }: Pick<Ticket, 'price'>): string | null {
  if (price.kind === 'limit') return price.limit;
  return price.kind === 'stop' ? price.stop : null;
}

/**
 * Whether symbol, strategy, action, quantity, price and duration of ticket and record are equal. A
 * duration that the record does not show does not count as a difference.
 */
export function matchesFingerprint(ticket: Ticket, record: SignalRecord): boolean {
  return (
    // The symbol is compared first, because most of the thousands of records differ in it.
    sameContract(record.symbol, ticket.symbol) &&
    record.systemId === ticket.systemId &&
    sameAction(record.action, ticket.action) &&
    sameDecimal(record.quantity, ticket.quantity) &&
    record.kind === ticket.price.kind &&
    (record.duration === null || record.duration === ticket.duration) &&
    samePrice(priceOf(ticket), record.kind === 'limit' ? record.limit : record.stop, record.kind)
  );
}

function samePrice(asked: string | null, shown: string | null, kind: SignalRecord['kind']): boolean {
  if (kind === 'market') return true;
  return asked !== null && shown !== null && sameDecimal(asked, shown);
}
