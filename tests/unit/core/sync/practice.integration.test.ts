import { words } from '#renderer/messages/words.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Dataset } from '#contract/model/status.ts';
import { openDatabase } from '#core/sqlite/database.ts';
import { readEquity } from '#core/cache/tables/equity-table.ts';
import type { Cache } from '#core/cache/queries/open-cache.ts';
import { ActivityLog } from '#core/platform/activity-log.ts';
import { Ingest } from '#core/ingest/ingest.ts';
import { createPlatformClient } from '#core/platform/client.ts';
import type { PlatformConnection } from '#core/platform/connection.ts';
import { readEnvelope } from '#core/platform/envelope.ts';
import { parseSubmitEcho } from '#core/platform/parse/submit-echo.ts';
import { createDataSync } from '#core/sync/create-data-sync.ts';
import type { DataSync } from '#core/sync/data-sync.ts';
import { realClock } from '#tests/fixtures/platform/real-clock.ts';
import { temporaryCaches } from '#tests/unit/core/cache/temporary-cache.ts';
import { practiceService } from './practice-service.ts';

const syncedDatasets: readonly Dataset[] = [
  'signalsWorking',
  'tradesOpen',
  'margin',
  'signalsAll',
  'trades',
  'equity',
  'details',
];

let caches: ReturnType<typeof temporaryCaches>;
let cache: Cache;
let practice: Awaited<ReturnType<typeof practiceService>>;
let connection: PlatformConnection;
let sync: DataSync;
const activity = new ActivityLog();

const connect = (apiKey = practice.apiKey): void => {
  const { log } = caches.ports;
  connection = createPlatformClient({
    profile: {
      name: 'Practice',
      kind: 'practice',
      baseUrl: practice.baseUrl,
      altBaseUrl: null,
      platformId: null,
      paceMs: 0,
    },
    apiKey,
    clock: realClock,
    random: { fraction: () => 0.5, uuid: () => crypto.randomUUID() },
    log,
    onActivity: (entry) => activity.add(entry),
  });
  const ingest = new Ingest(new URL('../../../../src-main/core/ingest/worker.ts', import.meta.url), cache, log);
  sync = createDataSync({ ports: { clock: realClock, log }, connection, cache, ingest, paceMs: 0 });
};

// The tests share one service, because creating its history takes seconds. Each has its own cache.
beforeAll(async () => {
  practice = await practiceService();
});
afterAll(() => practice.close());
beforeEach(() => {
  caches = temporaryCaches();
  cache = caches.open();
  connect();
});
afterEach(async () => {
  await connection.close();
  await sync.close();
  cache.close();
  caches.remove();
});

const signals = (systemId: string) => cache.reader.signals(systemId, 5_000);

