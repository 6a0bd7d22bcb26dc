import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeApp } from './fake-app.ts';

let fake: ReturnType<typeof fakeApp>;
beforeEach(async () => {
  vi.useFakeTimers();
  fake = fakeApp();
  await fake.settle();
});
afterEach(() => {
  fake.dispose();
  vi.useRealTimers();
});

it('shows a pending request and its failure only for the strategy of the request', async () => {
  const { strategy, targetLock } = fake.app;
  const { promise, resolve } = Promise.withResolvers();
  fake.answer('desired.set', () => promise);
  const sent = targetLock.resumeOrderEntry();
  expect(targetLock.busy).toBe(true);
  strategy.choose('91000002');
  await fake.settle();
  expect(targetLock.busy).toBe(false);
  resolve({ ok: false, failure: { code: 'refused', message: 'Refused.' } });
  expect(await sent).toBe(false);
  expect([targetLock.busy, targetLock.failure]).toEqual([false, null]);
});
