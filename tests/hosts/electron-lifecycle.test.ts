// Runs the built Electron program on the Electron stand-in of tests/electron-stand-in. The tests
// cause failures, and check whether the program ends, what it shows and which windows it opens
// again.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Bridge } from '#contract/bridge.ts';
import type { Notice } from '#contract/model/status.ts';
import { chromiumExecutable } from '#tests/e2e/browser.ts';
import { launchElectronStandIn, type StandIn, StandInEnded } from '#tests/electron-stand-in/launch.ts';

declare global {
  var stratdesk: Bridge | undefined;
  var receivedTheme: string | undefined;
}

const outDir = process.env['STRATDESK_OUT'] ?? fileURLToPath(new URL('../../out', import.meta.url));

let browser: Browser;
let folder: string;

beforeAll(async () => {
  const { path, args } = await chromiumExecutable();
  browser = await chromium.launch({ executablePath: path, args: [...args] });
});
afterAll(() => browser.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stratdesk-lifecycle-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

type Options = {
  readonly args?: readonly string[];
  /** The buttons that the user will press in the next boxes. */
  readonly answers?: readonly number[];
  readonly env?: Readonly<Record<string, string>>;
};

function launch(dataDir: string, { args = [], answers = [], env = {} }: Options = {}): Promise<StandIn> {
  const fullEnv = { STRATDESK_SECRETS: 'session', ...env };
  return launchElectronStandIn({ browser, dataDir, outDir, json: false, args, answers, env: fullEnv });
}

const logOf = (dataDir: string): string => readFileSync(join(dataDir, 'log', 'stratdesk.log'), 'utf8');

/** A database that was closed properly has no write-ahead log beside it. */
const databasesNotClosed = (dataDir: string): string[] =>
  readdirSync(dataDir, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('-wal'));

const notices = (app: StandIn): Promise<readonly Notice[]> =>
  app.page.evaluate(
    () =>
      new Promise<readonly Notice[]>((resolve) => {
        if (globalThis.stratdesk === undefined) resolve([]);
        globalThis.stratdesk?.on('status.changed', {}, (status) => resolve(status.notices));
      }),
  );

test('an unhandled rejection ends the program, although Electron alone only prints a warning', async () => {
  const app = await launch(folder, { answers: [1, 0] });
  app.plantRejection();
  expect(await app.exited).toBe(1);
  expect(logOf(folder)).toContain('planted rejection');
  const [first, second] = app.boxes;
  expect(first).toMatchObject({ buttons: ['Quit', 'Copy diagnostics'], button: 1 });
  expect(first?.message).toContain('Orders that were sent are in the journal');
  expect(first?.detail).toContain(join(folder, 'log', 'stratdesk.log'));
  expect(app.clipboard).toContain('planted rejection');
  expect(app.clipboard).toContain('"msg":"start"');
  expect(second?.button).toBe(0);
});

test('a failed start shows the reason in a box', async () => {
  const failed = await launch(folder, { args: ['--profile=Nobody'] }).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(StandInEnded);
  const { exitCode, boxes } = failed as StandInEnded;
  expect(exitCode).toBe(2);
  expect(boxes[0]?.message).toContain('There is no profile "Nobody"');
});

test('a data folder that cannot be written is named in a box', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const starting = launchElectronStandIn({ browser, dataDir: join(file, 'data'), outDir, json: false });
  const { boxes } = (await starting.catch((error: unknown) => error)) as StandInEnded;
  expect(boxes[0]?.message).toContain(join(file, 'data'));
});

test('a failure after the core is open closes everything in order, then is shown', async () => {
  const failed = await launch(folder, { env: { STAND_IN_FAILING: 'protocol.handle' } }).catch(
    (error: unknown) => error,
  );
  expect(failed).toBeInstanceOf(StandInEnded);
  const { exitCode, boxes } = failed as StandInEnded;
  expect(exitCode).toBe(1);
  expect(boxes[0]?.message).toContain('ended because of a bug');
  expect(boxes[0]?.detail).toContain('planted failure of protocol.handle');
  const log = logOf(folder);
  expect(log).toContain('"msg":"serving-failed"');
  // The last line of the log is written when the core and the practice service are closed and only
  // the lock of the folder is still held.
  expect(log).toMatch(/"msg":"stop"\}\n$/);
  expect(databasesNotClosed(folder)).toEqual([]);
});

describe('on macOS, where the program continues to run without a window,', () => {
  let app: StandIn;
  let data: string;
  // Each new page loads from the beginning, which takes longer than the default of a poll.
  const slowPoll = { timeout: 15_000 };

  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'stratdesk-lifecycle-'));
    app = await launch(data, { env: { STAND_IN_PLATFORM: 'darwin' } });
    await app.page.evaluate(() => globalThis.stratdesk?.call('preferences.set', { views: { 'hotkeys.global': 'on' } }));
  });
  afterAll(async () => {
    await app.kill();
    rmSync(data, { recursive: true, force: true });
  });

  const waysToOpen = {
    'a second start': async () => {
      const second = launchElectronStandIn({ browser, dataDir: data, outDir, json: true });
      expect(await second.catch((error: unknown) => error)).toMatchObject({ exitCode: 3 });
    },
    'the system-wide key for Flatten': async () => expect(await app.pressShortcut('Control+Alt+Shift+F')).toBe(true),
    'the dock': async () => app.activate(),
  };
  test.each(Object.entries(waysToOpen))('%s opens a window when none is open', async (_name, openWindow) => {
    const lastWindow = app.windowOptions.length;
    // The window registers the system-wide keys when it has read the preferences.
    await expect.poll(() => app.pressShortcut('Control+Alt+Shift+S'), slowPoll).toBe(true);
    app.closeWindow(lastWindow);
    await expect.poll(() => app.windowCount, slowPoll).toBe(0);
    await openWindow();
    await expect.poll(() => app.windowOptions.length, slowPoll).toBe(lastWindow + 1);
    await expect.poll(() => app.page.isClosed(), slowPoll).toBe(false);
    await app.page.getByRole('navigation').first().waitFor();
  });

  test('a window that is closed while it loads does not end the program', async () => {
    const lastWindow = app.windowOptions.length;
    app.closeWindow(lastWindow);
    await expect.poll(() => app.windowCount, slowPoll).toBe(0);
    app.activate();
    app.closeWindow(lastWindow + 1);
    await expect.poll(() => app.windowOptions.length, slowPoll).toBe(lastWindow + 1);
    await expect.poll(() => app.windowCount, slowPoll).toBe(0);
    app.activate();
    await expect.poll(() => app.windowOptions.length, slowPoll).toBe(lastWindow + 2);
    await expect.poll(() => app.page.isClosed(), slowPoll).toBe(false);
    await app.page.getByRole('navigation').first().waitFor();
    expect(app.boxes).toEqual([]);
  });
});

