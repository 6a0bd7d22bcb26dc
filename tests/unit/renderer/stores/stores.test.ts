import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultPreferences } from '#contract/model/preferences.ts';
import { demoDefaults } from '#renderer/gallery/demo-options.ts';
import { demoStrategyState } from '#renderer/gallery/demo-status.ts';
import { TicketSender } from '#renderer/orders/confirm/ticket-sender.ts';
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
  test('is the first until one is chosen, and the choice is stored for the profile', async () => {
    const { strategy } = fake.app;
    expect(strategy.systemId).toBe('91000001');
    strategy.choose('91000002');
    await fake.settle();
    expect(strategy.systemId).toBe('91000002');
    expect(fake.calls('preferences.set')).toContainEqual({ strategies: { practice: '91000002' } });
  });

  test('remains when a later list of the platform has another strategy first', async () => {
    const { strategies, strategy } = fake.app;
    const [first, ...others] = strategies.list;
    fake.answer('strategies.list', () => ({
      ok: true,
      value: { readAt: 1, failure: null, strategies: [...others, first] },
    }));
    fake.app.strategies.reload();
    await fake.settle();
    expect(strategies.list.at(-1)?.systemId).toBe('91000001');
    expect(strategy.systemId).toBe('91000001');
  });

  test('is not changed by the choice of a strategy that the connection does not list', async () => {
    const { strategy } = fake.app;
    strategy.choose('91000002');
    await fake.settle();
    strategy.choose('12345');
    await fake.settle();
    expect(strategy.systemId).toBe('91000002');
  });

  test('never shows the rows of the previous strategy', async () => {
    const { signals, strategy } = fake.app;
    expect(signals.list?.length).toBeGreaterThan(0);
    fake.answer('signals.list', () => new Promise(() => undefined));
    strategy.choose('91000002');
    // The rows are gone even before any effect has run.
    expect(signals.list).toBeNull();
    await fake.settle();
    expect(signals.list).toBeNull();
  });

  test('has one event listener, whichever strategy is chosen', async () => {
    for (const id of ['91000002', '91000003', '91000001']) {
      fake.app.strategy.choose(id);
      await fake.settle();
    }
    expect(fake.listenerCount('strategy.changed')).toBe(1);
  });
});

describe('reading again', () => {
  const facts = demoStrategyState('91000001', demoDefaults);

  test('happens only when the revision of the orders changes, not that of other data', async () => {
    const before = fake.calls('signals.list').length;
    fake.emit('strategy.changed', { ...facts, equity: { ...facts.equity, revision: 9 } });
    await fake.settle();
    expect(fake.calls('signals.list')).toHaveLength(before);
    fake.emit('strategy.changed', { ...facts, ordersRevision: facts.ordersRevision + 1 });
    await fake.settle();
    expect(fake.calls('signals.list')).toHaveLength(before + 1);
  });

  test('happens only once for several new revisions during a reading', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const before = fake.calls('signals.list').length;
    fake.answer('signals.list', () => new Promise((resolve) => (answer = resolve)));
    for (const orders of [5, 6, 7, 8]) {
      fake.emit('strategy.changed', { ...facts, ordersRevision: orders });
      await fake.settle();
    }
    expect(fake.calls('signals.list')).toHaveLength(before + 1);
    answer({ ok: true, value: { signals: [], total: 0, revision: 2 } });
    await fake.settle();
    expect(fake.calls('signals.list')).toHaveLength(before + 2);
  });

  test('keeps the previous rows after a failed reading, and reports the failure', async () => {
    fake.answer('signals.list', () => ({ ok: false, failure: { code: 'internal', message: 'No.' } }));
    fake.emit('strategy.changed', { ...facts, ordersRevision: 5 });
    await fake.settle();
    expect(fake.app.signals.failure).toBe('No.');
    expect(fake.app.signals.list?.length).toBeGreaterThan(0);
  });
});

