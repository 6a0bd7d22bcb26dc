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
  const received: EventMessage[] = [];
  return { clock, hub, received, set: (theme: Preferences['theme']) => (value = { ...value, theme }) };
}

test('a subscriber gets the current value at once, then each change with the next number', async () => {
  const { clock, hub, received, set } = setUp();
  hub.subscribe('preferences.changed', {}, (message) => received.push(message));
  expect(received).toEqual([{ seq: 0, payload: defaultPreferences }]);
  set('dark');
  hub.touch('preferences.changed');
  await clock.advance(25);
  expect(received[1]).toEqual({ seq: 1, payload: { ...defaultPreferences, theme: 'dark' } });
});

test('a burst of changes is sent once', async () => {
  const { clock, hub, received } = setUp();
  hub.subscribe('preferences.changed', {}, (message) => received.push(message));
  for (let i = 0; i < 1000; i++) hub.touch('preferences.changed');
  await clock.advance(1000);
  expect(received.length).toBe(2);
});

test('while a provider has no value, a new subscriber gets nothing; later it gets the first value once', async () => {
  const { clock, hub, received } = setUp();
  let hasValue = true;
  hub.provide('activity.changed', () => (hasValue ? { revision: 7 } : undefined));
  const activityMessages: EventMessage[] = [];
  hub.subscribe('preferences.changed', {}, (message) => received.push(message));
  hub.subscribe('activity.changed', {}, () => undefined);
  hub.touch('activity.changed');
  hasValue = false;
  hub.touch('activity.changed');
  hub.subscribe('activity.changed', {}, (message) => activityMessages.push(message));
  await clock.advance(1_000);
  expect(activityMessages).toEqual([]);
  hasValue = true;
  hub.touch('activity.changed');
  await clock.advance(25);
  expect(activityMessages).toEqual([{ seq: 0, payload: { revision: 7 } }]);
  expect(received).toHaveLength(1);
});

test('a released subscription gets nothing, and the last release ends the watch of its topic', async () => {
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
  const received: EventMessage[] = [];
  const releaseFirst = hub.subscribe('activity.changed', {}, (message) => received.push(message));
  const releaseSecond = hub.subscribe('activity.changed', {}, () => undefined);
  expect(watching).toBe(1);
  releaseFirst();
  expect(watching).toBe(1);
  releaseSecond();
  expect(watching).toBe(0);
  hub.touch('activity.changed');
  await clock.advance(1000);
  expect(received.length).toBe(1);
});

test('names and params outside the contract are refused', () => {
  const { hub } = setUp();
  expect(() => hub.subscribe('constructor', {}, () => undefined)).toThrow('no such event');
  expect(() => hub.subscribe('__proto__', {}, () => undefined)).toThrow('no such event');
  expect(() => hub.subscribe('strategy.changed', { systemId: 'x' }, () => undefined)).toThrow('no such event');
  expect(() => hub.subscribe('preferences.changed', { extra: 1 }, () => undefined)).toThrow('no such event');
});
