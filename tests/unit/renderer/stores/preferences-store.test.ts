import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultPreferences, type Preferences } from '#contract/model/preferences.ts';
import { withChange } from '#contract/preference-change.ts';
import { fakeApp } from './fake-app.ts';

const stored: Preferences = { ...defaultPreferences, views: { 'ticket.draft': '200', 'grid.trades': 'wide' } };
let fake: ReturnType<typeof fakeApp>;
let answerLast: () => void;

beforeEach(async () => {
  vi.useFakeTimers({ now: 1_772_466_127_000 });
  fake = fakeApp({ preferences: stored });
  await fake.settle();
  // The program is busy: the test decides when the program answers.
  fake.answer('preferences.set', (change) => {
    const value = withChange(stored, change as Partial<Preferences>);
    return new Promise((resolve) => (answerLast = () => resolve({ ok: true, value })));
  });
});
afterEach(() => {
  fake.dispose();
  vi.useRealTimers();
});

test('a late event with old texts changes neither the current text nor the next save', async () => {
  const { preferences } = fake.app;
  preferences.setView('ticket.draft', '1,234');
  await fake.settle(400);
  fake.emit('preferences.changed', stored);
  expect(preferences.view('ticket.draft')).toBe('1,234');
  preferences.setView('grid.trades', 'narrow');
  await fake.settle(2_000);
  answerLast();
  await fake.settle(400);
  expect(fake.calls('preferences.set')).toEqual([
    { views: { 'ticket.draft': '1,234' } },
    { views: { 'grid.trades': 'narrow' } },
  ]);
});

test('saves one change after the other, but at once when the window closes', async () => {
  const { preferences } = fake.app;
  preferences.setView('ticket.draft', '1');
  await fake.settle(400);
  preferences.setView('ticket.draft', '12');
  await fake.settle(2_000);
  expect(fake.calls('preferences.set')).toHaveLength(1);
  preferences.flush();
  expect(fake.calls('preferences.set').at(-1)).toEqual({ views: { 'ticket.draft': '12' } });
});

test('says once that changes cannot be saved, and again if a save fails after a good one', async () => {
  const { preferences, toasts } = fake.app;
  const message = { code: 'preferences.this-run-only' };
  let isSaveRefused = true;
  fake.answer('preferences.set', () =>
    isSaveRefused ? { ok: false, failure: { code: 'not-stored', message } } : { ok: true, value: stored },
  );
  await preferences.set({ theme: 'dark' });
  await preferences.set({ theme: 'light' });
  const warning = { tone: 'danger', text: expect.stringContaining('The settings file cannot be written.') as string };
  expect(toasts.list).toMatchObject([warning]);
  isSaveRefused = false;
  await preferences.set({ theme: 'dark' });
  isSaveRefused = true;
  await preferences.set({ theme: 'light' });
  expect(toasts.list).toMatchObject([warning, warning]);
});

test('keeps the newest text if a save is lost with the connection, and saves it after an event', async () => {
  const { preferences } = fake.app;
  fake.answer('preferences.set', () => ({ ok: false, failure: { code: 'disconnected', message: 'Not connected.' } }));
  preferences.setView('ticket.draft', '1');
  await fake.settle(400);
  preferences.setView('ticket.draft', '12');
  preferences.flush();
  await fake.settle(400);
  fake.answer('preferences.set', () => ({ ok: true, value: stored }));
  fake.emit('preferences.changed', stored);
  expect(preferences.view('ticket.draft')).toBe('12');
  await fake.settle(400);
  expect(fake.calls('preferences.set').at(-1)).toEqual({ views: { 'ticket.draft': '12' } });
  fake.emit('preferences.changed', stored);
  await fake.settle(2_000);
  expect(fake.calls('preferences.set')).toHaveLength(3);
});

test('saves a deleted draft as an empty text, and shows no draft', async () => {
  fake.app.preferences.setView('ticket.draft', '');
  expect(fake.app.preferences.view('ticket.draft')).toBeNull();
  await fake.settle(400);
  expect(fake.calls('preferences.set')).toEqual([{ views: { 'ticket.draft': '' } }]);
});

test('merges changes of two windows by name, and removes deleted names', () => {
  const one = withChange(stored, { views: { 'ticket.draft': '' }, strategies: { practice: '1' } });
  const both = withChange(one, { views: { 'grid.trades': 'narrow' }, strategies: { other: '2' } });
  expect(both).toEqual({
    ...defaultPreferences,
    views: { 'grid.trades': 'narrow' },
    strategies: { practice: '1', other: '2' },
  });
});
