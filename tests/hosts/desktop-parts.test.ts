import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultPreferences } from '#contract/model/preferences.ts';
import { confPreferences } from '#hosts/browser/conf-preferences.ts';
import { IdleStop } from '#hosts/browser/idle-stop.ts';
import { watchSleep } from '#hosts/browser/watch-sleep.ts';
import { defaultDataFolder, openDataFolder, restrictToOwner } from '#hosts/desktop/data-folder.ts';
import { SecretCutter } from '#core/platform/cut-secrets.ts';
import { secretRedactor } from '#core/platform/secret-redactor.ts';
import { openFileLog } from '#hosts/desktop/file-log.ts';
import { parseFlags } from '#hosts/desktop/flags.ts';
import { lockDataFolder } from '#hosts/desktop/instance-lock.ts';
import { startPractice } from '#hosts/desktop/practice-thread.ts';
import { RotatingFile } from '#hosts/desktop/rotating-file.ts';
import { countUnknownOrders, isExitRunning } from '#hosts/desktop/unknown-orders.ts';
import { menuTemplate } from '#hosts/electron/menu.ts';
import { openDesktop } from '#main/desktop.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { FakeCore } from './fake-core.ts';
import { CollectedLog } from './collected-log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stratdesk-parts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('flags', () => {
  test('are all parsed', () => {
    const flags = [
      '--data-dir=/x=y',
      '--profile=My desk',
      '--json',
      '--no-open',
      '--port=8080',
      '--idle-minutes=0',
      '--practice-clock=manual',
      '--practice-seed=7',
    ];
    expect(parseFlags(flags, 'browser')).toEqual({
      dataDir: '/x=y',
      profile: 'My desk',
      json: true,
      opensBrowser: false,
      port: 8080,
      idleMinutes: 0,
      practiceClock: 'manual',
      practiceSeed: 7,
    });
  });

  test.each([
    ['--port=65536', '--port must be a whole number from 0 to 65535, not "65536"'],
    ['--port=', '--port needs a value'],
    ['--port=-1', '--port must be a whole number'],
    ['--practice-clock=fast', '--practice-clock must be real or manual'],
    ['--nonsense', 'unknown flag "--nonsense"'],
    ['toString', 'unknown flag "toString"'],
    ['--data-dir', '--data-dir needs a value'],
  ])('%s is refused with exit code 2', (flag, message) => {
    expect(() => parseFlags([flag], 'browser')).toThrow(expect.objectContaining({ exitCode: 2 }) as Error);
    expect(() => parseFlags([flag], 'browser')).toThrow(message);
    expect(() => parseFlags([flag], 'browser')).toThrow('Nothing was started.');
  });

  test('of Chromium are ignored in Electron', () => {
    expect(parseFlags(['.', '--inspect=0', '--no-sandbox', '--json'], 'electron')).toMatchObject({ json: true });
  });
});

test.each([
  ['win32', { APPDATA: 'C:\\Roaming' }, join('C:\\Roaming', 'Stratdesk')],
  ['darwin', {}, '/home/u/Library/Application Support/Stratdesk'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/stratdesk'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/u/.local/share/stratdesk'],
  ['linux', {}, '/home/u/.local/share/stratdesk'],
] as const)('on %s with the environment %j, the default data folder is %s', (platform, env, expected) => {
  expect(defaultDataFolder({ platform, env, home: '/home/u' })).toBe(expected);
});

