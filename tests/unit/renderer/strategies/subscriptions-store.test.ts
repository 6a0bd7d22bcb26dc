import { beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '#contract/model/profile.ts';
import { done, failed } from '#contract/outcome.ts';
import { demoProfiles } from '#renderer/gallery/demo-status.ts';
import { demoSubscriptions } from '#renderer/gallery/demo-subscriptions.ts';
import { SubscriptionsStore } from '#renderer/strategies/subscriptions-store.svelte.ts';
import { SvelteMap } from 'svelte/reactivity';
import { bridgeOf, settle, type Calls } from '../bridge-of.ts';

let calls: Calls;
let answers: unknown[];
let changeActs: (revision: number) => Promise<void>;
let storeInputs: SvelteMap<string, number>;
let store: SubscriptionsStore;
let isReleased: boolean;

beforeEach(() => {
  answers = [];
  isReleased = false;
  let receive: (payload: unknown) => void = () => undefined;
  const fake = bridgeOf(
    () => answers.shift() ?? done({ subscriptions: [...demoSubscriptions] }),
    (_params, listener) => {
      receive = listener;
      return () => (isReleased = true);
    },
  );
  calls = fake.calls;
  changeActs = async (revision) => {
    receive({ revision });
    await settle();
  };
  storeInputs = new SvelteMap([
    ['profileIndex', 0],
    ['strategiesRevision', 1],
  ]);
  const profiles: readonly Profile[] = demoProfiles;
  store = new SubscriptionsStore(
    fake.bridge,
    {
      get profile() {
        return profiles[storeInputs.get('profileIndex') ?? 0] ?? null;
      },
    },
    {
      get revision() {
        return storeInputs.get('strategiesRevision') ?? 0;
      },
    },
  );
  return () => store.dispose();
});

describe('the subscriptions', () => {
  it('are read as soon as the acts are known, and after each act and reading of the strategies', async () => {
    await settle();
    expect([store.list, calls.length]).toEqual([null, 0]);
    await changeActs(1);
    expect(store.find('91000004')?.state).toBe('current');
    expect(store.find('1')).toBeUndefined();
    await changeActs(1);
    expect(calls).toHaveLength(1);
    await changeActs(2);
    storeInputs.set('strategiesRevision', 2);
    await settle();
    expect(calls.map(([name]) => name)).toEqual(Array(3).fill('subscriptions.list'));
  });

  it('stay on screen when a later reading fails', async () => {
    await changeActs(1);
    answers = [failed('internal', 'Not readable.')];
    store.reload();
    await settle();
    expect([store.list?.length, store.failure]).toEqual([2, 'Not readable.']);
  });

  it('of another connection are not shown', async () => {
    await changeActs(1);
    answers = [failed('internal', 'Not readable.')];
    storeInputs.set('profileIndex', 1);
    expect(store.list).toBeNull();
    await settle();
    expect(store.list).toBeNull();
  });

  it('are not read after the page was left', async () => {
    await changeActs(1);
    store.dispose();
    storeInputs.set('strategiesRevision', 2);
    await settle();
    expect([calls.length, isReleased]).toEqual([1, true]);
  });
});
