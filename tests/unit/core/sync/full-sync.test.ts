import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clearCache } from '#core/cache/retention/clear-cache.ts';
import { openDatabase } from '#core/sqlite/database.ts';
import type { Cache } from '#core/cache/queries/open-cache.ts';
import { ingestOn } from '#tests/fixtures/ingest-on.ts';
import { newYorkText } from '#core/platform/new-york-time.ts';
import { Pacer } from '#core/platform/pacer.ts';
import type { PlatformRequest, PlatformResult } from '#core/platform/platform-client.ts';
import { createDataSync } from '#core/sync/create-data-sync.ts';
import type { DataSync } from '#core/sync/data-sync.ts';
import { nextDays } from '#core/sync/signal-windows.ts';
import { bytes, list, signal } from '#tests/fixtures/platform/answers.ts';
import { temporaryCaches } from '#tests/unit/core/cache/temporary-cache.ts';

let caches: ReturnType<typeof temporaryCaches>;
let cache: Cache;
let db: DatabaseSync;
let pacer: Pacer;
let sync: DataSync;
/** Posting times of the signals that the service has, unix seconds. */
let posted: number[];
let isReachable: boolean;
let refusedCommand: string;
let unansweredCommand: string;
/** The strategy whose account figures have an answer that cannot be read. */
let failingSystemId: string;
/** Service time minus local time, from the answers of the service. */
let offsetMs: number | null;
const sent: PlatformRequest[] = [];

const textOr = (value: unknown, fallback: string): string => (typeof value === 'string' ? value : fallback);

const signalsIn = ({ body }: PlatformRequest): Uint8Array => {
  const from = textOr(body['filter_date_time_start'], '');
  const to = textOr(body['filter_date_time_end'], '9999');
  const found = posted
    .map((at, index) => ({ at, index }))
    .filter(({ at }) => {
      const wall = newYorkText(at);
      return wall >= from && wall <= to;
    });
  return list(
    ...found.map(({ at, index }) =>
      signal(String(index + 1), { status: 'traded', posted_time_unix: String(at), posted_time: newYorkText(at) }),
    ),
  );
};

const answer = (request: PlatformRequest): Uint8Array => {
  if (request.command === 'requestMarginEquity' && request.systemId === failingSystemId) return bytes({});
  if (request.command === refusedCommand) return bytes({ ok: '0', error: { title: 'No', message: 'Not yours' } });
  if (request.command === 'retrieveSignalsAll') return signalsIn(request);
  if (request.command === 'listAllSystems') {
    return list({ system_id: '7', systemName: 'Seven', createdWhen: '2024-03-02 09:30:00' });
  }
  if (request.command === 'retrieveSystemEquity') return bytes({ ok: 1, equity_data: [] });
  if (request.command === 'requestMarginEquity') return bytes({ ok: 1, cash: '1' });
  if (request.command === 'getListSubscribers') return bytes({ ok: 1, response: { listSubscribers: [] } });
  if (request.command === 'getSystemDetails') return bytes({ ok: 1, response: { system_id: request.systemId } });
  return list();
};

const carry = ({
  request,
  onDeparted,
}: {
  request: PlatformRequest;
  onDeparted: () => void;
}): Promise<PlatformResult> => {
  onDeparted();
  sent.push(request);
  const at = caches.ports.clock.now();
  if (!isReachable || request.command === unansweredCommand)
    return Promise.resolve({ kind: 'not-sent', text: 'No network.' });
  return Promise.resolve({ kind: 'answer', httpStatus: 200, bytes: answer(request), sentAt: at, receivedAt: at });
};

