import Big from 'big.js';
import type { Ticket } from '#contract/model/ticket.ts';
import { priceOf } from './fingerprint.ts';

export type OrderMoney = {
  /** Entry price times quantity times point value. */
  readonly value: Big | null;
  readonly risk: string | null;
  readonly reward: string | null;
};

/**
 * Exact amounts of an order, if its price and the point value are known. A market order has no
 * price yet, and its point value is not looked up.
 */
export function orderMoney(ticket: Ticket, pointValueOf: (symbol: string) => string | null): OrderMoney {
  const entry = priceOf(ticket);
  const pointValue = entry === null ? null : standardPointValue(ticket, pointValueOf(ticket.symbol));
  if (entry === null || pointValue === null) return { value: null, risk: null, reward: null };
  const units = new Big(ticket.quantity).times(pointValue);
  const amountAt = (price: string | null): string | null =>
    price === null ? null : moneyText(new Big(price).minus(entry).abs().times(units));
  return { value: units.times(entry), risk: amountAt(ticket.stopLoss), reward: amountAt(ticket.profitTarget) };
}

/**
 * The known point value, or the default of the instrument if none was seen yet (platform-notes 15,
 * 17). A currency pair that is not quoted in dollars has no dollar value here.
 */
export function standardPointValue(
  { instrument, symbol }: Pick<Ticket, 'instrument' | 'symbol'>,
  known: string | null,
): string | null {
  if (instrument === 'forex') return symbol.endsWith('USD') ? (known ?? '10000') : null;
  if (known !== null) return known;
  if (instrument === 'stock') return '1';
  return instrument === 'option' ? '100' : null;
}

/** Formats with two decimals if that is exact, else with all of them. */
function moneyText(value: Big): string {
  const text = value.toFixed(2);
  return new Big(text).eq(value) ? text : value.toFixed();
}
