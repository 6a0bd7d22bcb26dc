import Big from 'big.js';
import type { Ticket } from '#contract/model/ticket.ts';
import { isEntry } from '#contract/model/order-action.ts';
import { orderMoney } from '../order-money.ts';

/** The risk that an order adds. `value` is null if a price or a point value is unknown. */
export type NewRisk = { readonly quantity: Big; readonly value: Big | null };

/** The entries among the order and the parent that is nested in it. */
export const entriesOf = (ticket: Ticket): Ticket[] =>
  [ticket, ...(ticket.parent ? [{ ...ticket, ...ticket.parent }] : [])].filter(({ action }) => isEntry(action));

/** Whether the order adds any risk. */
export const entersRisk = (ticket: Ticket): boolean => entriesOf(ticket).length > 0;

/** The risk of all entries of an order. Null if the order only closes. */
export function newRiskOf(ticket: Ticket, pointValue: (symbol: string) => string | null): NewRisk | null {
  const parts = entriesOf(ticket);
  if (parts.length === 0) return null;
  const values = parts.map((part) => orderMoney(part, pointValue).value);
  return {
    quantity: parts.reduce((total, { quantity }) => total.plus(quantity), new Big(0)),
    value: values.reduce<Big | null>((total, value) => (total && value ? total.plus(value) : null), new Big(0)),
  };
}
