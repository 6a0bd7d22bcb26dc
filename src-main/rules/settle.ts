import { times, type Fixed } from './decimal.ts';
import { openQuantity, type Trade } from './trade.ts';

/** Closes what is left of a trade at a settlement price, as an option's last day does; 0 for one that expires worthless. */
export function settleTrade(trade: Trade, price: Fixed, at: number): Trade {
  return {
    ...trade,
    closed: trade.opened,
    closeValue: trade.closeValue + times(price, openQuantity(trade)),
    lastCloseAt: at,
    closedAt: at,
  };
}
