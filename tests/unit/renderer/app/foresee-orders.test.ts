import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OrderForesight } from '#renderer/app/foresee-orders.ts';
import { changedOrder, keyOrder } from '#renderer/app/hotkey-orders.ts';
import { demoGuard } from '#renderer/gallery/demo-desk.ts';
import { demoDefaults } from '#renderer/gallery/demo-options.ts';
import { demoFacts } from '#renderer/gallery/demo-status.ts';
import { fakeApp } from '../stores/fake-app.ts';

let fake: ReturnType<typeof fakeApp>;
beforeEach(async () => {
  vi.useFakeTimers();
  fake = fakeApp();
  fake.app.practice.look();
  await fake.settle();
  fake.app.picked.position(null, 'MSFT');
});
afterEach(() => {
  fake.dispose();
  vi.useRealTimers();
});

const asked = () => fake.calls('orders.preview').length;
const buy = () => keyOrder('buy-market', 'MSFT', fake.app);
const rested = async (): Promise<void> => {
  new OrderForesight(fake.app).look();
  await vi.advanceTimersByTimeAsync(150);
  await fake.settle();
};

it('an order that was foreseen is shown with what it would do in the turn it is called up, and is asked about again', async () => {
  await rested();
  const before = asked();
  expect(before).toBeGreaterThan(0);
  fake.app.layer.open(buy(), 'Buy at market MSFT');
  expect(fake.app.layer.ticket.previewCurrent).toBe(true);
  expect(asked()).toBe(before + 1);
});

it('the first symbol after a rest is foreseen at once, those that a hand runs over are not, and the last when it rests', async () => {
  const foresight = new OrderForesight(fake.app);
  const before = asked();
  foresight.look()?.();
  const first = asked();
  expect(first).toBeGreaterThan(before);
  for (const symbol of ['AAPL', 'MSFT', 'AAPL']) {
    fake.app.picked.position(null, symbol);
    foresight.look()?.();
    await vi.advanceTimersByTimeAsync(149);
  }
  expect(asked()).toBe(first);
  foresight.look();
  await vi.advanceTimersByTimeAsync(150);
  expect(asked()).toBeGreaterThan(first);
});

it('nothing is asked at once while the desk is armed: the next key may send', async () => {
  fake.emit('desk.changed', {
    ...demoGuard,
    arming: { armed: true, since: 1, systemId: '91000001', idleAt: 9_999_999_999 },
  });
  const before = asked();
  new OrderForesight(fake.app).look();
  await vi.advanceTimersByTimeAsync(149);
  expect(asked()).toBe(before);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked()).toBeGreaterThan(before);
});

it('a list that changes and changes foresees nothing', async () => {
  const foresight = new OrderForesight(fake.app);
  foresight.look()?.();
  const before = asked();
  for (let change = 0; change < 20; change++) {
    const release = foresight.look();
    await vi.advanceTimersByTimeAsync(149);
    release?.();
  }
  expect(asked()).toBe(before);
});

it('a press while its order is being foreseen waits for that answer', async () => {
  const foresight = new OrderForesight(fake.app);
  foresight.look()?.();
  const before = asked();
  fake.app.layer.open(buy(), 'Buy at market MSFT');
  expect(asked()).toBe(before);
  await fake.settle();
  expect(fake.app.layer.ticket.previewCurrent).toBe(true);
});

it('the order that works is foreseen as the change key would change it', async () => {
  await rested();
  const order = changedOrder(fake.app.signals.list ?? [], []);
  expect(order).not.toBeNull();
  if (order !== null) fake.app.layer.open(order.draft, `Change ${order.text}`);
  expect(fake.app.layer.ticket.previewCurrent).toBe(true);
});

it('what was foreseen before something else was held or working is not shown', async () => {
  await rested();
  const facts = demoFacts('91000001', demoDefaults);
  fake.emit('strategy.changed', { ...facts, orders: facts.orders + 1 });
  fake.app.layer.open(buy(), 'Buy at market MSFT');
  expect(fake.app.layer.ticket.previewCurrent).toBe(false);
  await fake.settle();
  expect(fake.app.layer.ticket.previewCurrent).toBe(true);
});

it('what was foreseen a minute ago is not shown', async () => {
  await rested();
  await vi.advanceTimersByTimeAsync(61_000);
  fake.app.layer.open(buy(), 'Buy at market MSFT');
  expect(fake.app.layer.ticket.previewCurrent).toBe(false);
});

it('another order than the foreseen one has its own preview', async () => {
  await rested();
  fake.app.layer.open({ ...buy(), quantity: '77' }, 'Buy at market MSFT');
  expect(fake.app.layer.ticket.previewCurrent).toBe(false);
});
