import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OrderPrefetch } from '#renderer/app/prefetch-orders.ts';
import { keyOrder, replacementOrder, reversedEntry } from '#renderer/app/hotkey-orders.ts';
import { demoGuard } from '#renderer/gallery/demo-desk.ts';
import { demoDefaults } from '#renderer/gallery/demo-options.ts';
import { demoStrategyState } from '#renderer/gallery/demo-status.ts';
import { fakeApp } from '#tests/unit/renderer/stores/fake-app.ts';

let fake: ReturnType<typeof fakeApp>;
beforeEach(async () => {
  vi.useFakeTimers();
  fake = fakeApp();
  fake.app.practice.watch();
  await fake.settle();
  fake.app.focusedRow.focusPosition(null, 'MSFT');
});
afterEach(() => {
  fake.dispose();
  vi.useRealTimers();
});

const previewCalls = () => fake.calls('orders.preview').length;
const buy = () => keyOrder('buy-market', 'MSFT', fake.app);
const prefetchAfterQuiet = async (): Promise<void> => {
  new OrderPrefetch(fake.app).watch();
  await vi.advanceTimersByTimeAsync(150);
  await fake.settle();
};

it('shows a prefetched preview as soon as its order is opened, and requests it again', async () => {
  await prefetchAfterQuiet();
  const before = previewCalls();
  expect(before).toBeGreaterThan(0);
  fake.app.quickOrder.open(buy(), 'Buy at market MSFT');
  expect(fake.app.quickOrder.ticket.isPreviewCurrent).toBe(true);
  expect(previewCalls()).toBe(before + 1);
});

it('prefetches the first symbol at once, and the last one after the focus stops moving', async () => {
  const prefetch = new OrderPrefetch(fake.app);
  const before = previewCalls();
  prefetch.watch()?.();
  const callsForFirst = previewCalls();
  expect(callsForFirst).toBeGreaterThan(before);
  for (const symbol of ['AAPL', 'MSFT', 'AAPL']) {
    fake.app.focusedRow.focusPosition(null, symbol);
    prefetch.watch()?.();
    await vi.advanceTimersByTimeAsync(149);
  }
  expect(previewCalls()).toBe(callsForFirst);
  prefetch.watch();
  await vi.advanceTimersByTimeAsync(150);
  expect(previewCalls()).toBeGreaterThan(callsForFirst);
});

it('prefetches nothing at once while the desk is armed, because the next key may send', async () => {
  fake.emit('desk.changed', {
    ...demoGuard,
    arming: { armed: true, since: 1, systemId: '91000001', idleAt: 9_999_999_999 },
  });
  const before = previewCalls();
  new OrderPrefetch(fake.app).watch();
  await vi.advanceTimersByTimeAsync(149);
  expect(previewCalls()).toBe(before);
  await vi.advanceTimersByTimeAsync(1);
  expect(previewCalls()).toBeGreaterThan(before);
});

it('prefetches nothing while a list keeps changing', async () => {
  const prefetch = new OrderPrefetch(fake.app);
  prefetch.watch()?.();
  const before = previewCalls();
  for (let change = 0; change < 20; change++) {
    const release = prefetch.watch();
    await vi.advanceTimersByTimeAsync(149);
    release?.();
  }
  expect(previewCalls()).toBe(before);
});

it('waits for a pending prefetch instead of sending a second request', async () => {
  const prefetch = new OrderPrefetch(fake.app);
  prefetch.watch()?.();
  const before = previewCalls();
  fake.app.quickOrder.open(buy(), 'Buy at market MSFT');
  expect(previewCalls()).toBe(before);
  await fake.settle();
  expect(fake.app.quickOrder.ticket.isPreviewCurrent).toBe(true);
});

it('prefetches the preview of the replacement that the change key would open', async () => {
  await prefetchAfterQuiet();
  const order = replacementOrder(fake.app.signals.list ?? [], []);
  expect(order).not.toBeNull();
  if (order !== null) fake.app.quickOrder.open(order.draft, `Change ${order.text}`);
  expect(fake.app.quickOrder.ticket.isPreviewCurrent).toBe(true);
});

it('ignores a prefetched preview after positions or orders changed', async () => {
  await prefetchAfterQuiet();
  const facts = demoStrategyState('91000001', demoDefaults);
  fake.emit('strategy.changed', { ...facts, ordersRevision: facts.ordersRevision + 1 });
  fake.app.quickOrder.open(buy(), 'Buy at market MSFT');
  expect(fake.app.quickOrder.ticket.isPreviewCurrent).toBe(false);
  await fake.settle();
  expect(fake.app.quickOrder.ticket.isPreviewCurrent).toBe(true);
});

it('ignores a prefetched preview after a minute', async () => {
  await prefetchAfterQuiet();
  await vi.advanceTimersByTimeAsync(61_000);
  fake.app.quickOrder.open(buy(), 'Buy at market MSFT');
  expect(fake.app.quickOrder.ticket.isPreviewCurrent).toBe(false);
});

it('requests a preview for an order that differs from the prefetched one', async () => {
  await prefetchAfterQuiet();
  fake.app.quickOrder.open({ ...buy(), quantity: '77' }, 'Buy at market MSFT');
  expect(fake.app.quickOrder.ticket.isPreviewCurrent).toBe(false);
});

it('makes an order of the type that the symbol shows if neither a position nor an order shows it', () => {
  const sale = keyOrder('sell-market', 'AAPL2620B240', fake.app);
  expect(sale).toMatchObject({ action: 'STO', instrument: 'option', quantity: '2' });
  const [position] = fake.app.positions.list ?? [];
  if (position === undefined) throw new Error('demo');
  expect(reversedEntry({ ...position, symbol: '@ESH6', instrument: null }, fake.app).instrument).toBe('future');
});