/** The number of the current run. The requests of a killed run have no answer. */
let run = 0;
const open = (): void => {
  const thisRun = (run += 1);
  cache = caches.open();
  db = openDatabase(caches.file);
  pacer = new Pacer({
    clock: caches.ports.clock,
    paceMs: 1_000,
    firstWaitMs: 0,
    carry: (departure) => (run === thisRun ? carry(departure) : new Promise<never>(() => undefined)),
  });
  sync = createDataSync({
    ports: caches.ports,
    connection: {
      send: (request) => pacer.send(request),
      raise: (request) => pacer.raise(request),
      earliestStart: (request) => pacer.earliestStart(request),
      clockOffsetMs: () => offsetMs,
    },
    cache,
    paceMs: 1_000,
    ingest: ingestOn(db),
  });
};
const close = async (): Promise<void> => {
  await pacer.close('closed');
  await sync.close();
  db.close();
  cache.close();
};
const killedFiles: { close(): void }[] = [];
/** Ends the run while a request is in flight. Its files stay open, because nothing is closed. */
const kill = async (): Promise<void> => {
  run += 1;
  await advanceSeconds(2);
  killedFiles.push(db, cache);
};
beforeEach(() => {
  caches = temporaryCaches();
  sent.length = 0;
  isReachable = true;
  refusedCommand = '-';
  unansweredCommand = '-';
  failingSystemId = '-';
  offsetMs = null;
  const now = caches.ports.clock.now() / 1_000;
  posted = Array.from({ length: 700 }, (_, day) => now - day * 86_400 - 60);
  open();
});
afterEach(async () => {
  await close();
  for (const one of killedFiles.splice(0)) one.close();
  caches.remove();
});

const advanceSeconds = async (count: number): Promise<void> => {
  for (let second = 0; second < count; second += 1) await caches.ports.clock.advance(1_000);
};
const progress = () => sync.fullSyncProgress('7');
const stored = (): number => cache.reader.signals('7', 9_000).length;
/**
 * Shows only the list of strategies. Then the current data of the strategy is read once an hour,
 * and its past only by a full sync.
 */
const viewStrategyList = (): void => sync.watch(null, []);

const begin = async (): Promise<void> => {
  viewStrategyList();
  await advanceSeconds(3);
  sync.startFullSync('7');
};

