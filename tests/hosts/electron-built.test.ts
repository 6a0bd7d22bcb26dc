// Runs the built Electron program on the Electron stand-in of tests/electron-stand-in, with a real
// Chromium page. Tests the window, scheme, content security policy, IPC, menu and guards of the
// program. `npm test` builds the program first.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bridge } from '#contract/bridge.ts';
import { commands } from '#contract/commands.ts';
import { chromiumExecutable } from '#tests/e2e/browser.ts';
import { launchElectronStandIn, type StandIn, StandInEnded } from '#tests/electron-stand-in/launch.ts';
import { policyViolations } from '#tests/fixtures/policy-violations.ts';

declare global {
  var stratdesk: Bridge | undefined;
}

const outDir = process.env['STRATDESK_OUT'] ?? fileURLToPath(new URL('../../out', import.meta.url));
/** The address of the page in Chromium. For the program it is `stratdesk://app/`. */
const PAGE_ADDRESS = 'https://app.stratdesk.invalid/';
const CANARY = 'canary-key-51d0c7';

let browser: Browser;
let folder: string;
let app: StandIn;
const launch = (dataDir: string, args: readonly string[] = []) =>
  launchElectronStandIn({ browser, dataDir, args, outDir, env: { STRATDESK_SECRETS: 'session' } });

