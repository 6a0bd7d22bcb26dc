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

const lines = [{ symbol: 'KO', instrument: 'stock' as const, quantity: '7' }];

it('saves a draft again after a failed save, without another edit', async () => {
  const failure = { code: 'disconnected', message: 'No connection.' };
  fake.answer('desired.save-draft', () => ({ ok: false, failure }));
  fake.app.targetDraft.replace(lines);
  await vi.advanceTimersByTimeAsync(500);
  expect(fake.app.targetDraft.failure).toBe('No connection.');
  fake.answer('desired.save-draft', () => ({ ok: true, value: { revision: 2 } }));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(fake.calls('desired.save-draft')).toMatchObject([{ lines }, { lines }]);
  expect(fake.app.targetDraft.failure).toBeNull();
});

it('saves a draft whose save failed when another strategy is chosen', async () => {
  fake.answer('desired.save-draft', () => ({ ok: false, failure: { code: 'not-stored', message: 'Full.' } }));
  fake.app.targetDraft.replace(lines);
  await vi.advanceTimersByTimeAsync(500);
  const first = fake.app.strategy.systemId;
  fake.app.strategy.choose('91000002');
  await fake.settle();
  const systemIds = fake.calls('desired.save-draft').map((input) => (input as { systemId: string }).systemId);
  expect(systemIds).toEqual([first, first]);
});