describe('sending', () => {
  const typed = { quantity: '100', symbol: 'AAPL', limit: '182.50', stopLoss: '178' } as const;

  test('asks for confirmation first, then sends once with the confirmed warnings', async () => {
    const sender = new TicketSender(fake.app);
    fake.app.ticket.change({ ...typed, quantity: '2k' });
    await sender.press();
    expect(sender.confirmation.shown?.checks.map((check) => check.code)).toEqual(['size']);
    expect(fake.calls('orders.submit')).toHaveLength(0);
    await Promise.all([sender.confirm(), sender.confirm()]);
    expect(fake.calls('orders.submit')).toHaveLength(1);
    expect(fake.calls('orders.submit')[0]).toMatchObject({ confirmed: ['size'], ticket: { quantity: '2000' } });
    expect(sender.confirmation.shown).toBeNull();
  });

  test('shows the order again if the ticket has changed behind the confirmation', async () => {
    const sender = new TicketSender(fake.app);
    fake.app.ticket.change({ ...typed, quantity: '100' });
    await sender.press();
    fake.app.ticket.change({ quantity: '900' });
    await sender.confirm();
    expect(fake.calls('orders.submit')).toHaveLength(0);
    expect(sender.confirmation.shown).not.toBeNull();
    await sender.confirm();
    expect(fake.calls('orders.submit')).toMatchObject([{ ticket: { quantity: '900' } }]);
  });

  test('sends nothing if another strategy was chosen behind the confirmation', async () => {
    const sender = new TicketSender(fake.app);
    fake.app.ticket.change({ ...typed, quantity: '100' });
    await sender.press();
    const other = fake.app.strategies.list.find(({ systemId }) => systemId !== fake.app.strategy.systemId);
    fake.app.strategy.choose(other?.systemId ?? '');
    await fake.settle();
    await sender.confirm();
    expect(fake.calls('orders.submit')).toHaveLength(0);
  });

  test('sends without confirmation if it is off and the order has no warning', async () => {
    await fake.app.preferences.set({ confirm: { entry: false, exit: true, replace: true } });
    const sender = new TicketSender(fake.app);
    fake.app.ticket.change(typed);
    await sender.press();
    expect(fake.calls('orders.submit')).toHaveLength(1);
    fake.app.ticket.change({ ...typed, quantity: '2k' });
    await sender.press();
    expect(fake.calls('orders.submit')).toHaveLength(1);
    expect(sender.confirmation.shown).not.toBeNull();
  });

  test('shows a requested preview even if confirmation is off', async () => {
    await fake.app.preferences.set({ confirm: { entry: false, exit: true, replace: true } });
    const sender = new TicketSender(fake.app);
    fake.app.ticket.change(typed);
    await sender.press(true);
    expect(fake.calls('orders.submit')).toHaveLength(0);
    await sender.confirm();
    expect(fake.calls('orders.submit')).toHaveLength(1);
  });

  test('clears the ticket after a send, so that a second press sends nothing', async () => {
    await fake.app.preferences.set({ confirm: { entry: false, exit: true, replace: true } });
    const sender = new TicketSender(fake.app);
    fake.app.ticket.change({ ...typed, kind: 'stop', stop: '182.50' });
    await sender.press();
    expect(fake.app.ticket.draft).toMatchObject({ symbol: 'AAPL', kind: 'stop', quantity: '', stop: '', stopLoss: '' });
    expect(fake.app.ticket.lastEntered?.summary).toMatch(/AAPL/);
    expect(await sender.press()).toBe(false);
    expect(fake.calls('orders.submit')).toHaveLength(1);
  });

  test('does not send an order without a preview', async () => {
    await fake.app.preferences.set({ confirm: { entry: false, exit: true, replace: true } });
    fake.answer('orders.preview', () => ({ ok: false, failure: { code: 'internal', message: 'No preview.' } }));
    const sender = new TicketSender(fake.app);
    fake.app.ticket.change(typed);
    await sender.press();
    expect(sender.confirmation.failure).toBe('No preview.');
    expect(fake.calls('orders.submit')).toHaveLength(0);
  });

  test('sends nothing while order entry is locked', async () => {
    const locked = fakeApp({ data: 'offline' });
    await locked.settle();
    const sender = new TicketSender(locked.app);
    locked.app.ticket.change(typed);
    await sender.press();
    await sender.confirm();
    expect(locked.calls('orders.preview').length + locked.calls('orders.submit').length).toBe(0);
    expect(locked.app.status.lockedBecause).toMatch(/locked/);
    locked.dispose();
  });
});

test('the stores listen to events and read data only while a panel shows the data', async () => {
  const { activity, practice } = fake.app;
  expect(fake.calls('activity.query')).toHaveLength(0);
  expect(fake.listenerCount('practice.changed')).toBe(0);
  const releases = [activity.watch(), practice.watch(), practice.watch()];
  await fake.settle();
  expect(fake.calls('activity.query')).toHaveLength(1);
  expect(fake.listenerCount('practice.changed')).toBe(1);
  for (const release of releases) release();
  fake.emit('activity.changed', { revision: 2 });
  await fake.settle();
  expect(fake.calls('activity.query')).toHaveLength(1);
  expect(fake.listenerCount('practice.changed')).toBe(0);
});

test('the stores have no event listener after dispose', async () => {
  fake.app.practice.watch();
  await fake.settle();
  fake.dispose();
  for (const name of [
    'status.changed',
    'preferences.changed',
    'strategies.changed',
    'strategy.changed',
    'practice.changed',
  ] as const) {
    expect(fake.listenerCount(name), name).toBe(0);
  }
});

test('the stores start with the default preferences of the contract', () =>
  expect(initialPreferences).toEqual(defaultPreferences));