describe('the full sync of a strategy', () => {
  it('reads every dataset, and all signals window by window back to the first day', async () => {
    await begin();
    await advanceSeconds(60);
    expect(progress()).toMatchObject({ state: 'done', refused: [], text: null });
    expect(progress()?.done).toBe(progress()?.total);
    expect(stored()).toBe(700);
    for (const command of [
      'getDesiredPositions',
      'getListSubscribers',
      'requestAllTrades_overview',
      'getSystemDetails',
    ]) {
      expect(
        sent.some((request) => request.command === command),
        command,
      ).toBe(true);
    }
    const windowCount = sent.filter(({ command }) => command === 'retrieveSignalsAll').length;
    await advanceSeconds(30);
    expect(sent.filter(({ command }) => command === 'retrieveSignalsAll').length).toBeLessThanOrEqual(windowCount + 1);
  });

  it('reports the requests done, their total, and the time left at the pace', async () => {
    await begin();
    await advanceSeconds(6);
    const early = progress();
    expect(early).toMatchObject({ state: 'running' });
    const remaining = (early?.total ?? 0) - (early?.done ?? 0);
    expect(remaining).toBeGreaterThan(5);
    expect(early?.secondsLeft).toBeGreaterThanOrEqual(remaining);
    expect(early?.secondsLeft).toBeLessThan(remaining * 3);
    await advanceSeconds(5);
    expect(progress()?.done).toBeGreaterThan(early?.done ?? 0);
  });

  it.each([
    ['closed', close],
    ['killed during a request', kill],
  ])('continues in the next run after the program was %s, without repeating a read', async (_how, end) => {
    await begin();
    await advanceSeconds(16);
    expect(progress()?.state).toBe('running');
    const before = sent
      .filter(({ command }) => command !== 'listAllSystems')
      .map(({ command, body }) => JSON.stringify([command, body]));
    await end();
    sent.length = 0;
    open();
    viewStrategyList();
    await advanceSeconds(60);
    expect(progress()).toMatchObject({ state: 'done' });
    expect(stored()).toBe(700);
    const after = sent.map(({ command, body }) => JSON.stringify([command, body]));
    // The last read of the first run may not have been stored when that run ended.
    expect(after.filter((one) => before.slice(0, -1).includes(one) && one.includes('filter_date_time_end'))).toEqual(
      [],
    );
    expect(after.filter((one) => one.includes('requestAllTrades_overview'))).toEqual([]);
    await close();
    open();
    expect(progress(), 'a finished sync is not continued').toBeNull();
  });

  it('stops when canceled, keeps the data, and does not continue in the next run', async () => {
    await begin();
    await advanceSeconds(14);
    sync.stopFullSync('7');
    const storedBefore = stored();
    await advanceSeconds(10);
    const sentBefore = sent.length;
    await advanceSeconds(10);
    expect(sent.length - sentBefore).toBeLessThanOrEqual(1);
    expect(progress()?.state).toBe('canceled');
    expect(storedBefore).toBeGreaterThan(0);
    await close();
    open();
    expect(progress()).toBeNull();
    expect(stored()).toBeGreaterThanOrEqual(storedBefore);
  });

  it('ends when a reading for another caller was the last one that it needed', async () => {
    await begin();
    await advanceSeconds(60);
    // Every window of the past was read. The last reading that the second sync needs is `signalsAll`.
    sync.startFullSync('7');
    const isLast = (): boolean => (progress()?.total ?? 9) - (progress()?.done ?? 0) === 1;
    for (let second = 0; second < 30 && !isLast(); second += 1) await advanceSeconds(1);
    isReachable = false;
    await advanceSeconds(3);
    expect(progress()).toMatchObject({ state: 'waiting', dataset: 'signalsAll' });
    isReachable = true;
    void sync.readAgain('7', ['signalsAll']);
    await advanceSeconds(3);
    expect(progress()).toMatchObject({ state: 'done' });
    await close();
    open();
    expect(progress(), 'a finished sync is not continued').toBeNull();
  });

  it.each([
    ['done', 60],
    ['canceled', 14],
  ] as const)(
    'once %s, counts no later reading of its strategy, whether that reading succeeds or fails',
    async (state, seconds) => {
      viewStrategyList();
      await advanceSeconds(3);
      sync.startFullSync('7');
      await advanceSeconds(seconds);
      if (state === 'canceled') sync.stopFullSync('7');
      const ended = progress();
      expect(ended).toMatchObject({ state });
      sync.watch('7', ['signalsWorking']);
      const count = sent.length;
      await advanceSeconds(300);
      expect(sent.length).toBeGreaterThan(count + 10);
      expect(progress()).toEqual(ended);
      isReachable = false;
      await advanceSeconds(300);
      expect(progress()).toEqual(ended);
      isReachable = true;
      await advanceSeconds(300);
      expect(progress()).toEqual(ended);
    },
  );

  it('counts only the readings that it needs', async () => {
    sync.watch('7', ['signalsWorking']);
    sync.startFullSync('7');
    unansweredCommand = 'retrieveSignalsAll';
    await advanceSeconds(600);
    expect(progress()).toMatchObject({ state: 'waiting', text: 'No network.' });
    const { done, records } = progress() ?? {};
    await advanceSeconds(600);
    expect(progress()).toMatchObject({ state: 'waiting', done, records });
  });

  it('is continued in the next run also if the stored data was deleted meanwhile', async () => {
    await begin();
    await advanceSeconds(4);
    clearCache(db, []);
    sync.forget();
    await close();
    open();
    expect(progress()).not.toBeNull();
  });

  it('does not stop the full sync of another strategy while its own reads fail', async () => {
    failingSystemId = '7';
    await begin();
    sync.startFullSync('8');
    await advanceSeconds(60);
    expect(sync.fullSyncProgress('8')?.done).toBeGreaterThan(3);
  });

  it('is no longer complete after the stored data was deleted', async () => {
    await begin();
    await advanceSeconds(60);
    expect(progress()?.state).toBe('done');
    sync.forget();
    expect(progress()).toBeNull();
  });

  it('never delays an order: an order is the next request sent', async () => {
    await begin();
    for (let second = 4; second < 16; second += 1) {
      await advanceSeconds(1);
      const order = { command: 'submitSignal', body: { systemid: '7' }, lane: 'submit', systemId: '7' } as const;
      const count = sent.length;
      const answered = pacer.send({ ...order, beforeSend: () => true });
      await advanceSeconds(3);
      await answered;
      // A request that was in flight when the order was entered is before `count`.
      const after = sent.slice(count).map(({ command }) => command);
      expect(after[0], `at second ${second}`).toBe('submitSignal');
    }
    expect(progress()?.done).toBeGreaterThan(0);
  });

  it('waits while windows are hidden or nothing answers, shows the reason, and continues', async () => {
    await begin();
    await advanceSeconds(5);
    sync.watch('7', []);
    expect(progress()).toMatchObject({ state: 'waiting', text: { code: 'full-sync.window-hidden' } });
    await advanceSeconds(5);
    const sentBefore = sent.length;
    await advanceSeconds(20);
    expect(sent.length).toBe(sentBefore);
    viewStrategyList();
    isReachable = false;
    await advanceSeconds(5);
    expect(progress()).toMatchObject({ state: 'waiting', text: 'No network.' });
    isReachable = true;
    await advanceSeconds(200);
    expect(progress()?.state).toBe('done');
    expect(stored()).toBe(700);
  });

  it('omits and names datasets that the platform refuses', async () => {
    refusedCommand = 'getListSubscribers';
    await begin();
    await advanceSeconds(60);
    expect(progress()).toMatchObject({ state: 'done', refused: ['subscribers'] });
    expect(sent.filter(({ command }) => command === refusedCommand)).toHaveLength(1);
  });

  it('ends when the platform refuses the signals', async () => {
    viewStrategyList();
    await advanceSeconds(3);
    refusedCommand = 'retrieveSignalsAll';
    sync.startFullSync('7');
    await advanceSeconds(60);
    expect(progress()).toMatchObject({ state: 'done', refused: ['signalsAll'] });
    expect(sent.filter(({ command }) => command === refusedCommand).length).toBeLessThanOrEqual(2);
    await close();
    open();
    expect(progress(), 'a finished sync is not continued').toBeNull();
  });

  it.each([
    ['set back an hour', -3_600_000],
    ['set forward an hour', 3_600_000],
  ])('reads each dataset once if the wall clock is %s during the sync', async (_name, jump) => {
    await begin();
    sent.length = 0;
    await advanceSeconds(1);
    caches.ports.clock.jumpWall(jump);
    offsetMs = -jump;
    await advanceSeconds(60);
    expect(progress()).toMatchObject({ state: 'done' });
    // The list of strategies is not part of a full sync, and the signals are read window by window.
    const commands = sent
      .map(({ command }) => command)
      .filter((command) => command !== 'listAllSystems' && command !== 'retrieveSignalsAll');
    expect(commands).toContain('retrieveSignalsWorking');
    expect(commands.filter((command, at) => commands.indexOf(command) !== at)).toEqual([]);
  });

  it('is continued in the next run although the wall clock was set back since it began', async () => {
    caches.ports.clock.jumpWall(365 * 86_400_000);
    await begin();
    await advanceSeconds(2);
    await close();
    caches.ports.clock.jumpWall(-365 * 86_400_000);
    open();
    viewStrategyList();
    await advanceSeconds(60);
    expect(progress()).toMatchObject({ state: 'done' });
  });

  it('loses no signal in the hour that autumn repeats, with a window edge in it', async () => {
    // 2025-11-02 05:00 to 07:00 UTC is 01:00 to 02:00 in New York, twice.
    const first = Date.UTC(2025, 10, 2, 4, 30) / 1_000;
    posted = Array.from({ length: 180 }, (_, minute) => first + minute * 60);
    caches.ports.clock.jumpWall(Date.UTC(2025, 10, 9, 5, 30) - caches.ports.clock.now());
    await begin();
    await advanceSeconds(60);
    expect(progress()?.state).toBe('done');
    expect(stored()).toBe(180);
  });
});