beforeAll(async () => {
  const { path, args } = await chromiumExecutable();
  browser = await chromium.launch({ executablePath: path, args: [...args] });
  folder = mkdtempSync(join(tmpdir(), 'stratdesk-electron-'));
  app = await launch(join(folder, 'data'));
});
afterAll(async () => {
  await app.kill();
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

const appFrame = { url: 'stratdesk://app/', isMainFrame: true };

test('the program prints one line of JSON with its host and address', () => {
  expect(app.startLine).toEqual({ host: 'electron', url: 'stratdesk://app/' });
});

test('system-wide keys are off by default, report refused keys, and turn the kill switch on', async () => {
  expect(await app.pressShortcut('Control+Alt+Shift+K')).toBe(false);
  const bindings = [
    { id: 'kill', combo: 'Ctrl+Alt+Shift+K' },
    { id: 'show', combo: 'Ctrl+Alt+Delete' },
  ] as const;
  const set = await app.page.evaluate(
    (list) => window.stratdesk?.call('shortcuts.set', { bindings: [...list] }),
    bindings,
  );
  expect(set).toMatchObject({ ok: true, value: { available: true, registered: ['kill'], rejected: ['show'] } });
  expect(await app.pressShortcut('Control+Alt+Shift+K')).toBe(true);
  const risk = () => app.page.evaluate(() => window.stratdesk?.call('risk.get', {}));
  await expect.poll(risk).toMatchObject({ value: { kill: { on: true, reason: 'Pressed as a system-wide key.' } } });
  await app.page.evaluate(() => window.stratdesk?.call('risk.release', {}));
  await app.page.evaluate(() => window.stratdesk?.call('shortcuts.set', { bindings: [] }));
  expect(await app.pressShortcut('Control+Alt+Shift+K')).toBe(false);
});

test.each(['lock-screen', 'suspend'] as const)('the power event %s disarms the keys', async (event) => {
  const risk = () => app.page.evaluate(() => window.stratdesk?.call('risk.get', {}));
  const arm = async () => {
    const list = await app.page.evaluate(() => window.stratdesk?.call('strategies.list', {}));
    const systemId = list?.ok === true ? (list.value.strategies[0]?.systemId ?? '') : '';
    return app.page.evaluate((id) => window.stratdesk?.call('desk.arm', { systemId: id }), systemId);
  };
  await expect.poll(arm, { timeout: 20_000 }).toMatchObject({ ok: true });
  expect(await app.reportPower(event)).toBe(true);
  await expect.poll(risk).toMatchObject({ value: { arming: { armed: false, reason: 'lock' } } });
});

test('the window is sandboxed and has no Node', () => {
  expect(app.windowOptions).toHaveLength(1);
  expect(app.windowOptions[0]).toMatchObject({
    show: false,
    minWidth: 960,
    minHeight: 620,
    webPreferences: {
      preload: join(outDir, 'preload', 'index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
    },
  });
});

describe('the page', () => {
  test('has only the bridge', async () => {
    const seen = await app.page.evaluate(() => ({
      bridge: Object.keys(globalThis.stratdesk ?? {}).sort(),
      others: ['require', 'process', 'module', 'ipcRenderer', 'electron', 'standInIpc'].filter(
        (name) => name in globalThis,
      ),
      secure: globalThis.isSecureContext,
    }));
    expect(seen).toEqual({ bridge: ['call', 'on'], others: [], secure: true });
  });

  test('cannot replace the bridge', async () => {
    const same = await app.page.evaluate(() => {
      const before = globalThis.stratdesk;
      try {
        Object.defineProperty(globalThis, 'stratdesk', { value: 1 });
      } catch {
        // Not configurable.
      }
      return before === globalThis.stratdesk && Object.isFrozen(before);
    });
    expect(same).toBe(true);
  });

  test('calls commands through the bridge', async () => {
    const outcome = await app.page.evaluate(() => globalThis.stratdesk?.call('app.info', {}));
    expect(outcome).toMatchObject({ ok: true, value: { host: 'electron', dataDir: join(folder, 'data') } });
  });

  test('receives a snapshot, also after a reload', async () => {
    for (const _load of [1, 2]) {
      const theme = await app.page.evaluate(
        () =>
          new Promise((resolve) => {
            globalThis.stratdesk?.on('preferences.changed', {}, (preferences) => resolve(preferences.theme));
          }),
      );
      expect(theme).toBe('system');
      await app.page.reload();
    }
  });

  test('cannot use inline scripts, evaluation, other addresses or frames', async () => {
    const violations = await app.page.evaluate(policyViolations, { elements: true });
    expect(violations).toEqual({
      seen: ['connect-src', 'frame-src', 'img-src', 'script-src', 'script-src-elem', 'style-src-elem'],
      evaluation: 'refused',
      attacked: false,
    });
  });

  test('does not violate its own content security policy', async () => {
    const complaints: string[] = [];
    app.page.on('console', (message) => complaints.push(message.text()));
    await app.page.reload();
    await app.page.getByRole('navigation').first().waitFor();
    expect(complaints.filter((text) => /content security policy/i.test(text))).toEqual([]);
  });
});

describe('IPC', () => {
  test.each([
    ['about:blank', { url: 'about:blank', isMainFrame: true }],
    ['a frame in the page', { url: 'stratdesk://app/', isMainFrame: false }],
    ['another address', { url: 'https://evil.example/', isMainFrame: true }],
    ['another page of the scheme', { url: 'stratdesk://app/gallery.html', isMainFrame: true }],
  ])('refuses calls from %s', async (_name, frame) => {
    for (const name of Object.keys(commands))
      await expect(app.invokeAs(frame, `call:${name}`, {})).rejects.toThrow('refused');
  });

  test('refuses a page that navigated to about:blank, although it has a preload', async () => {
    const { page } = app;
    await page.goto('about:blank');
    expect(await page.evaluate(() => globalThis.stratdesk?.call('app.info', {}))).toMatchObject({
      ok: false,
      failure: { code: 'disconnected' },
    });
    await page.goto(PAGE_ADDRESS);
    expect(await page.evaluate(() => globalThis.stratdesk?.call('app.info', {}))).toMatchObject({ ok: true });
  });

  test('has every command of the contract and no other channel', async () => {
    for (const name of Object.keys(commands)) {
      expect(await app.invokeAs(appFrame, `call:${name}`, 'not an input')).toMatchObject({
        ok: false,
        failure: { code: 'invalid-input' },
      });
    }
    await expect(app.invokeAs(appFrame, 'call:shell.open', {})).rejects.toThrow('No handler registered');
  });

  test('continues after any invalid message', async () => {
    for (const garbage of [null, undefined, 7, 'x', [], [null], { id: 'x' }, { id: 1 }, { id: 1, name: {} }]) {
      await app.sendAs(appFrame, 'listen', garbage);
      await app.sendAs(appFrame, 'unlisten', garbage);
      await app.invokeAs(appFrame, 'call:orders.submit', garbage);
    }
    expect(await app.invokeAs(appFrame, 'call:app.info', {})).toMatchObject({ ok: true });
  });
});

describe('guards', () => {
  test('prevent navigation away from the page', async () => {
    await app.page.evaluate(() => {
      location.href = 'https://evil.example/';
    });
    await app.page.evaluate(() => {
      location.href = '/gallery.html';
    });
    // A navigation that is not prevented changes the address only after a moment.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(app.page.url().startsWith(PAGE_ADDRESS)).toBe(true);
    expect(app.page.url()).not.toContain('gallery');
    expect(await app.page.evaluate(() => globalThis.stratdesk?.call('app.info', {}))).toMatchObject({ ok: true });
  });

  test('open no window, and open the link of the chart library in the user’s browser', async () => {
    await app.page.evaluate(() => void window.open('https://evil.example/'));
    await app.page.evaluate(() => void window.open('https://www.tradingview.com/x'));
    await expect.poll(() => app.requestedWindows.length).toBe(2);
    expect(app.requestedWindows.map(({ action }) => action)).toEqual(['deny', 'deny']);
    expect(app.externalUrls).toEqual(['https://www.tradingview.com/x']);
  });

  test('save only files that the page made and named as exports, at a place the user chooses', async () => {
    const save = (address: string, name: string): Promise<void> =>
      app.page.evaluate(
        ([from, as]) => {
          const link = document.createElement('a');
          link.href = from === '' ? URL.createObjectURL(new Blob(['a,b'])) : (from ?? '');
          link.download = as ?? '';
          link.click();
        },
        [address, name],
      );
    const downloadOf = async (address: string, name: string): Promise<unknown> => {
      const before = app.downloads.length;
      await save(address, name);
      await expect.poll(() => app.downloads.length).toBe(before + 1);
      return app.downloads.at(-1);
    };
    const name = 'stratdesk-practice-trades-91000001-2026-03-02.csv';
    expect(await downloadOf('', name)).toEqual({
      name,
      dialog: { title: 'Save', defaultPath: name, filters: [{ name: 'Comma-separated values', extensions: ['csv'] }] },
    });
    expect(await downloadOf('', 'setup.exe')).toMatchObject({ dialog: null });
    expect(await downloadOf('', 'stratdesk-trades.desktop')).toMatchObject({ dialog: null });
    expect(await downloadOf('data:text/csv,a', name)).toMatchObject({ dialog: null });
  });

  test.each(['media', 'geolocation', 'notifications', 'clipboard-read', 'hid', 'openExternal'])(
    'do not grant the permission %s',
    async (permission) => {
      expect(await app.askPermission(permission)).toEqual({ asked: false, checked: false, device: false });
    },
  );

  test('serve no file from outside the renderer', async () => {
    const status = await app.page.evaluate(async () => {
      const paths = ['/../main/index.js', '/%2e%2e/main/index.js', '/..%2fmain/index.js', '/.sources', '/assets/'];
      return Promise.all(paths.map(async (path) => (await fetch(path)).status));
    });
    expect(status).toEqual([404, 404, 404, 404, 404]);
  });
});

test('the program has the usual menus of a desktop program', () => {
  const roles = JSON.stringify(app.menu);
  for (const role of ['editMenu', 'windowMenu', 'resetZoom']) expect(roles).toContain(`"role":"${role}"`);
});

test('the host uses the theme chosen in the page', async () => {
  for (const theme of ['dark', 'light'] as const) {
    await app.page.evaluate((chosen) => globalThis.stratdesk?.call('preferences.set', { theme: chosen }), theme);
    await expect
      .poll(() => app.page.evaluate((query) => matchMedia(query).matches, `(prefers-color-scheme: ${theme})`))
      .toBe(true);
  }
});

test('a second start brings the first window to the front and exits with code 3', async () => {
  const before = app.timesFocused;
  const second = await launch(join(folder, 'data')).catch((error: unknown) => error);
  expect(second).toBeInstanceOf(StandInEnded);
  expect((second as StandInEnded).exitCode).toBe(3);
  expect((second as StandInEnded).stderr).toContain('already runs');
  await expect.poll(() => app.timesFocused).toBeGreaterThan(before);
});

test('the entered key of a connection is in no file, no output and no answer', async () => {
  const profile = {
    id: null,
    name: 'Canary',
    kind: 'world',
    baseUrl: 'https://platform.invalid',
    altBaseUrl: null,
    platformId: null,
    paceMs: 1_000,
    key: CANARY,
  } as const;
  const answers = await app.page.evaluate(async (input) => {
    const saved = await globalThis.stratdesk?.call('profiles.save', input);
    const wrong = await globalThis.stratdesk?.call('profiles.save', { ...input, paceMs: -1 });
    return [saved, wrong, await globalThis.stratdesk?.call('profiles.list', {}), document.documentElement.outerHTML];
  }, profile);
  expect(answers[0]).toMatchObject({ ok: true, value: { name: 'Canary', keyPlace: 'session' } });
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(3);
  const forms = [CANARY, Buffer.from(CANARY).toString('base64').slice(0, -4), Buffer.from(CANARY).toString('hex')];
  const utf16 = Buffer.from(CANARY, 'utf16le');
  for (const entry of files) {
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    for (const form of [...forms.map((text) => Buffer.from(text)), utf16])
      expect(bytes.includes(form), entry.name).toBe(false);
  }
  for (const form of forms) expect(app.output + JSON.stringify(answers)).not.toContain(form);
});

describe('the program ends', () => {
  test('by its menu, and closes everything', async () => {
    const other = await launch(join(folder, 'other'));
    await other.clickMenu(process.platform === 'darwin' ? 'close' : 'quit');
    if (process.platform === 'darwin') await other.close();
    expect(await other.exited).toBe(0);
    expect(readFileSync(join(folder, 'other', 'log', 'stratdesk.log'), 'utf8')).toMatch(/"msg":"stop"\}\n$/);
    expect(readdirSync(join(folder, 'other'))).toContain('window.json');
  });

  test('when its profile is unknown, before its window opens', async () => {
    const failed = await launch(join(folder, 'third'), ['--profile=Nobody']).catch((error: unknown) => error);
    expect((failed as StandInEnded).exitCode).toBe(2);
    expect((failed as StandInEnded).stderr).toContain('There is no profile "Nobody"');
  });
});
