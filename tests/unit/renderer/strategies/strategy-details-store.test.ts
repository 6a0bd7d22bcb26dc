import { beforeEach, describe, expect, it } from 'vitest';
import type { EventPayload } from '#contract/events.ts';
import { failed } from '#contract/outcome.ts';
import type { DatasetState } from '#contract/model/status.ts';
import { StrategyDetailsStore } from '#renderer/strategies/strategy-details-store.svelte.ts';
import { bridgeOf, settle, type Calls } from '../bridge-of.ts';

type Facts = EventPayload<'strategy.changed'>;

const NOW = 1_800_000_000;
const dataset = (more: Partial<DatasetState> = {}): DatasetState => ({
  revision: 1,
  readAt: NOW - 5,
  staleAfterSeconds: 600,
  failure: null,
  reading: false,
  ...more,
});

const facts = (systemId: string, more: Partial<Facts> = {}): Facts => ({
  systemId,
  access: 'owner',
  ordersRevision: 0,
  details: dataset(),
  margin: dataset(),
  signalsWorking: dataset(),
  signalsAll: dataset(),
  tradesOpen: dataset(),
  trades: dataset(),
  equity: dataset(),
  desired: dataset(),
  subscribers: dataset(),
  brokers: dataset(),
  ...more,
});

let calls: Calls;
let listeners: Map<string, (payload: Facts) => void>;
let store: StrategyDetailsStore;

const emitFacts = async (payload: Facts): Promise<void> => {
  listeners.get(payload.systemId)?.(payload);
  await settle();
};
const inputsOf = (name: string): unknown[] => calls.filter(([call]) => call === name).map(([, input]) => input);

beforeEach(() => {
  listeners = new Map();
  const fake = bridgeOf(
    (name, { systemId }) => {
      if (name !== 'trades.check') return { ok: true, value: { details: { systemId }, margin: null } };
      if (systemId !== '9') return { ok: true, value: { readAt: NOW, lists: [] } };
      return failed('not-read', { code: 'trade-check.not-read', reason: 'Closed today' });
    },
    ({ systemId }, receive) => {
      listeners.set(systemId, receive);
      return () => listeners.delete(systemId);
    },
  );
  calls = fake.calls;
  store = new StrategyDetailsStore(fake.bridge, { now: NOW });
  return () => store.dispose();
});

describe('the strategy inspected in the list', () => {
  it('is read from the cache, and again when its revision grows', async () => {
    store.inspect('7');
    await emitFacts(facts('7'));
    expect(store.details?.systemId).toBe('7');
    await emitFacts(facts('7', { equity: dataset({ revision: 9 }) }));
    expect(inputsOf('strategies.details')).toHaveLength(1);
    await emitFacts(facts('7', { margin: dataset({ revision: 2 }) }));
    expect(inputsOf('strategies.details')).toHaveLength(2);
  });

  it('is read from the platform once, and only when the cache is missing or stale', async () => {
    store.inspect('7');
    await emitFacts(facts('7'));
    expect(inputsOf('sync.refresh')).toEqual([]);
    store.inspect('8');
    await emitFacts(facts('8', { margin: dataset({ readAt: null }) }));
    await emitFacts(facts('8', { margin: dataset({ readAt: null, failure: 'no answer' }) }));
    expect(inputsOf('sync.refresh')).toEqual([{ systemId: '8', datasets: ['details', 'margin', 'desired'] }]);
    store.inspect('9');
    await emitFacts(facts('9', { details: dataset({ readAt: NOW - 601 }) }));
    expect(inputsOf('sync.refresh')).toHaveLength(2);
  });

  it.each([
    ['as old as its limit', NOW - 600],
    ['ahead of a clock that was set back', NOW + 3],
  ])('is read again when its reading counts as stale: %s', async (_name, readAt) => {
    store.inspect('7');
    await emitFacts(facts('7', { details: dataset({ readAt }) }));
    expect(inputsOf('sync.refresh')).toHaveLength(1);
  });

  it('leaves no event listener and no details when another or no strategy is inspected', async () => {
    store.inspect('7');
    await emitFacts(facts('7'));
    store.inspect('8');
    await settle();
    expect([...listeners.keys()]).toEqual(['8']);
    expect(store.details).toBeNull();
    expect(store.dataset('details')).toBeNull();
    store.inspect(null);
    expect([...listeners.keys()]).toEqual([]);
  });
});

describe('the check of the trades', () => {
  const result = { readAt: NOW, lists: [] };

  it('runs once for two presses, and is shown', async () => {
    store.inspect('7');
    const both = Promise.all([store.checkTrades(), store.checkTrades()]);
    expect(store.tradeCheck.isRunning).toBe(true);
    await both;
    expect(inputsOf('trades.check')).toEqual([{ systemId: '7' }]);
    expect(store.tradeCheck).toEqual({ isRunning: false, failure: null, result });
  });

  it('of another strategy is not shown, even if it ends later', async () => {
    store.inspect('7');
    const running = store.checkTrades();
    store.inspect('8');
    await running;
    expect(store.tradeCheck).toEqual({ isRunning: false, failure: null, result: null });
  });

  it('says why it failed', async () => {
    store.inspect('9');
    await store.checkTrades();
    expect(store.tradeCheck.failure).toBe('The trades were not compared. Closed today.');
  });
});
