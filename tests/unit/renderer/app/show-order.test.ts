import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HotkeyRunner } from '#renderer/app/hotkey-runner.ts';
import { showOrder } from '#renderer/app/show-order.ts';
import { demoGuard } from '#renderer/gallery/demo-desk.ts';
import { fakeApp } from '../stores/fake-app.ts';

describe('an order of a notice', () => {
  let fake: ReturnType<typeof fakeApp>;
  beforeEach(async () => {
    vi.useFakeTimers();
    fake = fakeApp();
    await fake.settle();
    fake.app.router.go('review');
  });
  afterEach(() => {
    fake.dispose();
    vi.useRealTimers();
  });

  it('is shown in its strategy', async () => {
    await showOrder(fake.app, { rowId: 'x', systemId: '91000002' });
    await fake.settle();
    expect(fake.app.strategy.systemId).toBe('91000002');
    expect(fake.app.router.route).toBe('trade');
    expect(fake.app.signals.detailsRowId).toBe('x');
  });

  it('that waits for its list is not revealed in another strategy', async () => {
    const { signals, strategy } = fake.app;
    const { systemId } = strategy;
    signals.reveal('x');
    strategy.choose('91000002');
    await fake.settle();
    expect(signals.rowToReveal).toBeNull();
    strategy.choose(systemId ?? '');
    expect(signals.rowToReveal).toBe('x');
  });

  it('that has ended is shown while the blotter shows only working ones', async () => {
    fake.app.signals.scope = 'live';
    await fake.settle();
    const ended = fake.app.signals.list?.find(({ state }) => state === 'traded');
    await showOrder(fake.app, { rowId: ended?.rowId ?? 'none', systemId: fake.app.strategy.systemId });
    expect(fake.app.signals.find(fake.app.signals.detailsRowId ?? '')).toBe(ended);
  });
});

it('of a key is shown in the strategy for which it was sent', async () => {
  vi.useFakeTimers();
  const { app, answer, calls, dispose, emit, settle } = fakeApp();
  app.practice.watch();
  await settle();
  app.ticket.change({ symbol: 'MSFT', quantity: '100' });
  emit('desk.changed', { ...demoGuard, arming: { armed: true, since: 1, systemId: '131', idleAt: 9_999_999_999 } });
  answer('orders.submit', () => ({ ok: true, value: { rowId: 'r', ownId: '1' } }));
  await new HotkeyRunner(app, { focusSymbol: async () => undefined, uuid: () => 'x' }).run('buy-market', true);
  expect(calls('orders.submit')).toHaveLength(1);
  app.strategy.choose('91000002');
  await settle();
  app.toasts.list.at(-1)?.action?.run();
  expect([app.strategy.systemId, app.signals.rowToReveal]).toEqual(['91000001', 'r']);
  dispose();
  vi.useRealTimers();
});
