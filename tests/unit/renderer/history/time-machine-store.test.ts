import { SvelteMap } from 'svelte/reactivity';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TimeMachineStore } from '#renderer/history/time-machine-store.svelte.ts';
import { bridgeOf, settle, strategyOf, type Calls } from '../bridge-of.ts';

/** The id of the strategy, and revisions by dataset name. */
let idAndRevisions: SvelteMap<string, string>;
let calls: Calls;
let store: TimeMachineStore;
let newest: readonly number[];
let olderAnswer: unknown;

const moments = (...times: number[]) => times.map((at) => ({ at, changes: 1 }));

beforeEach(async () => {
  idAndRevisions = new SvelteMap([['systemId', '7']]);
  newest = [30, 20];
  olderAnswer = { ok: true, value: { moments: moments(10), total: 3 } };
  const fake = bridgeOf((name, input) => {
    if (name === 'history.account') return { ok: true, value: { at: input['at'] } };
    if (name === 'history.compare') return { ok: true, value: { differences: [] } };
    return input['before'] === null ? { ok: true, value: { moments: moments(...newest), total: 3 } } : olderAnswer;
  });
  calls = fake.calls;
  store = new TimeMachineStore(fake.bridge, strategyOf(idAndRevisions));
  await settle();
});
afterEach(() => store.dispose());

it('shows a past account with its time, and none while the current account is shown', async () => {
  expect(store.moments).toEqual(moments(30, 20));
  expect(store.account).toBeNull();
  store.select(20);
  await settle();
  expect(store.account).toMatchObject({ at: 20 });
  store.showCurrent();
  await settle();
  expect(store.account).toBeNull();
});

it('compares from the earlier to the later moment, whichever was marked', async () => {
  for (const [marked, shown] of [
    [30, 20],
    [20, 30],
  ] as const) {
    store.showCurrent();
    store.select(marked);
    store.toggleMark();
    expect(store.span).toBeNull();
    store.select(shown);
    await settle();
    expect(calls.findLast(([name]) => name === 'history.compare')?.[1]).toEqual({ systemId: '7', from: 20, to: 30 });
    expect(store.differences).toEqual([]);
  }
});

it('loads older moments, and drops the selections when another strategy is chosen', async () => {
  await store.loadOlder();
  expect(store.moments).toEqual(moments(30, 20, 10));
  store.select(10);
  store.toggleMark();
  idAndRevisions.set('systemId', '8');
  await settle();
  expect([store.at, store.base, store.account]).toEqual([null, null, null]);
  expect(store.moments).toEqual(moments(30, 20));
});

it('keeps every moment when a new reading moves one out of the newest page', async () => {
  await store.loadOlder();
  newest = [40, 30];
  idAndRevisions.set('margin', '2');
  await settle();
  expect(store.moments).toEqual(moments(40, 30, 20, 10));
});

it('lists no older moments below a gap of moments that are not loaded', async () => {
  await store.loadOlder();
  newest = [60, 50];
  idAndRevisions.set('margin', '2');
  await settle();
  // Moments between 50 and 30 may exist, and *Older* continues from the last one listed.
  expect(store.moments).toEqual(moments(60, 50));
  olderAnswer = { ok: true, value: { moments: moments(40, 30), total: 6 } };
  await store.loadOlder();
  expect(calls.at(-1)?.[1]).toMatchObject({ before: 50 });
  expect(store.moments).toEqual(moments(60, 50, 40, 30));
});

it('says why older moments could not be read', async () => {
  olderAnswer = { ok: false, failure: { code: 'closed', message: 'The history is closed.' } };
  await store.loadOlder();
  expect([store.failure, store.moments]).toEqual(['The history is closed.', moments(30, 20)]);
});

it('lists a reading in which only the target portfolio changed', async () => {
  newest = [40, 30, 20];
  idAndRevisions.set('desired', '2');
  await settle();
  expect(store.moments?.map(({ at }) => at)).toEqual([40, 30, 20]);
});
