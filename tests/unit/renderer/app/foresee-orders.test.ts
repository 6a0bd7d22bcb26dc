import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { foreseeOrders } from '#renderer/app/foresee-orders.ts';
import { keyOrder } from '#renderer/app/hotkey-orders.ts';
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
  foreseeOrders(fake.app);
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

it('nothing is foreseen while the hand moves on', async () => {
  const release = foreseeOrders(fake.app);
  const before = asked();
  await vi.advanceTimersByTimeAsync(149);
  release?.();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked()).toBe(before);
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
