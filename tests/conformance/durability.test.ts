import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { containing } from './matchers.ts';
import { asMembers, BUY, TestService, text, texts, type Members } from './service.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const ENTRY = join(ROOT, 'src-main/practice.ts');

const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'practice-'));

function run(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [ENTRY, ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function firstLine(child: ChildProcess): Promise<Members> {
  if (!child.stdout) throw new Error('no output');
  const lines = createInterface({ input: child.stdout });
  const { promise, resolve } = Promise.withResolvers<string>();
  lines.once('line', resolve);
  return asMembers(JSON.parse(await promise));
}

/** The first argument of the next event of this name. */
async function nextEvent(emitter: Worker, event: 'message' | 'exit'): Promise<unknown> {
  const heard: unknown[] = await once(emitter, event);
  return heard[0];
}

async function exitOf(args: readonly string[]): Promise<{ code: number | null; error: string }> {
  const child = run(args);
  let error = '';
  child.stderr?.on('data', (part: Buffer) => (error += part.toString()));
  await once(child, 'close');
  return { code: child.exitCode, error };
}

describe('a database that cannot be written for a moment', () => {
  it('does not end the service, and the next ticks fill what waits', async () => {
    const folder = makeFolder();
    const child = run(['--json', `--data-dir=${folder}`]);
    const { baseUrl, world } = await firstLine(child);
    const { apikey, ...others } = asMembers(world);
    const credentials = { apikey, systemid: texts(others, 'systemids')[0] };
    const call = async (command: string, fields: object = {}): Promise<Members> => {
      const body = JSON.stringify({ ...credentials, ...fields });
      const answer = await fetch(`${String(baseUrl)}/world/apiv3/${command}`, { method: 'POST', body });
      return asMembers(await answer.json());
    };
    const placed = await call('submitSignal', { signal: { ...BUY, symbol: 'DIS' } });
    const other = new DatabaseSync(join(folder, 'practice.db'));
    other.exec('BEGIN IMMEDIATE');
    await setTimeout(4_000);
    other.exec('COMMIT');
    other.close();
    const isWorking = async (): Promise<boolean> =>
      JSON.stringify(await call('retrieveSignalsWorking')).includes(`"${text(placed, 'signalid')}"`);
    await expect.poll(isWorking, { timeout: 5_000 }).toBe(false);
    child.kill('SIGTERM');
    await once(child, 'close');
    rmSync(folder, { recursive: true, force: true });
  });
});

describe('restart', () => {
  it('[Authentication] [Notes/37] keys, ids, clock, prices, switches, signals and trades survive', async () => {
    const first = await TestService.start();
    const placed = await first.submit({ limit: 200, profittarget: 300, stoploss: 100, signalid: 31 });
    await first.submit({ symbol: 'KO' });
    await first.setPrice('KO', '70');
    await first.setPrice('AAPL2617D260', '9.87');
    await first.advance(90);
    await first.set({ okForm: 'string' });
    const reads = [
      'retrieveSignalsWorking',
      'retrieveSignalsAll',
      'requestTrades',
      'requestMarginEquity',
      'getSystemDetails',
    ];
    const before = await Promise.all(reads.map((command) => first.call(command)));
    const state = await first.control('GET', '/practice/state');
    const second = await first.restart({ seed: 99 });
    expect({ ...second.ready, baseUrl: '' }).toEqual({ ...first.ready, baseUrl: '' });
    expect(await Promise.all(reads.map((command) => second.call(command)))).toEqual(before);
    expect(await second.control('GET', '/practice/state')).toEqual(state);
    // All strategies share one id counter, so an order of another strategy gets a later id too.
    const later = await second.submit({ limit: 1 }, { systemid: second.ready.world.systemids[1] });
    const tradeIds = (await second.list('requestTradesOpen')).map((trade) => Number(trade['trade_id']));
    const idOf = (answer: Members): number => Number(asMembers(answer['signal'])['signalid']);
    expect(idOf(later)).toBeGreaterThan(Math.max(idOf(placed), ...tradeIds));
    expect(await second.submit({ limit: 1, signalid: 31 })).toMatchObject({ error: { title: 'Duplicate signalid' } });
    await second.stop();
  });

  it('a working bracket continues after a restart', async () => {
    const first = await TestService.start();
    const entry = asMembers((await first.submit({ limit: 260, profittarget: 270, stoploss: 250 }))['signal']);
    const second = await first.restart();
    await second.setPrice('AAPL', '259');
    const third = await second.restart();
    await third.setPrice('AAPL', '249');
    const all = await third.list('retrieveSignalsAll', { filter_date_time_start: '2026-03-02 09:30:00' });
    const state = (name: string): unknown => all.find((signal) => signal['signal_id'] === entry[name])?.['status'];
    expect(['signalid', 'profittargetsignalid', 'stoplosssignalid'].map(state)).toEqual([
      'traded',
      'canceled',
      'traded',
    ]);
    await third.stop();
  });

  it('signals that were due to expire while the service was down expire at its start', async () => {
    const onManualClock = await TestService.start();
    const { signalid } = asMembers((await onManualClock.submit({ limit: 1, duration: 'DAY' }))['signal']);
    const onRealClock = await onManualClock.restart({ clock: 'real' });
    const all = await onRealClock.list('retrieveSignalsAll', {
      filter_type: 'time_expired',
      filter_date_time_start: '2026-03-02 16:00:00',
    });
    expect(all.find((signal) => signal['signal_id'] === signalid)).toMatchObject({
      expired_time: '2026-03-02 16:05:00',
    });
    await onRealClock.stop();
  });

  it('equal seeds give equal histories, other seeds different ones; keys always differ', async () => {
    const [firstRun, sameSeed, otherSeed] = await Promise.all([
      TestService.start({ seed: 1 }),
      TestService.start({ seed: 1 }),
      TestService.start({ seed: 2 }),
    ]);
    const trades = (service: TestService) => service.list('requestTrades');
    expect(await trades(sameSeed)).toEqual(await trades(firstRun));
    expect(sameSeed.ready.world.systemids).toEqual(firstRun.ready.world.systemids);
    expect(otherSeed.ready.world.systemids).not.toEqual(firstRun.ready.world.systemids);
    expect(sameSeed.ready.world.apikey).not.toBe(firstRun.ready.world.apikey);
    await Promise.all([firstRun.stop(), sameSeed.stop(), otherSeed.stop()]);
  });
});

describe('the stand-alone service', () => {
  it('is ready when it prints its first line; every answered submit survives kill -9', async () => {
    const dataDir = makeFolder();
    const flags = ['--json', '--clock=manual', '--seed=3', `--data-dir=${dataDir}`];
    const child = run(flags);
    const ready = await firstLine(child);
    const world = asMembers(ready['world']);
    const body = (id: number): string =>
      JSON.stringify({
        apikey: world['apikey'],
        systemid: texts(world, 'systemids')[0],
        signal: { ...BUY, limit: 1, signalid: id },
      });
    const answered: number[] = [];
    const url = `${text(ready, 'baseUrl')}/world/apiv3/submitSignal`;
    const sending = Array.from({ length: 40 }, async (_, index) => {
      const response = await fetch(url, { method: 'POST', body: body(7000 + index) });
      await response.text();
      answered.push(7000 + index);
      if (answered.length === 15) child.kill('SIGKILL');
    });
    await Promise.allSettled(sending);
    expect(answered.length).toBeGreaterThanOrEqual(15);
    const restarted = await TestService.start({ dataDir });
    const ownIds = (await restarted.list('retrieveSignalsWorking')).map((signal) => signal['localsignalid']);
    expect(answered.filter((id) => !ownIds.includes(String(id)))).toEqual([]);
    await restarted.stop();
  });

  it.each([
    ['--port=x', /--port/],
    ['--port=70000', /--port/],
    ['--clock=fast', /--clock must be real or manual/],
    ['--hours=never', /--hours/],
    ['--seed=-1', /--seed/],
    ['--speed=0', /--speed must be a whole number from 1 to 3600/],
    ['--speed=3601', /--speed/],
    ['--speed=1.5', /--speed/],
    ['--nope', /--nope/],
  ])('%s ends with a clear error and exit code 2', async (flag, message) => {
    const { code, error } = await exitOf([flag, `--data-dir=${join(tmpdir(), 'practice-never-made')}`]);
    expect(code).toBe(2);
    expect(error).toMatch(message);
  });

  it('a start on a port in use ends with a clear message and exit code 1', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const address = holder.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const dataDir = makeFolder();
    const { code, error } = await exitOf([`--port=${String(address.port)}`, `--data-dir=${dataDir}`]);
    expect([code, error]).toEqual([1, containing(`port ${String(address.port)} is taken`)]);
    holder.close();
    rmSync(dataDir, { recursive: true });
  });
});

describe('the service as a worker thread', () => {
  it('posts the ready line and stops on request; a failure is posted too', async () => {
    const dataDir = makeFolder();
    const file = join(ROOT, 'src-main/practice/worker.ts');
    const worker = new Worker(file, { workerData: { dataDir, port: 0, seed: 1, clock: 'manual' } });
    const message = await nextEvent(worker, 'message');
    const ready = asMembers(asMembers(message)['ready']);
    const world = asMembers(ready['world']);
    const answer = await fetch(`${text(ready, 'baseUrl')}/world/apiv3/listAllSystems?apikey=${text(world, 'apikey')}`);
    expect(await answer.json()).toMatchObject({ ok: '1' });
    const port = Number(new URL(text(ready, 'baseUrl')).port);
    const second = new Worker(file, { workerData: { dataDir: makeFolder(), port } });
    const failed = await nextEvent(second, 'message');
    expect(failed).toEqual({ failed: containing('is taken') });
    worker.postMessage('stop');
    expect(await nextEvent(worker, 'exit')).toBe(0);
    rmSync(dataDir, { recursive: true });
  });
});
