import type { TradingTime } from '#contract/model/exit.ts';
import type { Position } from '#contract/model/trade.ts';
import { isOpen, nextOpen } from '#rules/calendar/session.ts';

/** A market that closes within this time counts as closed, because an order may arrive too late. */
const beforeCloseMs = 120_000;
/**
 * The symbol prefixes of futures on the exchanges whose hours are in `rules/calendar/session.ts`
 * (platform-notes 16).
 */
const futureWithKnownHours = /^[@Q]/;

/**
 * Whether an order in this symbol can trade now, by the exchange calendar of its type with holidays
 * and half days. The state is `unknown` if the type or the exchange is unknown.
 */
export function tradingTime({ symbol, instrument }: Pick<Position, 'symbol' | 'instrument'>, now: number): TradingTime {
  if (instrument === null || (instrument === 'future' && !futureWithKnownHours.test(symbol)))
    return { state: 'unknown' };
  if (isOpen(instrument, now) && isOpen(instrument, now + beforeCloseMs)) return { state: 'open' };
  return { state: 'closed', opensAt: Math.floor(nextOpen(instrument, now) / 1000) };
}
