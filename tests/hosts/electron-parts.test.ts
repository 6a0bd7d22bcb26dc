// Tests the parts of the Electron host that need no window.
import { expect, test } from 'vitest';
import { endWithBox } from '#hosts/electron/error-box.ts';
import { guardContents } from '#hosts/electron/guards.ts';
import { isLock } from '#hosts/electron/linux-lock.ts';
import { followPower } from '#hosts/electron/power.ts';
import { QuitQuestion } from '#hosts/electron/quit-question.ts';
import { loadPage } from '#hosts/electron/window-health.ts';
import { FakeCore } from './fake-core.ts';

/** `answers` are the buttons that the user will press. */
function createQuitQuestion(answers: number[]) {
  const core = new FakeCore();
  const asked: string[] = [];
  const quits: number[] = [];
  const dialog = {
    async showMessageBox(...args: readonly unknown[]) {
      asked.push((args.at(-1) as { message: string }).message);
      return { response: answers.shift() ?? 0, checkboxChecked: false };
    },
  };
  const setUnknown = (unknownOrders: number, unknownOrdersOfSecondary: readonly number[] = []): void => {
    const secondary = unknownOrdersOfSecondary.map((count) => ({ name: 'Other', mode: 'LIVE', unknownOrders: count }));
    core.status = { unknownOrders, secondary };
  };
  const quit = (): void => void quits.push(1);
  return { core, quitQuestion: new QuitQuestion({ core, dialog, quit }), asked, setUnknown, quits };
}

/** Waits until pending promises, such as the answer to a question, are resolved. */
const settlePromises = () => new Promise((resolve) => setImmediate(resolve));

test('the program asks before it quits with unknown orders, and the user can decline', async () => {
  const { quitQuestion, asked, setUnknown, quits } = createQuitQuestion([0, 1]);
  expect(quitQuestion.mayQuit(undefined)).toBe(true);
  setUnknown(2);
  expect(quitQuestion.mayQuit(undefined)).toBe(false);
  // While the question is open, a second request to quit does not ask again.
  expect(quitQuestion.mayQuit(undefined)).toBe(false);
  await settlePromises();
  expect([quits, asked.length]).toEqual([[], 1]);
  expect(quitQuestion.mayQuit(undefined)).toBe(false);
  await settlePromises();
  expect(quits).toEqual([1]);
  // The program then quits and its window closes. Neither repeats the question.
  expect(quitQuestion.mayQuit(undefined)).toBe(true);
  expect(asked).toEqual(['The outcome of 2 orders is unknown.', 'The outcome of 2 orders is unknown.']);
});

test('unknown orders of a secondary connection count as well', async () => {
  const { quitQuestion, asked, setUnknown } = createQuitQuestion([0, 0]);
  setUnknown(0, [1]);
  expect(quitQuestion.mayQuit(undefined)).toBe(false);
  await settlePromises();
  setUnknown(2, [1]);
  expect(quitQuestion.mayQuit(undefined)).toBe(false);
  expect(asked).toEqual(['The outcome of 1 order is unknown.', 'The outcome of 3 orders is unknown.']);
});

test('the program asks before it quits while an exit plan runs', async () => {
  const { core, quitQuestion, asked } = createQuitQuestion([1]);
  core.status = { unknownOrders: 1, secondary: [], exitsRunning: true };
  expect(quitQuestion.mayQuit(undefined)).toBe(false);
  await settlePromises();
  expect(asked).toEqual(['The outcome of 1 order is unknown. An exit plan runs or waits for its market to open.']);
  expect(quitQuestion.mayQuit(undefined)).toBe(true);
});

test('the program asks before it quits while an order waits to be sent', async () => {
  const { core, quitQuestion, asked } = createQuitQuestion([0]);
  core.status = { unknownOrders: 0, secondary: [], ordersWaiting: true };
  expect(quitQuestion.mayQuit(undefined)).toBe(false);
  await settlePromises();
  expect(asked).toEqual(['An order waits to be sent. It is put on hold if Stratdesk ends.']);
  core.status = { unknownOrders: 0, secondary: [] };
  expect(quitQuestion.mayQuit(undefined)).toBe(true);
});

test('the program asks before it quits while a change has no clear answer or a set of changes runs', async () => {
  const { core, quitQuestion, asked } = createQuitQuestion([0]);
  core.status = { unknownOrders: 0, secondary: [], changesRunning: true };
  expect(quitQuestion.mayQuit(undefined)).toBe(false);
  await settlePromises();
  expect(asked).toEqual(['A change has no clear answer yet, or a set of changes runs.']);
  core.status = { unknownOrders: 0, secondary: [] };
  expect(quitQuestion.mayQuit(undefined)).toBe(true);
});

