import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#core/cache/database.ts';
import { hasRoom } from '#core/cache/has-room.ts';
import type { Cache } from '#core/cache/open-cache.ts';
import { noteFailure, type Reading } from '#core/cache/readings.ts';
import { ingestAnswer } from '#core/ingest/ingest-answer.ts';
import type { IngestJob } from '#core/ingest/ingest-job.ts';
import type { PlatformRequest, PlatformResult } from '#core/platform/platform-client.ts';
import { createDataSync } from '#core/sync/create-data-sync.ts';
import type { DataSync } from '#core/sync/data-sync.ts';
import { bytes, list, signal, trade } from '#tests/fixtures/platform/answers.ts';
import { settled } from '#tests/unit/core/platform/settled.ts';
import { temporaryCaches } from '#tests/unit/core/cache/temporary-cache.ts';

/** A service of one strategy that answers at once, or not at all. */
class FakeService {
  readonly requests: PlatformRequest[] = [];
  signals = [signal('1')];
  trades = [trade('5')];
  isReachable = true;
  now: () => number = () => 0;

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

  #answer({ command }: PlatformRequest): Uint8Array {
    if (command === 'listAllSystems') return list({ system_id: '7', systemName: 'Seven', createdWhen: '2026-01-15' });
    if (command === 'retrieveSignalsWorking') return list(...this.signals);
    if (command === 'requestTradesOpen' || command === 'requestAllTrades_overview') return list(...this.trades);
    if (command === 'retrieveSystemEquity') return bytes({ ok: 1, equity_data: [] });
    if (command === 'requestMarginEquity') return bytes({ ok: 1, cash: '1' });
    if (command === 'getSystemDetails') return bytes({ ok: 1, response: { system_id: '7', systemName: 'Seven' } });
    return list();
  }

  /** What was asked since this was last called. */
  taken(): string[] {
    return this.requests.splice(0).map(({ command, lane }) => `${command} ${lane}`);
  }
}

