import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OrderToTicketStore } from '#renderer/stores/order-to-ticket-store.svelte.ts';
import { emptyDraft, parseDraft } from '#renderer/stores/ticket-draft.ts';
import { fakeApp } from './fake-app.ts';

const draft = { ...emptyDraft, symbol: 'KO', quantity: '7', limit: '60' };
let fake: ReturnType<typeof fakeApp>;

beforeEach(async () => {
  vi.useFakeTimers({ now: 1_772_466_127_000 });
  fake = fakeApp();
  await fake.settle();
});
afterEach(() => {
  fake.dispose();
  vi.useRealTimers();
});

/** A store for which these strategies are subscriptions, not strategies of the trader. */
function storeWith(subscribed: readonly string[], readOnly: string | null = null) {
  const { strategies, strategy, ticket, toasts } = fake.app;
  const known = { list: strategies.list, subscribed };
  return new OrderToTicketStore({ status: { readOnlyBecause: readOnly }, strategies: known, strategy, ticket, toasts });
}

const ids = () => fake.app.strategies.list.map(({ systemId }) => systemId);

test('offers the own strategies that are alive, and fills the ticket of the chosen one', async () => {
  const { strategies, strategy, ticket } = fake.app;
  const [shownId = ''] = ids();
  strategy.choose(shownId);
  const store = storeWith([shownId]);
  store.ask('BTO 7 KO LMT 60 DAY', draft);
  const ownStrategies = store.question?.ownStrategies ?? [];
  expect(ownStrategies.map(({ systemId }) => systemId)).toEqual(
    strategies.list.filter((one) => one.systemId !== shownId && one.alive !== false).map((one) => one.systemId),
  );
  const [first] = ownStrategies;
  if (first === undefined) throw new Error('the gallery has one strategy only');
  store.choose(first);
  await fake.settle();
  expect(strategy.systemId).toBe(first.systemId);
  expect(ticket.draft).toMatchObject({ symbol: 'KO', quantity: '7', limit: '60' });
  expect(ticket.draft.copiedFrom).toMatch(/: BTO 7 KO LMT 60 DAY$/);
  expect(store.question).toBeNull();
  expect(store.loadCount).toBe(1);
  expect(fake.app.toasts.list.at(-1)?.text).toMatch(/Nothing was sent/);
});

test('the origin is stored with the draft, and is removed when the symbol changes', async () => {
  const { ticket } = fake.app;
  ticket.load({ ...draft, copiedFrom: 'Other: BTO 7 KO' });
  expect(parseDraft(JSON.stringify(ticket.draft)).copiedFrom).toBe('Other: BTO 7 KO');
  ticket.change({ symbol: 'MSFT' });
  expect(ticket.draft.copiedFrom).toBe('');
  await fake.settle();
});

test('a single own strategy needs no choice, and the lack of an own strategy is reported', () => {
  const [own = '', ...others] = ids();
  const store = storeWith(others);
  store.ask('BTO 7 KO', draft);
  expect(store.question).toBeNull();
  expect(store.loadCount).toBe(1);
  expect(fake.app.strategy.systemId).toBe(own);
  const storeWithoutOwn = storeWith(ids());
  storeWithoutOwn.ask('BTO 7 KO', draft);
  expect(storeWithoutOwn.question).toBeNull();
  expect(storeWithoutOwn.loadCount).toBe(0);
  expect(fake.app.toasts.list.at(-1)?.text).toMatch(/no strategy of your own/);
});

test('no order is copied to a strategy that the connection no longer has', () => {
  const { preferences, strategy, ticket, toasts } = fake.app;
  const known = { list: fake.app.strategies.list, subscribed: [] };
  const store = new OrderToTicketStore({
    status: { readOnlyBecause: null },
    strategies: known,
    strategy,
    ticket,
    toasts,
  });
  store.ask('BTO 7 KO', draft);
  const [, other] = store.question?.ownStrategies ?? [];
  if (other === undefined) throw new Error('the gallery has one strategy only');
  known.list = [];
  store.choose(other);
  expect([store.question, store.loadCount]).toEqual([null, 0]);
  expect(toasts.list).toMatchObject([{ tone: 'warn' }]);
  expect(toasts.list[0]?.text).toContain('was not copied');
  expect(preferences.view(`ticket.draft ${other.systemId}`)).toBeNull();
});

test('no order is copied while a review bundle is shown', () => {
  const store = storeWith([], 'A review bundle is shown.');
  store.ask('BTO 7 KO', draft);
  expect(store.question).toBeNull();
});