describe('the history of a strategy in view', () => {
  it('is read in windows of at least one day, also after the clock was set back', async () => {
    sync.watch('7', ['signalsWorking']);
    await advanceSeconds(10);
    caches.ports.clock.jumpWall(-400 * 86_400_000);
    sent.length = 0;
    await advanceSeconds(30);
    const at = (time: unknown): number => Date.parse(`${textOr(time, '').replace(' ', 'T')}Z`);
    const widths = sent
      .filter(({ command }) => command === 'retrieveSignalsAll')
      .map(({ body }) => at(body['filter_date_time_end']) - at(body['filter_date_time_start']))
      .filter((width) => !Number.isNaN(width));
    expect(widths.length).toBeGreaterThan(2);
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(86_400_000);
  });

  it('is requested once a minute while the platform refuses it, and continues afterwards', async () => {
    refusedCommand = 'retrieveSignalsAll';
    sync.watch('7', ['signalsWorking']);
    await advanceSeconds(300);
    sent.length = 0;
    await advanceSeconds(600);
    const windows = sent.filter(({ body }) => 'filter_date_time_end' in body);
    expect(windows.length).toBeGreaterThan(5);
    expect(windows.length).toBeLessThanOrEqual(10);
    refusedCommand = '-';
    await advanceSeconds(200);
    expect(stored()).toBeGreaterThan(600);
  });
});

