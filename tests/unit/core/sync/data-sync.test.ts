import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#core/sqlite/database.ts';
import type { Cache } from '#core/cache/queries/open-cache.ts';
import { ingestOn } from '#tests/fixtures/ingest-on.ts';
import type { PlatformRequest, PlatformResult } from '#core/platform/platform-client.ts';
import { createDataSync } from '#core/sync/create-data-sync.ts';
import type { DataSync } from '#core/sync/data-sync.ts';
import { bytes, list, signal, trade } from '#tests/fixtures/platform/answers.ts';
import { settled } from '#tests/unit/core/platform/settled.ts';
import { temporaryCaches } from '#tests/unit/core/cache/temporary-cache.ts';

/** A service of two strategies that answers at once, or is not reachable. */
class FakeService {
  readonly requests: PlatformRequest[] = [];
  signals = [signal('1')];
  pastSignals: ReturnType<typeof signal>[] = [];
  trades = [trade('5')];
  isReachable = true;
  /** The strategy whose older signals are refused. */
  refusesPastOf = '';
  now: () => number = () => 0;

  raise(): void {
    // Nothing waits: every request is answered at once.
  }

  earliestStart(): number {
    return 0;
  }

  clockOffsetMs(): number | null {
    return null;
  }

  send(request: PlatformRequest): Promise<PlatformResult> {
    this.requests.push(request);
    if (!this.isReachable) return Promise.resolve({ kind: 'not-sent', text: 'No network.' });
    const at = this.now();
    return Promise.resolve({
      kind: 'answer',
      httpStatus: 200,
      bytes: this.#answer(request),
      sentAt: at,
      receivedAt: at,
    });
  }

  #answer({ body, command }: PlatformRequest): Uint8Array {
    if (command === 'listAllSystems')
      return list(
        { system_id: '7', systemName: 'Seven', createdWhen: '2026-01-15' },
        { system_id: '8', systemName: 'Eight', createdWhen: '2026-01-15' },
      );
    if (body['systemid'] === this.refusesPastOf && 'filter_date_time_end' in body)
      return bytes({ ok: '0', error: { title: 'No', message: 'Not yours' } });
    if (command === 'retrieveSignalsWorking') return list(...this.signals);
    if (command === 'retrieveSignalsAll') return list(...this.pastSignals);
    if (command === 'requestTradesOpen' || command === 'requestAllTrades_overview') return list(...this.trades);
    if (command === 'retrieveSystemEquity') return bytes({ ok: 1, equity_data: [] });
    if (command === 'requestMarginEquity') return bytes({ ok: 1, cash: '1' });
    if (command === 'getSystemDetails')
      return bytes({ ok: 1, response: { system_id: '7', systemName: 'Seven', ownerpersonid: '4411' } });
    if (command === 'getListAvailableBrokers') return bytes({ ok: 1, success: { brokers_available: [] } });
    return list();
  }

  /** The requests since the last call of this method. */
  newRequests(): string[] {
    return this.requests.splice(0).map(({ command, lane }) => `${command} ${lane}`);
  }
}

let caches: ReturnType<typeof temporaryCaches>;
let cache: Cache;
let db: DatabaseSync;
let service: FakeService;
let sync: DataSync;
const open = (paceMs: number, more: Partial<Parameters<typeof createDataSync>[0]> = {}): void => {
  const ingest = ingestOn(db);
  sync = createDataSync({ ports: caches.ports, connection: service, cache, paceMs, ingest, ...more });
};
const advance = async (seconds: number): Promise<void> => {
  for (let second = 0; second < seconds; second += 1) await caches.ports.clock.advance(1_000);
  await settled();
};
const advanceMinutes = async (count: number): Promise<void> => {
  for (let minute = 0; minute < count; minute += 1) await caches.ports.clock.advance(60_000);
  await settled();
};
beforeEach(() => {
  caches = temporaryCaches();
  cache = caches.open();
  db = openDatabase(caches.file);
  service = new FakeService();
  service.now = () => caches.ports.clock.now();
});
afterEach(async () => {
  await sync.close();
  db.close();
  cache.close();
  caches.remove();
});

