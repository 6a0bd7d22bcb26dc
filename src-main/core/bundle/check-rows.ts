import type { DatabaseSync } from 'node:sqlite';
import { Compile } from 'typebox/compile';
import type { BundleMessages } from '#contract/messages/bundles.ts';
import { EquityCurve } from '#contract/model/equity.ts';
import { readAllComponents } from '#core/cache/tables/components-table.ts';
import { readDesired } from '#core/cache/tables/desired-table.ts';
import { readEquity, readPlans } from '#core/cache/tables/equity-table.ts';
import { newestRevision, readSignals } from '#core/cache/tables/signals-table.ts';
import { storedShapes } from '#core/cache/tables/stored-shapes.ts';
import { readDetails, readMargin, readStrategies } from '#core/cache/tables/strategies-table.ts';
import { readNewestTrades } from '#core/cache/tables/trades-table.ts';
import { BundleProblem } from './bundle-problem.ts';

type RowKind = BundleMessages['bundle.bad-row']['of'];

const shapes = storedShapes();
const isCurve = Compile(EquityCurve);

/**
 * Reads every row as a panel would. Throws a BundleProblem for the first row that this program
 * would never have written.
 */
export function checkRows(db: DatabaseSync, systemIds: readonly string[]): void {
  try {
    expectAll('strategy', shapes.strategy, readStrategies(db));
    for (const systemId of systemIds) checkStrategy(db, systemId);
  } catch (error) {
    if (error instanceof BundleProblem) throw error;
    // The row readers throw for a word or a type that this program never writes.
    const reason = error instanceof Error ? error.message : String(error);
    throw new BundleProblem('damaged', { code: 'bundle.unreadable-row', reason });
  }
}

function checkStrategy(db: DatabaseSync, systemId: string): void {
  readDetails(db, systemId);
  readMargin(db, systemId);
  const curves = ['', ...readPlans(db, systemId)].map((plan) => readEquity(db, { systemId, plan }));
  expectAll('equity-curve', isCurve, curves);
  readDesired(db, systemId);
  expectAll('trade', shapes.trade, readNewestTrades(db, systemId, { offset: 0, limit: -1 }).trades);
  expectAll('component', shapes.component, readAllComponents(db, systemId));
  newestRevision(db, systemId);
  expectAll('signal', shapes.signal, readSignals(db, systemId, { scope: 'all', limit: -1 }));
}

function expectAll(kind: RowKind, check: { Check(row: object): boolean }, rows: Iterable<object>): void {
  for (const row of rows)
    if (!check.Check(row)) throw new BundleProblem('damaged', { code: 'bundle.bad-row', of: kind });
}
