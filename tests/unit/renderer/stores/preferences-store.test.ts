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
  // A program that is busy: its answer comes when the test says so.
  fake.answer('preferences.set', (change) => {
    const value = withChange(stored, change as Partial<Preferences>);
    return new Promise((resolve) => (answerLast = () => resolve({ ok: true, value })));
  });
});
afterEach(() => {
  fake.dispose();
  vi.useRealTimers();
});

test('news from before a writing neither shows nor writes back what was typed over', async () => {
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

test('a writing waits for the one before it, unless the window goes away', async () => {
  const { preferences } = fake.app;
  preferences.setView('ticket.draft', '1');
  await fake.settle(400);
  preferences.setView('ticket.draft', '12');
  await fake.settle(2_000);
  expect(fake.calls('preferences.set')).toHaveLength(1);
  preferences.flush();
  expect(fake.calls('preferences.set').at(-1)).toEqual({ views: { 'ticket.draft': '12' } });
});

test('a draft that is given up is written as such, and shown as none', async () => {
  fake.app.preferences.setView('ticket.draft', '');
  expect(fake.app.preferences.view('ticket.draft')).toBeNull();
  await fake.settle(400);
  expect(fake.calls('preferences.set')).toEqual([{ views: { 'ticket.draft': '' } }]);
});

test('what two windows change by name stands side by side, and what is given up is gone', () => {
  const one = withChange(stored, { views: { 'ticket.draft': '' }, strategies: { practice: '1' } });
  const both = withChange(one, { views: { 'grid.trades': 'narrow' }, strategies: { other: '2' } });
  expect(both).toEqual({
    ...defaultPreferences,
    views: { 'grid.trades': 'narrow' },
    strategies: { practice: '1', other: '2' },
  });
});