describe('while the program runs,', () => {
  let app: StandIn;
  let home: string;
  let data: string;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'stratdesk-lifecycle-'));
    data = join(home, 'data');
    // Replaces `gdbus monitor`: prints its line for a locked GNOME screen once `lock` exists.
    const line = '/org/gnome/ScreenSaver: org.gnome.ScreenSaver.ActiveChanged (true,)';
    const script = `#!/bin/sh\nwhile [ ! -e "${home}/lock" ]; do sleep 0.1; done\necho '${line}'\n`;
    writeFileSync(join(home, 'gdbus'), script, { mode: 0o755 });
    app = await launch(data, { env: { PATH: `${home}:${process.env['PATH'] ?? ''}` } });
  });
  afterAll(async () => {
    await app.kill();
    rmSync(home, { recursive: true, force: true });
  });

  test('a refused navigation does not end the event subscriptions of the window', async () => {
    await app.page.evaluate(() => {
      globalThis.stratdesk?.on('preferences.changed', {}, ({ theme }) => (globalThis.receivedTheme = theme));
    });
    const receivedTheme = () => app.page.evaluate(() => globalThis.receivedTheme);
    await expect.poll(receivedTheme).toBe('system');
    await app.page.evaluate(() => {
      location.href = 'https://evil.example/';
    });
    await app.page.evaluate(() => globalThis.stratdesk?.call('preferences.set', { theme: 'light' }));
    await expect.poll(receivedTheme).toBe('light');
  });

  test('the menu copies diagnostics, and the IPC channel of the settings library has no listener', async () => {
    await app.clickMenu('Copy diagnostics');
    await expect.poll(() => app.clipboard).toContain('"msg":"start"');
    const foreignSender = { url: 'https://evil.example/', isMainFrame: false };
    expect(await app.sendAs(foreignSender, 'electron-store-get-data')).toMatchObject({ hasListener: false });
  });

  test('the end of a graphics process is logged and shown in a notice', async () => {
    app.childProcessGone('GPU');
    await expect.poll(() => notices(app)).toMatchObject([{ title: { code: 'host.process-ended', kind: 'GPU' } }]);
    expect(logOf(data)).toContain('child-process-ended');
  });

  test.runIf(process.platform === 'linux')('a locked Linux screen disarms the keys', async () => {
    const arm = async () => {
      const list = await app.page.evaluate(() => globalThis.stratdesk?.call('strategies.list', {}));
      const systemId = list?.ok === true ? (list.value.strategies[0]?.systemId ?? '') : '';
      return app.page.evaluate((id) => globalThis.stratdesk?.call('desk.arm', { systemId: id }), systemId);
    };
    await expect.poll(arm, { timeout: 20_000 }).toMatchObject({ ok: true });
    writeFileSync(join(home, 'lock'), '');
    const guard = () => app.page.evaluate(() => globalThis.stratdesk?.call('risk.get', {}));
    await expect.poll(guard).toMatchObject({ value: { arming: { armed: false, reason: 'lock' } } });
  });

  test('the first crash of a page reloads it, and the second one shows an error page', async () => {
    await app.crashPage();
    await expect.poll(() => app.page.title().catch(() => ''), { timeout: 15_000 }).toBe('Stratdesk');
    await app.page.getByRole('navigation').first().waitFor();
    expect(await notices(app)).toContainEqual(expect.objectContaining({ title: { code: 'host.window-ended' } }));

    await app.crashPage();
    const heading = () => app.page.getByRole('heading', { name: 'The window stopped working twice' });
    await expect
      .poll(
        () =>
          heading()
            .isVisible()
            .catch(() => false),
        { timeout: 10_000 },
      )
      .toBe(true);
    expect(await app.page.textContent('code')).toBe(join(data, 'log', 'stratdesk.log'));
    const call = await app.page.evaluate(() => globalThis.stratdesk?.call('app.info', {}));
    expect(call).toMatchObject({ ok: false, failure: { code: 'disconnected' } });
    expect(logOf(data)).toContain('window.page-ended');

    await app.page.getByRole('link', { name: 'Reload the window' }).click();
    await app.page.getByRole('navigation').first().waitFor();
  });

  test('the program asks whether to wait for a window that hangs, and reloads it on request', async () => {
    app.answer(1);
    app.windowEvent('unresponsive');
    await expect.poll(() => app.boxes.at(-1)?.message).toBe('The window does not respond.');
    await expect.poll(() => logOf(data)).toContain('"reason":"killed"');
    await expect
      .poll(
        () =>
          app.page
            .getByRole('heading')
            .first()
            .isVisible()
            .catch(() => false),
        { timeout: 15_000 },
      )
      .toBe(true);
  });
});