describe('the sync plan', () => {
  it('reads nothing before a window is visible, and then the list of strategies', async () => {
    open(1_000);
    await advance(60);
    expect(service.newRequests()).toEqual([]);
    sync.watch(null, []);
    await advance(60);
    expect(service.newRequests().slice(0, 1)).toEqual(['listAllSystems view']);
  });

  it('reads the data in view first and in the view lane, then the rest of the strategy', async () => {
    open(1_000);
    sync.watch('7', ['tradesOpen', 'signalsWorking']);
    await settled();
    const [first, second, third, ...rest] = service.newRequests();
    expect([first, second, third]).toEqual([
      'listAllSystems view',
      'retrieveSignalsWorking view',
      'requestTradesOpen view',
    ]);
    await advance(5);
    const all = [...rest, ...service.newRequests()];
    for (const command of [
      'requestMarginEquity',
      'requestAllTrades_overview',
      'retrieveSystemEquity',
      'getSystemDetails',
    ]) {
      expect(
        all.some((line) => line.startsWith(command)),
        command,
      ).toBe(true);
    }
  });

  it('reads the brokers per person on a private platform, after the details named the owner', async () => {
    open(1_000, { isPlatform: true });
    sync.watch('7', ['brokers']);
    await settled();
    await advance(5);
    const brokerRequests = () => service.requests.filter(({ command }) => command === 'getListAvailableBrokers');
    const commands = service.requests.map(({ command }) => command);
    expect(commands.indexOf('getListAvailableBrokers')).toBeGreaterThan(commands.indexOf('getSystemDetails'));
    expect(brokerRequests().map(({ body }) => body['personid'])).toEqual(['4411']);
    await sync.readBrokers('7', '812', 'view');
    await sync.readBrokers('7', '813', 'view');
    // Soon after a reading, the brokers of the same person are read again only with `now`, which is
    // used after an act.
    await sync.readBrokers('7', '812', 'view');
    expect(brokerRequests().map(({ body }) => body['personid'])).toEqual(['4411', '812', '813']);
    await sync.readBrokers('7', '812', 'now');
    expect(brokerRequests().map(({ body }) => body['personid'])).toEqual(['4411', '812', '813', '812']);
  });

  it('reads subscribers again when no window shows them, but only if notices are wanted', async () => {
    let isWanted = false;
    open(1_000, { wantsSubscriberNotices: () => isWanted });
    const newReadCount = () => service.newRequests().filter((line) => line.startsWith('getListSubscribers')).length;
    isWanted = true;
    sync.watch('7', ['signalsWorking']);
    await advanceMinutes(65);
    expect(newReadCount()).toBe(0);
    isWanted = false;
    sync.watch('7', ['subscribers']);
    await advance(5);
    expect(newReadCount()).toBe(1);
    sync.watch('7', ['signalsWorking']);
    await advanceMinutes(65);
    expect(newReadCount()).toBe(0);
    isWanted = true;
    await advanceMinutes(65);
    expect(newReadCount()).toBeGreaterThan(0);
  });

  it('repeats reads by age: the working list every 20 seconds, the strategies every 15 minutes', async () => {
    open(1_000);
    sync.watch('7', ['signalsWorking', 'tradesOpen']);
    await advance(300);
    service.newRequests();
    await advance(600);
    const newRequests = service.newRequests();
    const count = (command: string): number => newRequests.filter((line) => line.startsWith(command)).length;
    expect(count('retrieveSignalsWorking')).toBe(30);
    expect(count('requestTradesOpen')).toBe(30);
    expect(count('listAllSystems')).toBeLessThanOrEqual(1);
    expect(newRequests.length, 'about one request in six seconds').toBeLessThan(110);
  });

  it('reads nothing while hidden, and continues when visible again', async () => {
    open(0);
    sync.watch('7', ['signalsWorking']);
    await advance(30);
    sync.watch('7', []);
    service.newRequests();
    await advance(600);
    sync.scheduleRefresh('7', ['signalsWorking']);
    await advance(10);
    expect(service.newRequests()).toEqual([]);
    sync.watch('7', ['signalsWorking'], 'other window');
    await settled();
    expect(service.newRequests()).toContain('retrieveSignalsWorking view');
    sync.unwatch('other window');
    await advance(20);
    service.newRequests();
    await advance(600);
    expect(service.newRequests()).toEqual([]);
  });

  it('does not repeat a read within the minimum interval', async () => {
    open(1_000);
    sync.watch('7', ['signalsWorking']);
    await advance(60);
    expect(await sync.refresh('7', ['signalsWorking'])).toEqual({ ok: true });
    service.newRequests();
    await Promise.all([sync.refresh('7', ['signalsWorking']), sync.refresh('7', ['signalsWorking'])]);
    for (let press = 0; press < 10; press += 1) sync.scheduleRefresh('7', ['signalsWorking']);
    await advance(1);
    expect(service.newRequests().filter((line) => line.startsWith('retrieveSignalsWorking'))).toEqual([]);
    await advance(2);
    expect(service.newRequests().filter((line) => line.startsWith('retrieveSignalsWorking'))).toHaveLength(1);
  });

  it('reads a long list less often when it becomes due again and again', async () => {
    service.pastSignals = Array.from({ length: 6_000 }, (_, at) => signal(String(at)));
    open(0);
    sync.watch('7', ['signalsAll']);
    await settled();
    const countReadings = async (): Promise<number> => {
      service.newRequests();
      for (let step = 0; step < 30; step += 1) {
        sync.scheduleRefresh('7', ['signalsAll', 'tradesOpen']);
        await caches.ports.clock.advance(100);
        await settled();
      }
      return service.newRequests().filter((line) => line === 'retrieveSignalsAll view').length;
    };
    expect(await countReadings()).toBeLessThanOrEqual(3);
    service.pastSignals = [];
    await advance(8);
    expect(await countReadings()).toBeGreaterThan(8);
  });

  it('reads signals, positions and margin after a signal left the working list', async () => {
    open(1_000);
    sync.watch('7', ['signalsWorking', 'tradesOpen', 'margin', 'signalsAll']);
    await advance(25);
    service.newRequests();
    service.signals = [];
    service.trades = [trade('5'), trade('6')];
    await sync.refresh('7', ['signalsWorking']);
    await advance(5);
    const commands = service.newRequests();
    for (const line of [
      'retrieveSignalsAll view',
      'requestTradesOpen view',
      'requestMarginEquity view',
      'requestAllTrades_overview view',
    ]) {
      expect(commands, line).toContain(line);
    }
  });

  it('looks up an old order soon after it left the working list, also beside an old order that waits', async () => {
    const oldTime = 1_772_461_860 - 30 * 86_400;
    service.signals = [signal('1', { posted_time_unix: String(oldTime + 60) }), signal('9')];
    service.pastSignals = [signal('2', { status: 'posted', posted_time_unix: String(oldTime) })];
    open(1_000);
    sync.watch('7', ['signalsWorking', 'signalsAll', 'tradesOpen', 'margin']);
    await advanceMinutes(5);
    service.newRequests();
    service.signals = [signal('9')];
    await advance(60);
    const windows = service.requests.filter(({ body }) => body['filter_date_time_end'] === '2026-01-31 09:33:00');
    expect(windows).toHaveLength(1);
  });

  it('looks up an old order soon after the first attempt had no answer', async () => {
    const oldTime = 1_772_461_860 - 30 * 86_400;
    service.signals = [signal('1', { posted_time_unix: String(oldTime) }), signal('9')];
    open(1_000);
    sync.watch('7', ['signalsWorking', 'signalsAll']);
    await advanceMinutes(5);
    let lookUps = 0;
    const send = service.send.bind(service);
    service.send = (request) => {
      if (request.body['filter_date_time_end'] !== '2026-01-31 09:32:00') return send(request);
      lookUps += 1;
      return lookUps === 1 ? Promise.resolve({ kind: 'not-sent', text: 'No network.' }) : send(request);
    };
    service.signals = [signal('9')];
    await advance(90);
    expect(lookUps).toBe(2);
  });

  it('reads the last days of signals, then each window of the past once, back to the first day', async () => {
    open(0);
    sync.watch('7', ['signalsAll']);
    await advance(60);
    const windows = service.requests
      .filter(({ command }) => command === 'retrieveSignalsAll')
      .map(({ body }) => [body['filter_type'], body['filter_date_time_start'], body['filter_date_time_end']]);
    const past = windows.filter(([, , end]) => end !== undefined);
    expect(windows[0]![0]).toBe('time_posted');
    expect(past.at(-1)![1], 'a day before the strategy began').toBe('2026-01-14 00:00:00');
    expect(new Set(past.map(String)).size).toBe(past.length);
    expect(cache.reader.slices('7')).toHaveLength(1);
  });

  it('reads the past of one strategy while the platform refuses the past of another in view', async () => {
    open(1_000);
    service.refusesPastOf = '7';
    sync.watch('7', ['signalsAll'], 'page');
    sync.watch('8', ['signalsAll'], 'other page');
    await advanceMinutes(10);
    expect(cache.reader.slices('8')).toMatchObject([{ from: 1_768_366_800 }]);
    const refused = service.requests.filter(({ body }) => body['systemid'] === '7' && 'filter_date_time_end' in body);
    expect(refused.length, 'the refused one is asked again with growing waits').toBeLessThanOrEqual(15);
  });
});

