import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openCache } from '#core/cache/queries/open-cache.ts';
import { openDatabase } from '#core/sqlite/database.ts';
import { ingestAnswer } from '#core/ingest/ingest-answer.ts';
import type { IngestJob } from '#core/ingest/ingest-job.ts';
import { silentLog, tradesJob } from './bench-cache.ts';
import { platformTrades } from './platform-trades.ts';
import { Child, type ReadyLine } from './practice-child.ts';

export type CachedSizes = { readonly tradeCount: number; readonly signalCount: number; readonly pointCount: number };

const FIRST_TIME = 1_500_000_000;

/** The strategy that a window will show, and the platform's answer that lists all strategies. */
export type PracticeWorld = { readonly systemId: string; readonly strategies: string };

/** Creates a practice world in a new data folder of the program, and returns it. */
export async function createPracticeWorld(dataDir: string): Promise<PracticeWorld> {
  const folder = join(dataDir, 'practice');
  mkdirSync(folder, { recursive: true });
  const child = await Child.start(['src-main/practice.ts', '--json', '--clock=manual', `--data-dir=${folder}`]);
  try {
    const { baseUrl, world } = JSON.parse(child.line) as ReadyLine;
    const answer = await fetch(`${baseUrl}/world/apiv3/listAllSystems`, {
      method: 'POST',
      body: JSON.stringify({ apikey: world.apikey }),
    });
    return { systemId: world.systemids[0] ?? '', strategies: await answer.text() };
  } finally {
    await child.stop();
  }
}

/** Fills the program's cache by means of the function that stores answers of the platform. */
export function fillCache(dataDir: string, { systemId, strategies }: PracticeWorld, sizes: CachedSizes): void {
  const clock = { now: () => Date.now(), monotonic: () => performance.now(), after: () => () => undefined };
  const cache = openCache({
    ports: { dataDir, clock, log: silentLog },
    profileId: 'practice',
    notify: () => undefined,
  });
  const db = openDatabase(cache.file);
  const ingest = (dataset: IngestJob['dataset'], answer: string): void => {
    const job: IngestJob = { ...tradesJob, systemId: dataset === 'strategies' ? '' : systemId, dataset };
    const outcome = ingestAnswer(db, job, new TextEncoder().encode(answer));
    if (outcome.verdict !== 'ok') throw new Error(`${dataset}: ${JSON.stringify(outcome.text)}`);
  };
  try {
    ingest('strategies', strategies);
    ingest('trades', platformTrades(sizes.tradeCount));
    ingest('signalsAll', signals(sizes.signalCount));
    ingest('equity', equity(sizes.pointCount));
  } finally {
    db.close();
    cache.close();
  }
}

const signals = (count: number): string =>
  JSON.stringify({
    ok: '1',
    response: Array.from({ length: count }, (_, row) => ({
      signal_id: String(300_000_000 + row),
      status: row % 3 === 0 ? 'canceled' : 'traded',
      action: row % 2 === 0 ? 'BTO' : 'STC',
      quant: String(10 + (row % 90)),
      symbol: `S${String(row % 500)}`,
      name: `SYMBOL NUMBER ${String(row % 500)}`,
      instrument: 'stock',
      tif: 'GTC',
      isLimitOrder: (10 + (row % 400) / 4).toFixed(2),
      isStopOrder: '0',
      posted_time_unix: String(FIRST_TIME + row * 600),
    })),
  });

const equity = (count: number): string =>
  JSON.stringify({
    ok: '1',
    equity_data: Array.from({ length: count }, (_, point) => ({
      unix_timestamp: String(FIRST_TIME + point * 3_600),
      strategy_with_cost: String(50_000 + Math.round(Math.sin(point / 900) * 9_000) + point / 2),
      strategy_raw: String(50_000 + Math.round(Math.sin(point / 900) * 9_000) + point),
      index_price: String(2_000 + point / 20),
    })),
  });