describe('the width of a window of the past', () => {
  it('shrinks after too many records or no answer, and grows after few records', () => {
    expect(nextDays(90, 4_000)).toBe(30);
    expect(nextDays(30, null)).toBe(10);
    expect(nextDays(1, 9_000)).toBe(1);
    expect(nextDays(10, 20)).toBe(30);
    expect(nextDays(60, 20)).toBe(90);
    expect(nextDays(30, 1_000)).toBe(30);
  });
});

describe('a disk that is full', () => {
  const diskFull = { code: 'read.disk-full' };
  const limitPages = (pages: number): void => db.exec(`PRAGMA max_page_count = ${pages}`);
  const pageCount = (): number => Number(db.prepare('PRAGMA page_count').get()?.['page_count']);

  it('stops all reads but those that prove an order, and is shown on every panel until there is room', async () => {
    await begin();
    await advanceSeconds(6);
    limitPages(pageCount());
    await advanceSeconds(20);
    expect(progress()).toMatchObject({ state: 'waiting', text: diskFull });
    const storedBefore = stored();
    for (const state of Object.values(sync.states('7'))) expect(state.failure).toEqual(diskFull);
    expect(sync.strategiesState().failure).toEqual(diskFull);
    const count = sent.length;
    await advanceSeconds(40);
    expect(sent.length, 'nothing is requested that cannot be stored').toBe(count);
    expect(await sync.refresh('7', ['trades'])).toMatchObject({ ok: false });
    expect(sent.length).toBe(count);
    limitPages(1_000_000);
    await advanceSeconds(90);
    expect(progress()).toMatchObject({ state: 'done', text: null });
    expect(sync.states('7').trades.failure).toBeNull();
    expect(stored()).toBe(700);
    expect(storedBefore).toBeLessThan(700);
  });

  it('does not prevent finding the outcome of an order', async () => {
    posted = Array.from({ length: 3_000 }, (_, at) => caches.ports.clock.now() / 1_000 - at);
    viewStrategyList();
    await advanceSeconds(3);
    limitPages(pageCount());
    const proof = sync.readPosted(
      '7',
      Math.floor(caches.ports.clock.now() / 1_000) - 3_600,
      Math.floor(caches.ports.clock.now() / 1_000),
    );
    await advanceSeconds(3);
    const reading = await proof;
    expect(reading.ok && reading.records.length).toBeGreaterThan(2_000);
    expect(stored()).toBe(0);
    limitPages(1_000_000);
  });
});
