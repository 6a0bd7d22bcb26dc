import { expect, it } from 'vitest';
import { SvelteMap } from 'svelte/reactivity';
import { done, failed } from '#contract/outcome.ts';
import { AutoTradeStore } from '#renderer/autotrade/autotrade-store.svelte.ts';
import type { StatusStore } from '#renderer/stores/status-store.svelte.ts';
import type { StrategyStore } from '#renderer/stores/strategy-store.svelte.ts';
import { bridgeOf, settle, strategyOf } from '../bridge-of.ts';

it('a failure to read the brokers of a person is shown until they are read again', async () => {
  const facts = new SvelteMap([['systemId', '7']]);
  let readAt = 1_000;
  const { bridge } = bridgeOf((name) =>
    name === 'brokers.read'
      ? failed('not-possible', 'No connection.')
      : done({ brokers: null, readAt, failure: null, traded: [], accountValue: null }),
  );
  const strategy = strategyOf(facts) as unknown as StrategyStore;
  const store = new AutoTradeStore(bridge, { profile: null } as unknown as StatusStore, strategy);
  await settle();
  await store.choosePerson('42');
  await settle();
  await store.readPersonBrokers();
  await settle();
  expect(store.personBrokersState).toMatchObject({ readAt: 1_000, failure: 'No connection.' });
  // The brokers were read again after an act in the account of the person.
  readAt = 2_000;
  facts.set('brokers', '1');
  await settle();
  expect(store.personBrokersState).toMatchObject({ readAt: 2_000, failure: null });
  store.dispose();
});