describe('ages and failures', () => {
  it('keeps data and age during an outage, shows the reason, and recovers', async () => {
    open(1_000);
    sync.watch('7', ['signalsWorking', 'equity']);
    const changes: string[] = [];
    sync.onChange((systemId) => changes.push(systemId));
    await advance(5);
    const { readAt } = sync.states('7').signalsWorking;
    expect(sync.states('7').signalsWorking).toMatchObject({ failure: null, staleAfterSeconds: 65, reading: false });
    service.isReachable = false;
    await advance(60);
    expect(sync.states('7').signalsWorking).toMatchObject({ readAt, failure: 'No network.' });
    expect(cache.reader.signals('7', 9)).toHaveLength(1);
    expect(await sync.refresh('7', ['equity'])).toEqual({ ok: false, text: 'No network.' });
    service.isReachable = true;
    await advance(20);
    expect(sync.states('7').signalsWorking).toMatchObject({ failure: null });
    expect(sync.states('7').equity, 'read again before its interval of a quarter of an hour ends').toMatchObject({
      failure: null,
    });
    expect(changes.length).toBeGreaterThan(4);
  });

  it('does not report a list as not read because a record of it cannot be read', async () => {
    open(1_000);
    service.trades = [trade('5'), trade('6', { quant_closed: 'x' })];
    expect(await sync.refresh('7', ['tradesOpen'])).toEqual({ ok: true });
    expect(await sync.refresh('7', ['tradesOpen']), 'not repeated').toEqual({ ok: true });
    expect(service.newRequests()).toEqual(['requestTradesOpen view']);
  });

  it('uses the ages of the previous run', async () => {
    open(1_000);
    sync.watch('7', ['equity']);
    await advance(30);
    await sync.close();
    service.newRequests();
    open(1_000);
    sync.watch('7', ['equity']);
    await advance(60);
    expect(service.newRequests().filter((line) => line.startsWith('retrieveSystemEquity'))).toEqual([]);
  });
});