describe('a data folder', () => {
  const locking = (data: string) => () => lockDataFolder(openDataFolder(data));

  test('that is read-only is refused, and nothing in it is changed', ({ skip }) => {
    skip(process.platform === 'win32', 'Windows has no file modes');
    const data = join(folder, 'data');
    mkdirSync(data);
    writeFileSync(join(data, 'lock.db'), '');
    chmodSync(folder, 0o755);
    chmodSync(data, 0o555);
    const superuser = process.getuid?.() === 0;
    if (superuser) process.seteuid?.(65_534);
    try {
      expect(locking(data)).toThrow(/^The data folder .* cannot be written \(EACCES\)\. Stratdesk was not started/);
    } finally {
      if (superuser) process.seteuid?.(0);
    }
    expect(readdirSync(data)).toEqual(['lock.db']);
  });

  /** Runs `work` as a user who is not the superuser, and restores the umask. */
  const asUser = (work: () => void): void => {
    const superuser = process.getuid?.() === 0;
    const mask = process.umask(0o077);
    if (superuser) process.seteuid?.(65_534);
    try {
      work();
    } finally {
      if (superuser) process.seteuid?.(0);
      process.umask(mask);
    }
  };

  test('has files for their owner only, and programs in it remain executable', ({ skip }) => {
    skip(process.platform === 'win32', 'Windows has no file modes');
    mkdirSync(join(folder, 'inner'));
    writeFileSync(join(folder, 'inner', 'journal.db'), '');
    writeFileSync(join(folder, 'start.sh'), '');
    chmodSync(join(folder, 'inner', 'journal.db'), 0o444);
    chmodSync(join(folder, 'start.sh'), 0o755);
    const mask = process.umask(0o077);
    restrictToOwner(folder);
    process.umask(mask);
    expect(statSync(join(folder, 'inner', 'journal.db')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'start.sh')).mode & 0o777).toBe(0o700);
  });

  test('may be the root of a disk, where the folder lost+found cannot be read', ({ skip }) => {
    skip(process.platform === 'win32', 'Windows has no file modes');
    mkdirSync(join(folder, 'lost+found'), { mode: 0o000 });
    chmodSync(folder, 0o755);
    asUser(() => restrictToOwner(folder));
    expect(readdirSync(folder)).toEqual(['lost+found']);
  });

  test('whose path leads through a file is refused', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(locking(join(folder, 'file', 'data'))).toThrow('cannot be written');
  });
});

test('a practice service that has ended by an error can be stopped', async () => {
  const ready = {
    baseUrl: 'http://127.0.0.1:1',
    control: { token: 'token' },
    world: { apikey: 'practice-key' },
    platform: { apikey: 'operator-key', platformid: '4021' },
  };
  const log = new CollectedLog();
  const entry = new URL(`data:text/javascript,
    import { parentPort } from 'node:worker_threads';
    parentPort.postMessage(${JSON.stringify({ ready })});
    setTimeout(() => { throw new Error('a bug'); }, 50);`);
  const thread = await startPractice({ entry, folder, clock: 'manual', seed: 7, log });
  await expect.poll(() => log.lines.map(({ event }) => event)).toEqual(['practice service failed']);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await thread.stop();
});

describe('the lock', () => {
  test('refuses a second lock until it is released', () => {
    const release = lockDataFolder(folder);
    expect(() => lockDataFolder(folder)).toThrow(expect.objectContaining({ exitCode: 3 }) as Error);
    release();
    lockDataFolder(folder)();
  });

  test('leaves only its own file in the folder', () => {
    lockDataFolder(folder)();
    expect(readdirSync(folder)).toEqual(['lock.db']);
  });
});