describe('a sync with the practice service', () => {
  it('fills the tables of every strategy, and can read every record', async () => {
    expect(await sync.refresh(null, [])).toEqual({ ok: true });
    const listed = cache.reader.strategies().map(({ systemId }) => systemId);
    expect(listed).toEqual(expect.arrayContaining(practice.systemIds));
    // The list also has one strategy to which the owner of the API key subscribes.
    expect(listed).toHaveLength(practice.systemIds.length + 1);
    const db = openDatabase(caches.file);
    for (const systemId of practice.systemIds) {
      expect(await sync.refresh(systemId, syncedDatasets)).toEqual({ ok: true });
      const page = cache.reader.newestTrades(systemId, { offset: 0, limit: 1_000 });
      expect(page.total).toBeGreaterThan(100);
      expect(page.trades.filter(({ profit, openedAt }) => profit === null || openedAt === null)).toEqual([]);
      expect(cache.reader.components(systemId, page.trades.at(-1)!.tradeId)?.length).toBeGreaterThan(0);
      expect(readEquity(db, { systemId, plan: '' }).times.length).toBeGreaterThan(500);
      expect(cache.reader.details(systemId)?.statistics.length).toBeGreaterThan(5);
      expect(cache.reader.margin(systemId)?.buyPower).toMatch(/^-?\d+$/);
      expect(cache.reader.positions(systemId).length).toBeGreaterThan(0);
      const states = sync.states(systemId);
      for (const dataset of syncedDatasets)
        expect(states[dataset], dataset).toMatchObject({ failure: null, reading: false });
    }
    const bad = activity.query('', 0, 500).entries.filter(({ verdict }) => verdict !== 'ok');
    expect(bad).toEqual([]);
    db.close();
  });

  it('reads every signal of a strategy in view, back to its first day', async () => {
    const [systemId = ''] = practice.systemIds;
    expect(await sync.refresh(null, [])).toEqual({ ok: true });
    const firstDay = cache.reader.strategies().find((one) => one.systemId === systemId)?.createdAt ?? 0;
    expect(firstDay).toBeGreaterThan(0);
    sync.watch(systemId, ['signalsWorking', 'signalsAll']);
    const readWindows = () => cache.reader.slices(systemId);
    await vi.waitFor(() => expect(Math.min(...readWindows().map(({ from }) => from))).toBeLessThanOrEqual(firstDay), {
      timeout: 9_000,
    });
    expect(readWindows(), 'windows without a gap').toHaveLength(1);
    expect(signals(systemId).length).toBeGreaterThan(500);
  });

  it('shows each state of a bracket: sent, filled, target reached, stop canceled', async () => {
    const [systemId = ''] = practice.systemIds;
    await sync.refresh(systemId, syncedDatasets);
    const answer = await connection.send({
      command: 'submitSignal',
      lane: 'submit',
      systemId,
      body: {
        systemid: systemId,
        signal: {
          action: 'BTO',
          quant: '100',
          symbol: 'AAPL',
          typeofsymbol: 'stock',
          duration: 'GTC',
          limit: '50.10',
          profittarget: '60.25',
          stoploss: '40',
          signalid: '177246186012345',
        },
      },
    });
    if (answer.kind !== 'answer') throw new Error(words(answer.text));
    const envelope = readEnvelope(answer.bytes);
    const echo = parseSubmitEcho(envelope.body ?? {});
    expect(envelope.verdict).toBe('ok');
    expect(echo).toMatchObject({ ownId: '177246186012345', symbol: 'AAPL', quantity: '100' });
    expect(Number(echo?.limit), 'the service may write the number in another form').toBe(50.1);
    const ids = [echo?.serviceId, echo?.targetServiceId, echo?.stopServiceId].map(String);
    const statuses = async (): Promise<(string | undefined)[]> => {
      await sync.readWorking(systemId);
      await sync.readPosted(systemId, 1_700_000_000, 2_000_000_000);
      const known = cache.reader.signalsById(systemId, ids);
      return ids.map((id) => known.find(({ serviceId }) => serviceId === id)?.status);
    };
    expect((await statuses())[0]).toBe('working');
    await practice.setPrice('AAPL', '50');
    expect(await statuses()).toEqual(['traded', 'working', 'working']);
    // A refresh joins a running reading, which may have been requested before the fill.
    const position = async () => {
      await sync.refresh(systemId, ['tradesOpen']);
      return cache.reader.positions(systemId).find(({ symbol }) => symbol === 'AAPL');
    };
    await expect.poll(position, { timeout: 10_000 }).toMatchObject({ side: 'long', quantity: '100' });
    expect(cache.reader.workingStops(systemId).some(({ quantity }) => quantity === '100')).toBe(true);
    await practice.setPrice('AAPL', '60.30');
    expect(await statuses()).toEqual(['traded', 'traded', 'canceled']);
  });

  it('keeps all data when the service fails, and shows the reason', async () => {
    const [systemId = ''] = practice.systemIds;
    await sync.refresh(systemId, syncedDatasets);
    const before = signals(systemId).length;
    await practice.addFault({ kind: 'html', count: 1 });
    expect(await sync.readWorking(systemId)).toMatchObject({ ok: false });
    expect(signals(systemId)).toHaveLength(before);
    expect(sync.states(systemId).signalsWorking.failure).not.toBeNull();
  });

  it('reports a wrong key as refused, and never shows the key', async () => {
    await connection.close();
    await sync.close();
    connect('wrong-canary-key');
    const outcome = await sync.refresh(null, []);
    expect(outcome.ok).toBe(false);
    expect(activity.query('', 0, 1).entries[0]).toMatchObject({ verdict: 'refused', command: 'listAllSystems' });
    expect(JSON.stringify([outcome, activity.query('', 0, 500)])).not.toContain('canary');
  });
});