describe('evidence for the order desk', () => {
  it('returns working and posted signals, read in the reconcile lane even if windows are hidden', async () => {
    open(1_000);
    const working = await sync.readWorking('7');
    expect(working).toMatchObject({ ok: true, records: [{ serviceId: '1', limit: '187.10' }] });
    expect(await sync.readPosted('7', 1_772_461_860, 1_772_461_980)).toMatchObject({ ok: true, records: [] });
    expect(service.requests).toMatchObject([
      { command: 'retrieveSignalsWorking', lane: 'reconcile' },
      {
        command: 'retrieveSignalsAll',
        lane: 'reconcile',
        body: { filter_date_time_start: '2026-03-02 09:31:00', filter_date_time_end: '2026-03-02 09:33:00' },
      },
    ]);
    expect(sync.states('7').signalsWorking.readAt).not.toBeNull();
    service.isReachable = false;
    expect(await sync.readWorking('7')).toEqual({ ok: false, text: 'No network.' });
  });

  it('uses the view lane for reads that decide no outcome, so that orders go first', async () => {
    open(1_000, { isPlatform: true });
    await sync.readAgain('7', ['details', 'equity']);
    await sync.readStrategies();
    await sync.readPeople('now');
    await sync.readAgain('7', ['tradesOpen'], 'reconcile');
    expect(service.newRequests()).toEqual([
      'getSystemDetails view',
      'retrieveSystemEquity view',
      'listAllSystems view',
      'listAllPeople view',
      'requestTradesOpen reconcile',
    ]);
  });

  it('returns records that cannot be stored, and reports that they are not stored', async () => {
    open(1_000);
    db.exec(`CREATE TRIGGER no_signals BEFORE INSERT ON signals BEGIN SELECT RAISE(ABORT, 'I/O error'); END`);
    expect(await sync.readWorking('7')).toMatchObject({ ok: true, records: [{ serviceId: '1' }] });
    expect(sync.trouble('7')).toMatchObject({ text: { code: 'read.not-stored' } });
    expect(sync.states('7').signalsWorking.readAt).toBeNull();
    expect(sync.workingReadStartedAt('7'), 'the stored list is older').toBeNull();
  });
});
