import type { OpenedTrades, ReviewedTrade } from '#core/cache/queries/reviewed-trades.ts';
import { contractKey } from '#rules/option-symbol.ts';
import type { JournaledStop } from './journaled-stops.ts';

/**
 * The first stop of each trade, by trade id: the stop entered with the signal that opened the
 * trade, else the first stop sent for its symbol and side while the trade was open. A trade has
 * none if it is not known whether an entry with a stop opened it. `stops` are in the order of
 * sending.
 */
export function firstStops(
  trades: readonly ReviewedTrade[],
  stops: readonly JournaledStop[],
  { openedBy, maybeOpened }: OpenedTrades,
): Map<string, string> {
  const first = new Map<string, string>();
  if (stops.length === 0) return first;
  const separateStops = Map.groupBy(
    stops.filter(({ entryId }) => entryId === null),
    positionKey,
  );
  for (const trade of trades) {
    if (maybeOpened.has(trade.tradeId)) continue;
    const stop = separateStops.get(positionKey(trade))?.find(({ at }) => wasOpen(trade, at));
    if (stop !== undefined) first.set(trade.tradeId, stop.price);
  }
  for (const { entryId, price } of stops.toReversed()) {
    const tradeId = entryId === null ? undefined : openedBy.get(entryId);
    if (tradeId !== undefined) first.set(tradeId, price);
  }
  return first;
}

/** An option can be sent with zeros at the end of its strike, which its trade does not have. */
const positionKey = ({ side, symbol }: Pick<JournaledStop, 'side' | 'symbol'>): string =>
  `${side} ${contractKey(symbol)}`;

/** False for a closed trade whose closing time is not known. */
const wasOpen = ({ open, openedAt, closedAt }: ReviewedTrade, at: number): boolean =>
  openedAt !== null && at >= openedAt && (closedAt === null ? open : at <= closedAt);
