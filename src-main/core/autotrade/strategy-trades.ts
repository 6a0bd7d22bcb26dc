import type { ComponentSignal, Trade } from '#contract/model/trade.ts';
import type { CacheReader } from '#core/cache/queries/cache-reader.ts';
import type { StrategyFill } from '#rules/autotrade/settings-replay.ts';
import type { PastTrade } from '#rules/autotrade/rounding.ts';
import { divide, ONE, parseFixed, times, type Fixed } from '#rules/decimal.ts';
import { bookFill, type Fill } from '#rules/trades/position.ts';
import { openQuantity, type Trade as RulesTrade } from '#rules/trades/trade.ts';

/** More trades than any strategy has. The cache reads pages, and a page needs a limit. */
const maxTrades = 100_000;

type Cache = Pick<CacheReader, 'newestTrades' | 'components'>;
/** A trade of the cache with each of its fills, the oldest first. */
type TradeWithFills = { readonly trade: Trade; readonly fills: readonly StrategyFill[] };

/** The trades of a strategy: those with known fills, and the others. */
export type StrategyTrades = {
  readonly withFills: readonly TradeWithFills[];
  /** Trades whose fills were never read, cannot be read, give no whole trade, or are not in dollars. */
  readonly unread: readonly Trade[];
};

export function strategyTrades(cache: Cache, systemId: string): StrategyTrades {
  const withFills: TradeWithFills[] = [];
  const unread: Trade[] = [];
  for (const trade of cache.newestTrades(systemId, { offset: 0, limit: maxTrades }).trades) {
    const fills = fillsOf(trade, cache.components(systemId, trade.tradeId) ?? []);
    if (fills === null) unread.push(trade);
    else withFills.push({ trade, fills });
  }
  return { withFills, unread };
}

/** The trades in the form of the rules, with the signed position after each fill. */
export const pastTrades = ({ withFills }: StrategyTrades): PastTrade[] =>
  withFills.flatMap(({ fills }) => {
    const [first] = fills;
    if (first === undefined) return [];
    const positions = fills.map(({ trade, price }) => ({ quantity: signedQuantity(trade), price }));
    return [{ instrument: first.trade.instrument, positions }];
  });

/**
 * The open trades at the start of a replay, the fills after the start, and the number of trades in
 * the replayed time whose fills are not known. `from`: the start, in unix seconds.
 */
export function replayFrom({ withFills, unread }: StrategyTrades, from: number) {
  const openTrades: RulesTrade[] = [];
  const startPrices = new Map<string, Fixed>();
  const fills: StrategyFill[] = [];
  for (const one of withFills) {
    const before = one.fills.filter(({ at }) => at < from * 1000).at(-1);
    if (before?.trade.closedAt === null) {
      openTrades.push(before.trade);
      startPrices.set(before.trade.symbol, before.price);
    }
    fills.push(...one.fills.filter(({ at }) => at >= from * 1000));
  }
  const unreadCount = unread.filter(({ closedAt }) => closedAt === null || closedAt >= from).length;
  return { openTrades, startPrices, fills: fills.sort((a, b) => a.at - b.at), unreadCount };
}

const signedQuantity = (trade: RulesTrade): Fixed =>
  trade.side === 'long' ? openQuantity(trade) : -openQuantity(trade);

/** Null for a trade that is `unread`. */
function fillsOf(trade: Trade, signals: readonly ComponentSignal[]): StrategyFill[] | null {
  const { instrument, pointValue, currency, symbol, tradeId } = trade;
  const point = pointValue === null ? undefined : parseFixed(pointValue);
  if (instrument === null || point === undefined || (currency !== '' && currency !== 'USD')) return null;
  const terms = { pointValue: point, usdRate: ONE };
  const fills: StrategyFill[] = [];
  let open: RulesTrade | undefined;
  for (const signal of signals.toSorted((a, b) => (a.tradedAt ?? 0) - (b.tradedAt ?? 0))) {
    const { action, price, tradedAt, quantity, serviceId } = signal;
    const fillPrice = price === null ? undefined : parseFixed(price);
    const size = parseFixed(quantity);
    if (action === null || fillPrice === undefined || tradedAt === null) return null;
    if (size === undefined || size <= 0n) return null;
    const fill: Fill = {
      signal: { id: serviceId, action, quantity: size, symbol, instrument },
      price: fillPrice,
      at: tradedAt * 1000,
    };
    const { closing, opening } = bookFill(open, fill, terms, () => tradeId);
    // The part of a fill beyond zero belongs to the next trade.
    const after = (closing ?? opening)?.trade;
    if (after === undefined) return null;
    fills.push({ at: fill.at, trade: after, price: fillPrice });
    open = after.closedAt === null ? after : undefined;
  }
  if (open === undefined || trade.open) return fills.length === 0 ? null : fills;
  const end = settlementOf(trade, open);
  return end === null ? null : [...fills, end];
}

/**
 * The fill that closes what the other fills of a closed trade leave open. The platform sends none
 * for the settlement of an option or future that expired.
 */
function settlementOf({ closedAt, closePrice, tradeId }: Trade, open: RulesTrade): StrategyFill | null {
  const average = closePrice === null ? undefined : parseFixed(closePrice);
  if (closedAt === null || average === undefined) return null;
  const { symbol, instrument, side } = open;
  const quantity = openQuantity(open);
  // The close price that the platform states is the average of all closing fills.
  const price = divide(times(average, open.opened) - open.closeValue, quantity);
  const action = side === 'long' ? 'STC' : 'BTC';
  const signal = { id: tradeId, action, quantity, symbol, instrument } as const;
  const { closing } = bookFill(open, { signal, price, at: closedAt * 1000 }, open, () => tradeId);
  return closing === null ? null : { at: closedAt * 1000, trade: closing.trade, price };
}
