import { expect, test } from 'vitest';
import type { EventMessage } from '#contract/bridge.ts';
import { defaultPreferences, type Preferences } from '#contract/model/preferences.ts';
import { Hub } from '#core/events/hub.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';

function setUp() {
  const clock = new FakeClock();
  const hub = new Hub(clock);
  let value: Preferences = defaultPreferences;
  hub.provide('preferences.changed', () => value);
  const got: EventMessage[] = [];
  return { clock, hub, got, set: (theme: Preferences['theme']) => (value = { ...value, theme }) };
}

test('a subscriber gets the current value at once, then each change with the next number', async () => {
  const { clock, hub, got, set } = setUp();
  hub.subscribe('preferences.changed', {}, (message) => got.push(message));
  expect(got).toEqual([{ seq: 0, payload: defaultPreferences }]);
  set('dark');
  hub.touch('preferences.changed');
  await clock.advance(25);
  expect(got[1]).toEqual({ seq: 1, payload: { ...defaultPreferences, theme: 'dark' } });
});

test('a burst of changes is told once', async () => {
  const { clock, hub, got } = setUp();
  hub.subscribe('preferences.changed', {}, (message) => got.push(message));
  for (let i = 0; i < 1000; i++) hub.touch('preferences.changed');
  await clock.advance(1000);
  expect(got.length).toBe(2);
});

test('while it is paused nothing is read; afterwards each window gets what it missed, once', async () => {
  const { clock, hub, got } = setUp();
  let isOpen = true;
  hub.provide('activity.changed', () => {
    if (!isOpen) throw new Error('statement has been finalized');
    return { revision: 7 };
  });
  const missed: EventMessage[] = [];
  hub.subscribe('preferences.changed', {}, (message) => got.push(message));
  hub.subscribe('activity.changed', {}, () => undefined);
  hub.touch('activity.changed');
  hub.pause();
  isOpen = false;
  hub.touch('activity.changed');
  hub.subscribe('activity.changed', {}, (message) => missed.push(message));
  await clock.advance(1_000);
  expect(missed).toEqual([]);
  isOpen = true;
  hub.resume();
  await clock.advance(25);
  expect(missed).toEqual([{ seq: 0, payload: { revision: 7 } }]);
  expect(got).toHaveLength(1);
});

test('a released subscription hears nothing and the watch of its topic ends with the last listener', async () => {
  const clock = new FakeClock();
  const hub = new Hub(clock);
  let watching = 0;
  hub.provide(
    'activity.changed',
    () => ({ revision: 1 }),
    () => {
      watching++;
      return () => watching--;
    },
  );
  const got: EventMessage[] = [];
  const first = hub.subscribe('activity.changed', {}, (message) => got.push(message));
  const second = hub.subscribe('activity.changed', {}, () => undefined);
  expect(watching).toBe(1);
  first();
  expect(watching).toBe(1);
  second();
  expect(watching).toBe(0);
  hub.touch('activity.changed');
  await clock.advance(1000);
  expect(got.length).toBe(1);
});

test('names and params outside the contract are refused', () => {
  const { hub } = setUp();
  expect(() => hub.subscribe('constructor', {}, () => undefined)).toThrow('no such event');
  expect(() => hub.subscribe('__proto__', {}, () => undefined)).toThrow('no such event');
  expect(() => hub.subscribe('strategy.changed', { systemId: 'x' }, () => undefined)).toThrow('no such event');
  expect(() => hub.subscribe('preferences.changed', { extra: 1 }, () => undefined)).toThrow('no such event');
});
