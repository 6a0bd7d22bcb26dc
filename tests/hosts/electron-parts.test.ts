// Parts of the Electron host that need no window.
import { expect, test } from 'vitest';
import { isLock } from '#hosts/electron/linux-lock.ts';
import { followPower } from '#hosts/electron/power.ts';
import { QuitQuestion } from '#hosts/electron/quit-question.ts';
import { FakeCore } from './fake-core.ts';

function question(answers: number[]) {
  const core = new FakeCore();
  const asked: string[] = [];
  const dialog = {
    showMessageBoxSync(...args: readonly unknown[]): number {
      asked.push((args.at(-1) as { message: string }).message);
      return answers.shift() ?? 0;
    },
  };
  const unknown = (unknownOrders: number, elsewhere: readonly number[] = []): void => {
    const beside = elsewhere.map((count) => ({ name: 'Other', mode: 'LIVE', unknownOrders: count }));
    core.emit({ seq: 1, payload: { unknownOrders, beside } });
  };
  return { question: new QuitQuestion({ core, dialog }), asked, unknown };
}

test('quitting with unknown orders asks first and can be declined', () => {
  const { question: quit, asked, unknown } = question([0, 1]);
  expect(quit.mayQuit(undefined)).toBe(true);
  unknown(2);
  expect(quit.mayQuit(undefined)).toBe(false);
  expect(quit.mayQuit(undefined)).toBe(true);
  // The window closes next. The question is not repeated for it.
  expect(quit.mayQuit(undefined)).toBe(true);
  expect(asked).toEqual(['The outcome of 2 orders is unknown.', 'The outcome of 2 orders is unknown.']);
});

test('unknown orders of a connection beside the one in use count as well', () => {
  const { question: quit, asked, unknown } = question([0, 0]);
  unknown(0, [1]);
  expect(quit.mayQuit(undefined)).toBe(false);
  unknown(2, [1]);
  expect(quit.mayQuit(undefined)).toBe(false);
  expect(asked).toEqual(['The outcome of 1 order is unknown.', 'The outcome of 3 orders is unknown.']);
});

test('a signal of the system ends the program without a question', () => {
  const { question: quit, asked, unknown } = question([]);
  unknown(1);
  quit.agree();
  expect(quit.mayQuit(undefined)).toBe(true);
  expect(asked).toEqual([]);
});

test('sleep and a locked screen disarm, and waking up reads everything again', () => {
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
  expect(core.resumes).toBe(0);
  listeners.get('resume')?.();
  expect(core.resumes).toBe(1);
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
])('recognizes the lock signal of %s', (_name, line, expected) => {
  expect(isLock(line)).toBe(expected);
});
