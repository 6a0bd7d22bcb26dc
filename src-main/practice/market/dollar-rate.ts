import { divide, ONE, type Fixed } from '#rules/decimal.ts';
import { PAIRS } from '#practice/instruments/instrument-list.ts';

const pairs = new Set(PAIRS.map(({ symbol }) => symbol));

/**
 * Dollars for one unit of a currency, from the price of its pair with the dollar, in either
 * direction.
 */
export function dollarRate(currency: string, price: (pair: string) => Fixed): Fixed {
  if (currency === 'USD') return ONE;
  if (pairs.has(`${currency}USD`)) return price(`${currency}USD`);
  return divide(ONE, price(`USD${currency}`));
}
