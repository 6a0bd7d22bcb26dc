import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '#core/sqlite/database.ts';
import { readEquity } from '#core/cache/tables/equity-table.ts';
import { migrations } from '#core/cache/tables/migrations.ts';
import type { Cache } from '#core/cache/queries/open-cache.ts';
import { ingestOn } from '#tests/fixtures/ingest-on.ts';
import type { PlatformRequest, PlatformResult } from '#core/platform/platform-client.ts';
import { reportFromCache } from '#core/report/report-from-cache.ts';
import { createDataSync } from '#core/sync/create-data-sync.ts';
import type { DataSync } from '#core/sync/data-sync.ts';
import { bytes, list } from '#tests/fixtures/platform/answers.ts';
import { openedCache, temporaryCaches } from '../cache/temporary-cache.ts';

let caches: ReturnType<typeof openedCache>;
let cache: Cache;
let db: DatabaseSync;
let sync: DataSync;
let plan = '';
let refusedPlan = '';
const requestedPlans: string[] = [];

/** The curve has one point, whose value shows whether a plan was requested. */
const answer = ({ command, body }: PlatformRequest): Uint8Array => {
  if (command === 'listAllSystems') return list({ system_id: '7', systemName: 'Seven' });
  if (command !== 'retrieveSystemEquity') return bytes({ ok: 1, cash: '1', response: [] });
  const requested = body['commission_plan'];
  const planName = typeof requested === 'string' ? requested : '';
  requestedPlans.push(planName);
  if (planName === refusedPlan)
    return bytes({ ok: '0', error: { title: 'Unknown commission_plan', message: 'No such plan' } });
  const height = planName === '' ? 100 : 90;
  return bytes({
    ok: 1,
    equity_data: [{ unix_timestamp: 1_772_461_860, strategy_with_cost: height, strategy_raw: 110 }],
  });
};

beforeEach(() => {
  caches = openedCache();
  ({ cache, db } = caches);
  plan = '';
  refusedPlan = '-';
  requestedPlans.length = 0;
  const { clock } = caches.ports;
  const send = (request: PlatformRequest): Promise<PlatformResult> => {
    const at = clock.now();
    return Promise.resolve({ kind: 'answer', httpStatus: 200, bytes: answer(request), sentAt: at, receivedAt: at });
  };
  sync = createDataSync({
    ports: caches.ports,
    connection: { send, raise: () => undefined, earliestStart: () => 0, clockOffsetMs: () => null },
    cache,
    paceMs: 1_000,
    commissionPlanOf: () => plan,
    ingest: ingestOn(db),
  });
});
afterEach(async () => {
  await sync.close();
  caches.close();
});

const withCost = (planCode: string): (number | null)[] => readEquity(db, { systemId: '7', plan: planCode }).withCost;

it('stores the curve of each plan separately, with its own age', async () => {
  await sync.refresh('7', ['equity']);
  plan = 'perShare';
  expect(sync.states('7').equity).toMatchObject({ readAt: null, revision: 0 });
  await caches.ports.clock.advance(5_000);
  await sync.refresh('7', ['equity']);
  expect(requestedPlans).toEqual(['', 'perShare']);
  expect([withCost(''), withCost('perShare')]).toEqual([[100], [90]]);
  expect(cache.reader.plans('7')).toEqual(['perShare']);
  expect(readEquity(db, { systemId: '7', plan: 'perShare' }).plan).toBe('perShare');
  const [readWithoutPlan, readWithPlan] = ['', 'perShare'].map(
    (planCode) => cache.reader.variantState('7', 'equity', planCode).readAt ?? 0,
  );
  expect((readWithPlan ?? 0) - (readWithoutPlan ?? 0)).toBe(5);
});

it('a refused plan changes no curve of another plan, and only its own state shows the failure', async () => {
  await sync.refresh('7', ['equity']);
  plan = refusedPlan = 'nonsense';
  expect(await sync.refresh('7', ['equity'])).toMatchObject({ ok: false });
  expect(sync.states('7').equity.failure).toMatch(/No such plan/);
  plan = '';
  expect(sync.states('7').equity.failure).toBeNull();
  expect(withCost('')).toEqual([100]);
  expect(cache.reader.plans('7')).toEqual([]);
});

it('reads the plan in view, and the curve without a plan for the past readings', async () => {
  plan = 'perShare';
  sync.watch('7', ['equity']);
  for (let second = 0; second < 60; second += 1) await caches.ports.clock.advance(1_000);
  expect(requestedPlans).toEqual(['perShare', '']);
});

it('the report names the plan of its figures', async () => {
  plan = 'perShare';
  await sync.refresh('7', ['equity']);
  const selection = { from: null, to: null, symbols: [], instruments: [], sides: [] };
  const reportOf = (code: string) =>
    reportFromCache(db, { systemId: '7', plan: code, selection, riskFree: 0, stops: [] });
  expect(reportOf('perShare').basis).toMatchObject({ equityPlan: 'perShare', points: 1 });
  expect(reportOf('').basis).toMatchObject({ equityReadAt: null, points: 0 });
  expect(reportOf('').basis).not.toHaveProperty('equityPlan');
});

it('migrates the curve of an earlier version to the curve without a plan', () => {
  const folder = temporaryCaches();
  const oldDatabase = openDatabase(folder.file);
  for (const migration of migrations.slice(0, 3)) oldDatabase.exec(migration);
  oldDatabase.exec("INSERT INTO equity VALUES ('7', 10, 0, 1, 2, NULL, NULL), ('7', 20, 0, 3, 4, NULL, '[1.5]')");
  oldDatabase.exec("INSERT INTO equity_scale VALUES ('7', '0.5'); PRAGMA user_version = 3");
  oldDatabase.close();
  const opened = folder.open();
  const reader = openDatabase(folder.file);
  expect(readEquity(reader, { systemId: '7', plan: '' })).toMatchObject({
    times: [10, 20],
    withCost: [1, 3],
    indexScale: '0.5',
    fees: [{ row: 1, amounts: [1.5] }],
  });
  expect(folder.notices).toEqual([]);
  reader.close();
  opened.close();
  folder.remove();
});