test('a termination by the operating system ends the program without a question', () => {
  const { quitQuestion, asked, setUnknown } = createQuitQuestion([]);
  setUnknown(1);
  quitQuestion.agree();
  expect(quitQuestion.mayQuit(undefined)).toBe(true);
  expect(asked).toEqual([]);
});

test('a link that no browser opens does not end the program', async () => {
  const opened: string[] = [];
  let created: (event: unknown, contents: unknown) => void = () => undefined;
  let openWindow: (details: { readonly url: string }) => unknown = () => undefined;
  const app = { on: (_name: string, listener: typeof created) => (created = listener) } as never;
  const shell = {
    openExternal(url: string): Promise<void> {
      opened.push(url);
      return Promise.reject(new Error('no application is registered'));
    },
  } as never;
  const unhandled: unknown[] = [];
  const onUnhandled = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', onUnhandled);
  guardContents(app, shell);
  created(null, { on: () => undefined, setWindowOpenHandler: (handler: typeof openWindow) => (openWindow = handler) });
  expect(openWindow({ url: 'https://www.tradingview.com/' })).toEqual({ action: 'deny' });
  await settlePromises();
  process.off('unhandledRejection', onUnhandled);
  expect([opened, unhandled]).toEqual([['https://www.tradingview.com/'], []]);
});

test.each([
  ['a reload is no failure', { code: 'ERR_ABORTED' }, false, true],
  ['the end of the window is no failure', { code: 'ERR_FAILED' }, true, true],
  ['another error is a failure', { code: 'ERR_FAILED' }, false, false],
])('while a page loads, %s', async (_name, errorMembers, isDestroyed, hasResolved) => {
  const failure = Object.assign(new Error('not loaded'), errorMembers);
  const loading = loadPage({ isDestroyed: () => isDestroyed, loadURL: () => Promise.reject(failure) });
  await expect(loading.then(() => true).catch(() => false)).resolves.toBe(hasResolved);
});

test('sleep and a locked screen disarm the keys, and waking up reads everything again', () => {
  const core = new FakeCore();
  const listeners = new Map<string, () => void>();
  const powerMonitor = { on: (name: string, listener: () => void) => void listeners.set(name, listener) } as never;
  followPower({ powerMonitor, core, platform: 'darwin' });
  listeners.get('lock-screen')?.();
  listeners.get('suspend')?.();
  expect(core.calls).toEqual([
    { name: 'desk.disarm', input: { reason: 'lock' } },
    { name: 'desk.disarm', input: { reason: 'lock' } },
  ]);
  expect(core.wakeCount).toBe(0);
  listeners.get('resume')?.();
  expect(core.wakeCount).toBe(1);
});

test.each([
  ['GNOME', '/org/gnome/ScreenSaver: org.gnome.ScreenSaver.ActiveChanged (true,)', true],
  ['KDE', '/ScreenSaver: org.freedesktop.ScreenSaver.ActiveChanged (true,)', true],
  ['GNOME, unlocked', '/org/gnome/ScreenSaver: org.gnome.ScreenSaver.ActiveChanged (false,)', false],
  ['logind', '/org/freedesktop/login1/session/_32: org.freedesktop.login1.Session.Lock ()', true],
  ['logind, unlocked', '/org/freedesktop/login1/session/_32: org.freedesktop.login1.Session.Unlock ()', false],
  [
    'a desktop that sets the hint',
    "/org/freedesktop/login1/session/_32: org.freedesktop.DBus.Properties.PropertiesChanged ('org.freedesktop.login1.Session', {'LockedHint': <true>}, @as [])",
    true,
  ],
  ['a new session', "/org/freedesktop/login1: org.freedesktop.login1.Manager.SessionNew ('5', objectpath '/x')", false],
])('only lines of `gdbus monitor` that report a screen lock are recognized: %s', (_name, line, expected) => {
  expect(isLock(line)).toBe(expected);
});

test('a bug ends the program before the event loop continues, also if diagnostics are copied', () => {
  const steps: string[] = [];
  const answers = [1, 1, 0];
  const deps = {
    app: {
      isReady: () => true,
      whenReady: () => Promise.resolve(),
      exit: (code: number) => steps.push(`exit ${code}`),
    },
    dialog: {
      showErrorBox: (): void => expect.unreachable(),
      showMessageBoxSync: () => {
        steps.push('box');
        return answers.shift() ?? 0;
      },
    },
    clipboard: {
      writeText: (text: string) => {
        steps.push(text.includes('planted bug') ? 'copy' : text);
        return steps.length > 2 ? Promise.reject(new Error('no clipboard')) : Promise.resolve();
      },
    },
    source: { version: '1', logFile: () => null },
  };
  void endWithBox(deps, { exitCode: 1, sentence: 'Ended.', stack: 'planted bug', wasShown: false });
  // The test has awaited nothing since the call, so no pending work could run.
  expect(steps).toEqual(['box', 'copy', 'box', 'copy', 'box', 'exit 1']);
});
