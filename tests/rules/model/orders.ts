import type { Ticket } from '#contract/model/ticket.ts';
import { fixed } from '#rules/decimal.ts';
import type { RuleOptions } from '#rules/signals/rule-options.ts';
import type { SignalRequest } from '#rules/signals/signal-request.ts';

/**
 * One model: the behavior of the service where the specification is silent, and the orders of the
 * client.
 */
export type Variant = {
  readonly rules: RuleOptions;
  readonly ownIdsInLists: boolean;
  /** The order that the replacement replaces: the bracket's entry, or its stop loss. */
  readonly replaces: 'entry' | 'stop';
  readonly leaveOcaIntact: boolean;
  readonly forceNoOca: boolean;
  /** Instead of the replacement, an order equal to the first in every visible detail. */
  readonly hasDuplicate: boolean;
  /** A middlebox may send one request twice. */
  readonly doubling: boolean;
  /** The day may end, once. */
  readonly dayEnds: boolean;
  /** Only the service id, symbol and action of each listed record can be read. */
  readonly unreadable: boolean;
};

export const ENTRY = 0;
export const REPLACEMENT = 1;
export const DUPLICATE = 2;
export const SYSTEM = '7';
const OWN_IDS = ['900000000000001', '900000000000002', '900000000000003'];

export function ownIdOf(index: number): string {
  const id = OWN_IDS[index];
  if (id === undefined) throw new Error(`no order ${index}`);
  return id;
}

const BRACKET: Ticket = {
  systemId: SYSTEM,
  action: 'BTO',
  quantity: '100',
  symbol: 'AAPL',
  instrument: 'stock',
  price: { kind: 'limit', limit: '260' },
  duration: 'DAY',
  profitTarget: '270',
  stopLoss: '250',
  conditionalUpon: null,
  replaces: null,
  ocaGroupId: null,
  keepBothAlive: false,
};

/** `replaced` is the service id that the client knows for the order to replace. */
export function ticketOf(index: number, variant: Variant, replaced: string | null): Ticket {
  const bracket = { ...BRACKET, keepBothAlive: variant.forceNoOca };
  if (index !== REPLACEMENT) return bracket;
  const replaces = { serviceId: replaced ?? '', leaveOcaIntact: variant.leaveOcaIntact };
  const plain = { ...BRACKET, profitTarget: null, stopLoss: null, replaces };
  return variant.replaces === 'entry'
    ? { ...plain, price: { kind: 'limit', limit: '261' } }
    : { ...plain, action: 'STC', price: { kind: 'stop', stop: '255' } };
}

/** The request as the service reads it. */
export function requestOf(ticket: Ticket, ownId: string): SignalRequest {
  const { price } = ticket;
  const fixedOrNull = (text: string | null): bigint | null => (text === null ? null : fixed(text));
  return {
    action: ticket.action,
    quantity: fixed(ticket.quantity),
    symbol: ticket.symbol,
    instrument: ticket.instrument,
    duration: ticket.duration,
    market: false,
    limit: price.kind === 'limit' ? fixed(price.limit) : null,
    stop: price.kind === 'stop' ? fixed(price.stop) : null,
    profitTarget: fixedOrNull(ticket.profitTarget),
    stopLoss: fixedOrNull(ticket.stopLoss),
    conditionalUpon: ticket.conditionalUpon,
    parent: null,
    replaces: ticket.replaces?.serviceId ?? null,
    leaveOcaIntact: ticket.replaces?.leaveOcaIntact ?? false,
    ownId,
    ocaId: ticket.ocaGroupId,
    forceNoOca: ticket.keepBothAlive,
    releaseAt: null,
    comments: '',
  };
}