let caches: ReturnType<typeof temporaryCaches>;
let cache: Cache;
let db: DatabaseSync;
let service: FakeService;
let sync: DataSync;
const open = (paceMs: number): void => {
  const ingest = {
    run: (job: IngestJob, answer: Uint8Array) => Promise.resolve(ingestAnswer(db, job, answer)),
    noteFailure: (reading: Reading, text: string) => Promise.resolve(noteFailure(db, reading, text)),
    hasRoom: () => Promise.resolve(hasRoom(db)),
    close: () => Promise.resolve(),
  };
  sync = createDataSync({ ports: caches.ports, connection: service, cache, paceMs, ingest });
};
const advance = async (seconds: number): Promise<void> => {
  for (let second = 0; second < seconds; second += 1) await caches.ports.clock.advance(1_000);
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

describe('what is read when', () => {
  it('reads the list of strategies alone while no strategy is looked at, and nothing before anybody looks', async () => {
    open(1_000);
    await advance(60);
    expect(service.taken()).toEqual([]);
    sync.watch(null, []);
    await advance(60);
    expect(service.taken().slice(0, 1)).toEqual(['listAllSystems view']);
  });

  it('reads what is looked at first and in its lane, the rest of the strategy behind it', async () => {
    open(1_000);
    sync.watch('7', ['tradesOpen', 'signalsWorking']);
    await settled();
    const [first, second, third, ...rest] = service.taken();
    expect([first, second, third]).toEqual([
      'listAllSystems view',
      'retrieveSignalsWorking view',
      'requestTradesOpen view',
    ]);
    await advance(5);
    const all = [...rest, ...service.taken()];
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

  it('reads again by age: working signals every twenty seconds at the usual pace, the list of strategies every fifteen minutes', async () => {
    open(1_000);
    sync.watch('7', ['signalsWorking', 'tradesOpen']);
    await advance(300);
    service.taken();
    await advance(600);
    const taken = service.taken();
    const count = (command: string): number => taken.filter((line) => line.startsWith(command)).length;
    expect(count('retrieveSignalsWorking')).toBe(30);
    expect(count('requestTradesOpen')).toBe(30);
    expect(count('listAllSystems')).toBeLessThanOrEqual(1);
    expect(taken.length, 'about one request in six seconds').toBeLessThan(110);
  });

  it('reads nothing while hidden, and goes on when seen again', async () => {
    open(0);
    sync.watch('7', ['signalsWorking']);
    await advance(30);
    sync.watch('7', []);
    service.taken();
    await advance(600);
    sync.nudge('7', ['signalsWorking']);
    await advance(10);
    expect(service.taken()).toEqual([]);
    sync.watch('7', ['signalsWorking'], 'other window');
    await settled();
    expect(service.taken()).toContain('retrieveSignalsWorking view');
    sync.unwatch('other window');
    await advance(20);
    service.taken();
    await advance(600);
    expect(service.taken()).toEqual([]);
  });

  it('does not read twice within the floor, whoever asks', async () => {
    open(1_000);
    sync.watch('7', ['signalsWorking']);
    await advance(60);
    expect(await sync.refresh('7', ['signalsWorking'])).toEqual({ ok: true });
    service.taken();
    await Promise.all([sync.refresh('7', ['signalsWorking']), sync.refresh('7', ['signalsWorking'])]);
    for (let press = 0; press < 10; press += 1) sync.nudge('7', ['signalsWorking']);
    await advance(1);
    expect(service.taken().filter((line) => line.startsWith('retrieveSignalsWorking'))).toEqual([]);
    await advance(2);
    expect(service.taken().filter((line) => line.startsWith('retrieveSignalsWorking'))).toHaveLength(1);
  });

  it('follows a signal that left the working list to what became of it and what it did to the account', async () => {
    open(1_000);
    sync.watch('7', ['signalsWorking', 'tradesOpen', 'margin', 'signalsAll']);
    await advance(25);
    service.taken();
    service.signals = [];
    service.trades = [trade('5'), trade('6')];
    await sync.refresh('7', ['signalsWorking']);
    await advance(5);
    const commands = service.taken();
    for (const line of [
      'retrieveSignalsAll view',
      'requestTradesOpen view',
      'requestMarginEquity view',
      'requestAllTrades_overview view',
    ]) {
      expect(commands, line).toContain(line);
    }
  });

  it('asks for the last days, then backwards window by window to the first day, once', async () => {
    open(0);
    sync.watch('7', ['signalsAll']);
    await advance(60);
    const starts = service.requests
      .filter(({ command }) => command === 'retrieveSignalsAll')
      .map(({ body }) => [body['filter_type'], body['filter_date_time_start'], body['filter_date_time_end']]);
    const past = starts.filter(([, , end]) => end !== undefined);
    expect(starts[0]![0]).toBe('time_posted');
    expect(past.at(-1)![1], 'a day before the strategy began').toBe('2026-01-14 00:00:00');
    expect(new Set(past.map(String)).size).toBe(past.length);
    expect(cache.reader.slices('7')).toHaveLength(1);
  });
});

describe('ages and failures', () => {
  it('keeps data and age through an outage, says why, and comes back by itself', async () => {
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
    expect(sync.states('7').equity, 'not after its quarter of an hour').toMatchObject({ failure: null });
    expect(changes.length).toBeGreaterThan(4);
  });

  it('takes ages over from the run before', async () => {
    open(1_000);
    sync.watch('7', ['equity']);
    await advance(30);
    await sync.close();
    service.taken();
    open(1_000);
    sync.watch('7', ['equity']);
    await advance(60);
    expect(service.taken().filter((line) => line.startsWith('retrieveSystemEquity'))).toEqual([]);
  });
});

describe('proof for the order desk', () => {
  it('reads both lists in the reconcile lane, also while hidden, and gives the records', async () => {
    open(1_000);
    const working = await sync.working('7');
    expect(working).toMatchObject({ ok: true, records: [{ serviceId: '1', limit: '187.10' }] });
    expect(await sync.posted('7', 1_772_461_860, 1_772_461_980)).toMatchObject({ ok: true, records: [] });
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
    expect(await sync.working('7')).toEqual({ ok: false, text: 'No network.' });
  });
});
