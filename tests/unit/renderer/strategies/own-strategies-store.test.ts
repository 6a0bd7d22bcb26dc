import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OwnStrategiesStore } from '#renderer/strategies/own/own-strategies-store.svelte.ts';
import { demoUnfinishedClones } from '#renderer/gallery/demo-own-strategies.ts';
import { fakeApp } from '../stores/fake-app.ts';

let fake: ReturnType<typeof fakeApp>;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_772_466_127_000 });
  fake = fakeApp();
});
afterEach(() => {
  fake.dispose();
  vi.useRealTimers();
});

async function openStore(): Promise<OwnStrategiesStore> {
  const store = new OwnStrategiesStore(fake.app.bridge, fake.app);
  await fake.settle();
  return store;
}

test('dismisses an unfinished clone: nothing is sent, and it remains dismissed', async () => {
  const [clone] = demoUnfinishedClones;
  if (clone === undefined) throw new Error('the gallery has an unfinished clone');
  const store = await openStore();
  expect(store.unfinishedOf(clone.systemId)).toEqual(clone);
  expect(store.unfinishedOf(clone.sourceId)).toBeNull();
  store.dismiss(clone.systemId);
  expect(store.unfinishedOf(clone.systemId)).toBeNull();
  await fake.settle(5_000);
  store.dispose();
  const reopened = await openStore();
  expect(reopened.unfinishedOf(clone.systemId)).toBeNull();
  expect(fake.calls('preferences.set')).toEqual([{ views: { [`clone.practice.${clone.systemId}`]: 'dismissed' } }]);
  expect(fake.calls('own-strategies.send')).toEqual([]);
  reopened.dispose();
});
