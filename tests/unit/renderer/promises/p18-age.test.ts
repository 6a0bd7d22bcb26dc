// P18: data on screen is marked as stale within a second of its limit.
// `tests/e2e/gallery-panels.spec.ts` checks the age, the reason and the words of every panel.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshnessOf } from '#renderer/messages/freshness.ts';
import { ClockStore } from '#renderer/stores/clock-store.svelte.ts';
import { printSafetyFigure } from '#tests/fixtures/safety-figure.ts';
import { seededRandom } from '#tests/unit/core/orders/order-fixtures.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a panel is marked as stale within a second of its limit, whenever it was read (P18)', () => {
  const random = seededRandom(18);
  const runs = 1_000;
  let latestDelayMs = -Infinity;
  let earliestDelayMs = Infinity;
  for (let run = 0; run < runs; run++) {
    const openedAt = 1_772_461_800_000 + Math.floor(random.fraction() * 1_000);
    vi.setSystemTime(openedAt);
    const clock = new ClockStore(() => Date.now());
    vi.advanceTimersByTime(Math.floor(random.fraction() * 3_000));
    const readAt = Date.now();
    const staleAfterSeconds = 1 + Math.floor(random.fraction() * 90);
    const state = { readAt: Math.floor(readAt / 1_000), staleAfterSeconds, failure: null, reading: false };
    const limit = readAt + staleAfterSeconds * 1_000;
    // The loop starts before the earliest allowed time, so that a label that is too early is seen.
    vi.advanceTimersByTime(Math.max(0, limit - Date.now() - 2_000));
    while (freshnessOf('signals', state, clock.now).level !== 'stale') vi.advanceTimersByTime(5);
    latestDelayMs = Math.max(latestDelayMs, Date.now() - limit);
    earliestDelayMs = Math.min(earliestDelayMs, Date.now() - limit);
    clock.dispose();
  }
  printSafetyFigure('P18', `latest stale label, relative to its limit, in ${runs} runs, ms`, latestDelayMs);
  printSafetyFigure('P18', 'earliest stale label, relative to its limit, ms', earliestDelayMs);
  expect(latestDelayMs).toBeLessThanOrEqual(1_000);
  expect(earliestDelayMs).toBeGreaterThanOrEqual(-1_000);
});
