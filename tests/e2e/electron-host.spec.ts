// Properties of the Electron host's window, checked from the page: on the stand-in, and on the real
// Electron in continuous integration.
import { expect, test } from './program.ts';
import type { Bridge } from '#contract/bridge.ts';
import { policyViolations } from '#tests/fixtures/policy-violations.ts';

declare global {
  var stratdesk: Bridge | undefined;
  var preferenceEvents: number;
}

test.beforeEach(({ host }) => {
  test.skip(host === 'browser', 'the browser host has no window of its own');
});

test('the page has the bridge and nothing of Node or of Electron', { tag: '@host' }, async ({ program }) => {
  const page = await program.start();
  const names = ['require', 'process', 'module', 'ipcRenderer', 'electron'];
  expect(await page.evaluate((list) => list.filter((name) => name in globalThis), names)).toEqual([]);
  const info = await page.evaluate(() => globalThis.stratdesk?.call('app.info', {}));
  expect(info).toMatchObject({ ok: true, value: { host: 'electron' } });
  expect(await page.evaluate(() => globalThis.isSecureContext)).toBe(true);
});

test(
  'the window remains on its page, and its live streams continue after a refused navigation',
  { tag: '@host' },
  async ({ program }) => {
    const page = await program.start();
    const address = page.url();
    await page.evaluate(() => {
      globalThis.preferenceEvents = 0;
      globalThis.stratdesk?.on('preferences.changed', {}, () => (globalThis.preferenceEvents += 1));
    });
    await expect.poll(() => page.evaluate(() => globalThis.preferenceEvents)).toBe(1);
    for (const to of ['https://evil.example/', '/gallery.html', 'data:text/html,x']) {
      await page.evaluate((target) => {
        location.href = target;
      }, to);
    }
    await page.evaluate(() => globalThis.stratdesk?.call('preferences.set', { theme: 'light' }));
    await expect.poll(() => page.evaluate(() => globalThis.preferenceEvents)).toBeGreaterThan(1);
    expect(page.url()).toBe(address);
  },
);

test('a reloaded page receives the preferences again', { tag: '@host' }, async ({ program }) => {
  const page = await program.start();
  await page.reload();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  const theme = await page.evaluate(
    () =>
      new Promise((resolve) => {
        globalThis.stratdesk?.on('preferences.changed', {}, (preferences) => resolve(preferences.theme));
      }),
  );
  expect(theme).toBe('system');
});

test('the security policy blocks inline script, eval and other addresses', { tag: '@host' }, async ({ program }) => {
  const page = await program.start();
  const found = await page.evaluate(policyViolations, { elements: false });
  expect(found).toEqual({
    seen: ['connect-src', 'script-src', 'script-src-elem'],
    evaluation: 'refused',
    attacked: false,
  });
});

test('the page gets no permission', { tag: '@host' }, async ({ program, host }) => {
  test.skip(host !== 'electron', 'on the stand-in, a page cannot ask for a permission');
  const page = await program.start();
  const answers = await page.evaluate(async () => {
    const media = await navigator.mediaDevices.getUserMedia({ audio: true }).then(
      () => 'granted',
      () => 'refused',
    );
    return [media, await Notification.requestPermission()];
  });
  expect(answers).toEqual(['refused', 'denied']);
});
