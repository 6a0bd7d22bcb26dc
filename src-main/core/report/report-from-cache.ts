// Runs on the thread that stores answers: a review of 100,000 trades takes some tenths of a second,
// and an order must not wait for it.
import type { DatabaseSync } from 'node:sqlite';
import { readEquity } from '#core/cache/tables/equity-table.ts';
import { variantReading, storedState } from '#core/cache/queries/readings.ts';
import { countUnlistedTrades, readOpenedTrades, readReviewedTrades } from '#core/cache/queries/reviewed-trades.ts';
import { performanceReport } from '#core/review/performance-report.ts';
import { tradeColumns } from '#core/review/trades/trade-columns.ts';
import { firstStops } from './first-stops.ts';
import type { ReportWithBasis, ReportQuery } from './report-query.ts';
import { usedPoints } from './used-points.ts';

/** Every figure of a strategy from stored data, with the time of each reading. */
export function reportFromCache(
  db: DatabaseSync,
  { systemId, plan, selection, riskFree, stops }: ReportQuery,
): ReportWithBasis {
  const trades = readReviewedTrades(db, systemId);
  const { points: equity, unlisted, replaced } = usedPoints(readEquity(db, { systemId, plan }));
  const entryIds = stops.flatMap(({ entryId }) => (entryId === null ? [] : [entryId]));
  const firstStopByTrade = firstStops(trades, stops, readOpenedTrades(db, systemId, entryIds));
  const readAt = (dataset: 'trades' | 'tradesOpen'): number | null => storedState(db, { systemId, dataset }).readAt;
  const basis = {
    tradesReadAt: readAt('trades'),
    openTradesReadAt: readAt('tradesOpen'),
    equityReadAt: storedState(db, variantReading(systemId, 'equity', plan)).readAt,
    ...(plan === '' ? {} : { equityPlan: plan }),
    trades: trades.length,
    points: equity.times.length,
    tradesWithFirstStop: firstStopByTrade.size,
    unlisted: { trades: countUnlistedTrades(db, systemId), points: unlisted, replaced },
  };
  const asOf = Math.max(basis.tradesReadAt ?? 0, basis.openTradesReadAt ?? 0);
  const report = performanceReport({
    equity,
    trades: tradeColumns(trades),
    stops: firstStopByTrade,
    selection,
    riskFree,
    asOf,
  });
  return { report, basis };
}