describe('the log', () => {
  const lines = () =>
    readFileSync(join(folder, 'log', 'stratdesk.log'), 'utf8')
      .trim()
      .split('\n');

  test('writes only members with a permitted name, and counts the others', () => {
    const log = openFileLog(folder);
    log.info('request', { command: 'submitSignal', milliseconds: 12, apikey: 'canary-key', body: 'canary-body' });
    log.close();
    const { time, ...written } = JSON.parse(lines()[0] ?? '') as Record<string, unknown>;
    expect(time).toMatch(/^\d{4}-.*Z$/);
    expect(written).toEqual({
      level: 'info',
      msg: 'request',
      command: 'submitSignal',
      milliseconds: 12,
      leftOut: 2,
    });
    expect(lines().join('')).not.toContain('canary');
  });

  test('writes counts of unreadable records, and the target of an act sent without a journal row', () => {
    const log = openFileLog(folder);
    log.warn('ingest.bad-records', { dataset: 'trades', bad: 3 });
    log.error('act-without-permission', { kind: 'answer', command: 'deleteUser', target: '42' });
    log.close();
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ dataset: 'trades', bad: 3 });
    expect(JSON.parse(lines()[1] ?? '')).toMatchObject({ command: 'deleteUser', target: '42' });
  });

  test('cuts long texts', () => {
    const log = openFileLog(folder);
    log.error('bug', { stack: 'x'.repeat(100_000) });
    log.close();
    expect(lines()[0]?.length).toBeLessThan(2_200);
  });

  test('redacts a secret held in memory, also one that the length limit would cut in two', () => {
    const release = secretRedactor.add(new SecretCutter(['CANARY-broker-password']));
    const log = openFileLog(folder);
    log.error('bug', { stack: `${'x'.repeat(1_990)}CANARY-broker-password` });
    log.close();
    release();
    expect(lines()[0]).toContain('x[key]');
    expect(lines()[0]).not.toContain('CANARY');
  });

  test('is readable by the owner only', ({ skip }) => {
    skip(process.platform === 'win32', 'Windows has no file modes');
    const log = openFileLog(folder);
    log.info('start');
    log.close();
    expect(statSync(join(folder, 'log', 'stratdesk.log')).mode & 0o777).toBe(0o600);
  });

  test('is renamed when it is full, and the oldest file is deleted', () => {
    const file = new RotatingFile(join(folder, 'a.log'), { maximumBytes: 10, maxOldFiles: 2 });
    for (const line of ['first-line', 'second-one', 'third-line', 'last']) file.write(line);
    file.close();
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    expect(readdirSync(folder).sort()).toEqual(['a.log', 'a.log.1', 'a.log.2']);
    expect([read('a.log'), read('a.log.1'), read('a.log.2')]).toEqual(['last', 'third-line', 'second-one']);
  });
});

describe('preferences', () => {
  const file = () => join(folder, 'preferences.json');

  test('are the defaults when there is no file', () => {
    expect(confPreferences(folder).read()).toEqual(defaultPreferences);
  });

  test('are read back by the next start', () => {
    const changed = { ...defaultPreferences, theme: 'dark' as const, views: { 'a.b': 'layout' } };
    confPreferences(folder).write(changed);
    expect(confPreferences(folder).read()).toEqual(changed);
  });

  test('of an older version keep their palette', () => {
    writeFileSync(file(), '{"palette":"colour-blind"}');
    expect(confPreferences(folder).read().palette).toBe('color-blind');
  });

  test.each(['', '{', 'null', '[]', '"x"', '{"theme":"pink","density":"roomy"}'])(
    'can be read and written if the file contains %j',
    (text) => {
      writeFileSync(file(), text);
      const preferences = confPreferences(folder).read();
      expect(preferences.theme).toBe('system');
      expect(preferences.density).toBe(text.includes('roomy') ? 'roomy' : 'cozy');
      confPreferences(folder).write(defaultPreferences);
      expect(existsSync(file())).toBe(true);
    },
  );
});

