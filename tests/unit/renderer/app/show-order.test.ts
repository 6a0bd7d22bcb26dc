import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { showOrder } from '#renderer/app/show-order.ts';
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

  it('that has ended is shown while the blotter shows only working ones', async () => {
    fake.app.signals.scope = 'live';
    await fake.settle();
    const ended = fake.app.signals.list?.find(({ state }) => state === 'traded');
    await showOrder(fake.app, { rowId: ended?.rowId ?? 'none', systemId: fake.app.strategy.systemId });
    expect(fake.app.signals.find(fake.app.signals.detailsRowId ?? '')).toBe(ended);
  });
});
