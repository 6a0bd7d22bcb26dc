import { expect, it } from 'vitest';
import { done } from '#contract/outcome.ts';
import { wholeStrategy, type PerformanceStore } from '#renderer/performance/performance-store.svelte.ts';
import { loadStrategyReport } from '#renderer/report/load-strategy-report.ts';
import { report } from '#tests/unit/core/review/review-fixtures.ts';
import { bridgeOf } from '../bridge-of.ts';

const heading = { systemId: '7', name: 'Trend', mode: 'PRACTICE', madeAt: 1 } as const;

/** Loads a report, and calls `changeStore` with the statistics while the trades are read. */
function load(changeStore: (store: object) => void, failure: string | null = null) {
  const { trades, withCost } = report({});
  const store = {
    selection: wholeStrategy,
    withCosts: true,
    riskFree: 0.04,
    reading: false,
    failure,
    tradesReview: trades,
    equityReview: withCost,
    basis: {},
  };
  const { bridge } = bridgeOf(() => {
    changeStore(store);
    return done({ trades: [], total: 0, revision: 1 });
  });
  return loadStrategyReport(bridge, store as unknown as PerformanceStore, heading);
}

it('a report has the statistics and the trades of one strategy', async () => {
  const outcome = await load(() => undefined);
  expect(outcome).toMatchObject({
    ok: true,
    value: { name: 'Trend', selectionText: 'all time', riskFree: 0.04, closedTotal: 0 },
  });
});

it('no report is made if another strategy is chosen while the trades are read', async () => {
  const outcome = await load((store) => Object.assign(store, { tradesReview: null, equityReview: null }));
  expect(outcome).toEqual(done(null));
});

it('no report is made if the statistics begin to be recalculated while the trades are read', async () => {
  const outcome = await load((store) => Object.assign(store, { reading: true }));
  expect(outcome).toEqual(done(null));
});

it('no report is made of the statistics that were known before a calculation failed', async () => {
  expect(await load(() => undefined, 'The disk cannot be read.')).toEqual(done(null));
});
