import type { Bridge } from '#contract/bridge.ts';
import { everyTrade } from '#contract/model/trade-filter.ts';
import { done, type Outcome } from '#contract/outcome.ts';
import type { PerformanceStore } from '#renderer/performance/performance-store.svelte.ts';
import { selectionText } from '#renderer/performance/period.ts';
import { maxPrintedTrades, type StrategyReportData } from './strategy-report-data.ts';

type Heading = Pick<StrategyReportData, 'name' | 'mode' | 'madeAt'> & { readonly systemId: string };

/**
 * The report of the selection, without its chart. Null if the statistics are missing, of another
 * selection or being recalculated, or if they changed while the trades were read.
 */
export async function loadStrategyReport(
  bridge: Bridge,
  store: PerformanceStore,
  { systemId, ...heading }: Heading,
): Promise<Outcome<StrategyReportData | null, string>> {
  const { selection, riskFree, equityReview, tradesReview, basis, withCosts } = store;
  // Statistics that are being recalculated may not match the trades below them. After a failure they
  // may be those of an earlier selection.
  const isCurrent = (): boolean =>
    !store.reading &&
    store.failure === null &&
    store.equityReview === equityReview &&
    store.tradesReview === tradesReview;
  if (!isCurrent() || equityReview === null || tradesReview === null || basis === null) return done(null);
  const { from, to, symbols, instruments, sides } = selection;
  const outcome = await bridge.call('trades.query', {
    systemId,
    filter: { ...everyTrade, status: 'closed', closed: { from, to }, symbols, instruments, sides },
    sort: { column: 'closedAt', descending: true },
    offset: 0,
    limit: maxPrintedTrades,
  });
  if (!outcome.ok) return outcome;
  // Another strategy was chosen, or the statistics are or were calculated again.
  if (!isCurrent()) return done(null);
  const { trades: closedTrades, total: closedTotal } = outcome.value;
  return done({
    ...heading,
    selectionText: selectionText(selection),
    withCosts,
    riskFree,
    equityReview,
    tradesReview,
    basis,
    chart: null,
    closedTrades,
    closedTotal,
  });
}
