import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultPreferences } from '#contract/model/preferences.ts';
import { demoDefaults } from '#renderer/gallery/demo-options.ts';
import { demoFacts } from '#renderer/gallery/demo-status.ts';
import { TicketSender } from '#renderer/orders/ticket-sender.svelte.ts';
import { initialPreferences } from '#renderer/stores/initial-preferences.ts';
import { fakeApp } from './fake-app.ts';

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

describe('the chosen strategy', () => {
  test('is the first until one is chosen, and the choice is kept for the profile', async () => {
    const { strategy } = fake.app;
    expect(strategy.systemId).toBe('91000001');
    strategy.choose('91000002');
    await fake.settle();
    expect(strategy.systemId).toBe('91000002');
    expect(fake.calls('preferences.set')).toContainEqual({ strategies: { practice: '91000002' } });
  });

  test('another strategy never shows the rows of the one before', async () => {
    const { signals, strategy } = fake.app;
    expect(signals.list?.length).toBeGreaterThan(0);
    fake.answer('signals.list', () => new Promise(() => undefined));
    strategy.choose('91000002');
    // Before any effect has run, too.
    expect(signals.list).toBeNull();
    await fake.settle();
    expect(signals.list).toBeNull();
  });

  test('only one subscription is held, whatever is chosen', async () => {
    for (const id of ['91000002', '91000003', '91000001']) {
      fake.app.strategy.choose(id);
      await fake.settle();
    }
    expect(fake.listening('strategy.changed')).toBe(1);
  });
});

describe('reading again', () => {
  const facts = demoFacts('91000001', demoDefaults);

  test('a grown revision reads the rows again, an unchanged one does not', async () => {
    const before = fake.calls('signals.list').length;
    fake.emit('strategy.changed', { ...facts, equity: { ...facts.equity, revision: 9 } });
    await fake.settle();
    expect(fake.calls('signals.list')).toHaveLength(before);
    fake.emit('strategy.changed', { ...facts, orders: facts.orders + 1 });
    await fake.settle();
    expect(fake.calls('signals.list')).toHaveLength(before + 1);
  });

  test('revisions that come while a reading is under way lead to one more reading', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const before = fake.calls('signals.list').length;
    fake.answer('signals.list', () => new Promise((resolve) => (answer = resolve)));
    for (const orders of [5, 6, 7, 8]) {
      fake.emit('strategy.changed', { ...facts, orders });
      await fake.settle();
    }
    expect(fake.calls('signals.list')).toHaveLength(before + 1);
    answer({ ok: true, value: { signals: [], total: 0, revision: 2 } });
    await fake.settle();
    expect(fake.calls('signals.list')).toHaveLength(before + 2);
  });

  test('a failed reading keeps the rows from before and says so', async () => {
    fake.answer('signals.list', () => ({ ok: false, failure: { code: 'internal', message: 'No.' } }));
    fake.emit('strategy.changed', { ...facts, orders: 5 });
    await fake.settle();
    expect(fake.app.signals.failure).toBe('No.');
    expect(fake.app.signals.list?.length).toBeGreaterThan(0);
  });
});

describe('sending', () => {
  const bracket = { quantity: '100', symbol: 'AAPL', limit: '182.50', stopLoss: '178' } as const;

  test('asks for a yes first, then sends once with the warnings that were seen', async () => {
    const sender = new TicketSender(fake.app);
    fake.app.ticket.change({ ...bracket, quantity: '2k' });
    await sender.press();
    expect(sender.asking?.checks.map((check) => check.code)).toEqual(['size']);
    expect(fake.calls('orders.submit')).toHaveLength(0);
    await Promise.all([sender.confirm(), sender.confirm()]);
    expect(fake.calls('orders.submit')).toHaveLength(1);
    expect(fake.calls('orders.submit')[0]).toMatchObject({ confirmed: ['size'], ticket: { quantity: '2000' } });
    expect(sender.asking).toBeNull();
  });

  test('without confirmation a clean order goes at once, one with a warning still asks', async () => {
    await fake.app.preferences.set({ confirm: { entry: false, exit: true, replace: true } });
    const sender = new TicketSender(fake.app);
    fake.app.ticket.change(bracket);
    await sender.press();
    expect(fake.calls('orders.submit')).toHaveLength(1);
    fake.app.ticket.change({ ...bracket, quantity: '2k' });
    await sender.press();
    expect(fake.calls('orders.submit')).toHaveLength(1);
    expect(sender.asking).not.toBeNull();
  });

  test('the preview on demand is shown even where a clean order goes at once', async () => {
    await fake.app.preferences.set({ confirm: { entry: false, exit: true, replace: true } });
    const sender = new TicketSender(fake.app);
    fake.app.ticket.change(bracket);
    await sender.press(true);
    expect(fake.calls('orders.submit')).toHaveLength(0);
    await sender.confirm();
    expect(fake.calls('orders.submit')).toHaveLength(1);
  });

  test('the ticket is fresh after a send: a second press sends nothing', async () => {
    await fake.app.preferences.set({ confirm: { entry: false, exit: true, replace: true } });
    const sender = new TicketSender(fake.app);
    fake.app.ticket.change({ ...bracket, kind: 'stop', stop: '182.50' });
    await sender.press();
    expect(fake.app.ticket.draft).toMatchObject({ symbol: 'AAPL', kind: 'stop', quantity: '', stop: '', stopLoss: '' });
    expect(fake.app.ticket.sent?.summary).toMatch(/AAPL/);
    expect(await sender.press()).toBe(false);
    expect(fake.calls('orders.submit')).toHaveLength(1);
  });

  test('an order that was not checked is not sent', async () => {
    await fake.app.preferences.set({ confirm: { entry: false, exit: true, replace: true } });
    fake.answer('orders.preview', () => ({ ok: false, failure: { code: 'internal', message: 'No preview.' } }));
    const sender = new TicketSender(fake.app);
    fake.app.ticket.change(bracket);
    await sender.press();
    expect(sender.failure).toBe('No preview.');
    expect(fake.calls('orders.submit')).toHaveLength(0);
  });

  test('a locked entry sends nothing', async () => {
    const locked = fakeApp({ data: 'offline' });
    await locked.settle();
    const sender = new TicketSender(locked.app);
    locked.app.ticket.change(bracket);
    await sender.press();
    await sender.confirm();
    expect(locked.calls('orders.preview').length + locked.calls('orders.submit').length).toBe(0);
    expect(locked.app.status.lockedBecause).toMatch(/locked/);
    locked.dispose();
  });
});

test('what nobody looks at is not subscribed or read', async () => {
  const { activity, practice } = fake.app;
  expect(fake.calls('activity.query')).toHaveLength(0);
  expect(fake.listening('practice.changed')).toBe(0);
  const releases = [activity.look(), practice.look(), practice.look()];
  await fake.settle();
  expect(fake.calls('activity.query')).toHaveLength(1);
  expect(fake.listening('practice.changed')).toBe(1);
  for (const release of releases) release();
  fake.emit('activity.changed', { revision: 2 });
  await fake.settle();
  expect(fake.calls('activity.query')).toHaveLength(1);
  expect(fake.listening('practice.changed')).toBe(0);
});

test('a disposed window holds no subscription', async () => {
  fake.app.practice.look();
  await fake.settle();
  fake.dispose();
  for (const name of [
    'status.changed',
    'preferences.changed',
    'strategies.changed',
    'strategy.changed',
    'practice.changed',
  ] as const) {
    expect(fake.listening(name), name).toBe(0);
  }
});

test('the window starts with the defaults of the contract', () =>
  expect(initialPreferences).toEqual(defaultPreferences));
