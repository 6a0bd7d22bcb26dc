import type { Trade } from '#contract/model/trade.ts';

/**
 * Whether price times point value of a trade is an amount in dollars, as its profit is. The point
 * value of a currency pair is in its second currency (platform-notes 17).
 */
export const isInDollars = ({ currency, instrument, symbol }: Pick<Trade, 'currency' | 'instrument' | 'symbol'>) =>
  (currency === '' || currency === 'USD') && (instrument !== 'forex' || symbol.endsWith('USD'));