describe('the idle stop', () => {
  test('ends the program some time after the last page was closed, unless a page opens again', async () => {
    const clock = new FakeClock();
    let stopCount = 0;
    const idle = new IdleStop(clock, 10, { mayStop: () => true, stop: () => (stopCount += 1) });
    await clock.advance(3_600_000);
    idle.pagesChanged(1);
    await clock.advance(3_600_000);
    idle.pagesChanged(0);
    await clock.advance(599_999);
    idle.pagesChanged(1);
    idle.pagesChanged(0);
    await clock.advance(599_999);
    expect(stopCount).toBe(0);
    await clock.advance(1);
    expect(stopCount).toBe(1);
  });

  test('does not end the program while the outcome of an order is unknown', async () => {
    const clock = new FakeClock();
    const core = new FakeCore();
    let stopCount = 0;
    const idle = new IdleStop(clock, 10, {
      mayStop: () => countUnknownOrders(core) === 0,
      stop: () => (stopCount += 1),
    });
    const secondary = [{ name: 'Other', mode: 'LIVE', unknownOrders: 1 }];
    core.status = { unknownOrders: 0, secondary };
    idle.pagesChanged(0);
    await clock.advance(3_600_000);
    expect(stopCount).toBe(0);
    // When the last subscription to the status ends, core stops reading for the windows. So none is kept.
    expect(core.subscriptions.size).toBe(0);
    core.status = { unknownOrders: 0, secondary: [] };
    await clock.advance(600_000);
    expect([stopCount, clock.pendingTimerCount]).toEqual([1, 0]);
  });

  test('knows that an exit plan runs, and keeps no subscription to the status', () => {
    const core = new FakeCore();
    core.status = { exitsRunning: true };
    expect(isExitRunning(core)).toBe(true);
    core.status = {};
    expect([isExitRunning(core), core.subscriptions.size]).toEqual([false, 0]);
    // While the connection in use is being changed, another one may carry out a plan.
    core.status = null;
    expect(isExitRunning(core)).toBeNull();
  });

  test('set to 0 minutes, or disposed, never ends the program', async () => {
    const clock = new FakeClock();
    const ending = { mayStop: () => true, stop: () => expect.unreachable() };
    const never = new IdleStop(clock, 0, ending);
    never.pagesChanged(0);
    const disposed = new IdleStop(clock, 1, ending);
    disposed.pagesChanged(0);
    disposed.dispose();
    await clock.advance(86_400_000);
    expect(clock.pendingTimerCount).toBe(0);
  });
});

test('a sleep is detected by a large gap in the wall clock, not by a small or backward jump', async () => {
  const clock = new FakeClock();
  let wakeCount = 0;
  const release = watchSleep(clock, () => (wakeCount += 1));
  await clock.advance(60_000);
  clock.jumpWall(-3_600_000);
  clock.jumpWall(25_000);
  await clock.advance(60_000);
  expect(wakeCount).toBe(0);
  clock.jumpWall(12 * 3_600_000);
  await clock.advance(1_000);
  expect(wakeCount).toBe(1);
  await clock.advance(60_000);
  expect(wakeCount).toBe(1);
  release();
  expect(clock.pendingTimerCount).toBe(0);
});

test.each([
  ['darwin', true, 'appMenu'],
  ['linux', false, undefined],
  ['win32', false, undefined],
] as const)('the menu of %s has the items of its system', (platform, developing, firstRole) => {
  const menu = menuTemplate({ platform, developing, copyDiagnostics: () => undefined, showLog: () => undefined });
  expect(menu[0]?.role).toBe(firstRole);
  expect(menu.map(({ role }) => role)).toContain('editMenu');
  expect(JSON.stringify(menu).includes('toggleDevTools')).toBe(developing);
});

test('a start with a chosen connection opens it although the settings cannot be written', async () => {
  vi.stubEnv('STRATDESK_SECRETS', 'session');
  const missingWorker = new URL('file:///no-such-worker.js');
  let opened = '';
  const desktop = await openDesktop({
    host: 'browser',
    version: '0.0.0',
    flags: parseFlags(['--profile=Practice (operator)'], 'browser'),
    dataDir: folder,
    practiceWorker: missingWorker,
    ingestWorker: missingWorker,
    openPreferences: () => ({
      read: () => defaultPreferences,
      write: () => {
        throw new Error('ENOSPC: no space left on device, write');
      },
    }),
    createCore: async ({ preferences }) => {
      opened = preferences.read().profileId;
      return new FakeCore();
    },
  });
  await desktop.close();
  vi.unstubAllEnvs();
  expect(opened).toBe('practice-operator');
});
