import { expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { defaultPreferences, type Preferences } from '#contract/model/preferences.ts';
import { CachedPreferences } from '#core/profiles/cached-preferences.ts';

function preferencesOf(before: Preferences = defaultPreferences) {
  let stored = before;
  let changeCount = 0;
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const store = { read: () => stored, write: (value: Preferences) => void (stored = value) };
  const preferences = new CachedPreferences(store, log, () => (changeCount += 1));
  return { preferences, stored: () => stored, changeCount: () => changeCount };
}

const views = (from: number, count: number): Partial<Preferences> => ({
  views: Object.fromEntries(Array.from({ length: count }, (_, at) => [`view ${from + at}`, 'x'.repeat(60_000)])),
});

test('layouts and drafts are accepted up to a total size', () => {
  const { changeCount, preferences, stored } = preferencesOf();
  const results = Array.from({ length: 100 }, (_, at) => preferences.set(views(at, 1)));
  expect(new Set(results)).toEqual(new Set(['stored', 'too-large']));
  expect(JSON.stringify(stored()).length).toBeLessThanOrEqual(limits.preferencesLength);
  expect(changeCount()).toBe(results.filter((result) => result === 'stored').length);
  expect(preferences.set({ theme: 'dark' })).toBe('stored');
});

test('preferences above the limit can be made smaller', () => {
  const { preferences } = preferencesOf({ ...defaultPreferences, ...views(0, 200) });
  expect(preferences.set(views(900, 1))).toBe('too-large');
  expect(preferences.set({ views: { 'view 1': '' } })).toBe('stored');
});
