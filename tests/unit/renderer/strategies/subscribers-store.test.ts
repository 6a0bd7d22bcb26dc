import { afterEach, describe, expect, it } from 'vitest';
import type { DatasetState } from '#contract/model/status.ts';
import { failed } from '#contract/outcome.ts';
import { SubscribersStore } from '#renderer/strategies/subscribers/subscribers-store.svelte.ts';
import { bridgeOf, settle } from '../bridge-of.ts';

const state: DatasetState = { revision: 1, readAt: 5, staleAfterSeconds: 600, failure: null, reading: false };
const readFailure = failed('internal', 'The file cannot be read.');
const answers = {
  'subscribers.list': { ok: true, value: { subscribers: [] } },
  'subscribers.readings': { ok: true, value: { readings: [] } },
  'subscribers.history': { ok: true, value: { steps: [] } },
};
let store: SubscribersStore;

function open(given: Partial<Record<keyof typeof answers, unknown>> = {}): SubscribersStore {
  const { bridge } = bridgeOf((name) => ({ ...answers, ...given })[name as keyof typeof answers]);
  store = new SubscribersStore(bridge, () => ({ systemId: '1', state }));
  return store;
}
afterEach(() => store.dispose());

describe('the stored readings of subscribers', () => {
  it('are not known before they are read', async () => {
    open();
    expect([store.readings, store.readingsFailure]).toEqual([null, null]);
    await settle();
    expect([store.readings, store.readingsFailure]).toEqual([[], null]);
  });

  it('say why they are not known', async () => {
    open({ 'subscribers.readings': readFailure });
    await settle();
    expect([store.readings, store.readingsFailure]).toEqual([null, 'The file cannot be read.']);
  });
});

it('the history of a subscriber says why it is not known', async () => {
  open({ 'subscribers.history': readFailure }).show('7');
  await settle();
  expect([store.steps, store.stepsFailure]).toEqual([null, 'The file cannot be read.']);
});
