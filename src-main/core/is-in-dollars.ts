import type { Trade } from '#contract/model/trade.ts';

/**
 * Whether the prices and the point value of a trade give dollars, as its profit does. The point
 * value of a pair is in its second currency (platform-notes 17).
 */
export const isInDollars = ({ currency, instrument, symbol }: Pick<Trade, 'currency' | 'instrument' | 'symbol'>) =>
  (currency === '' || currency === 'USD') && (instrument !== 'forex' || symbol.endsWith('USD'));
