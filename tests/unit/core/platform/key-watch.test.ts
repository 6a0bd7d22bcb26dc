import { expect, test } from 'vitest';
import { KeyWatch } from '#core/platform/key-watch.ts';
import type { PlatformRequest } from '#core/platform/platform-client.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';

const margin: PlatformRequest = { command: 'requestMarginEquity', body: {}, lane: 'view', systemId: '7' };
const strategies: PlatformRequest = { command: 'listAllSystems', body: {}, lane: 'reconcile', systemId: null };

test.each([401, 403])('a refusal for one strategy with HTTP %i does not mean that the key is refused', (httpStatus) => {
  const watch = new KeyWatch(new FakeClock());
  watch.note(margin, 'refused', httpStatus);
  watch.note(margin, 'refused', httpStatus);
  expect(watch.refusedSince()).toBeNull();
  expect(watch.inDoubt()).toBe(true);
  watch.note(strategies, 'ok', 200);
  expect(watch.inDoubt()).toBe(false);
});

test.each([
  ['refused', 200],
  ['bad-answer', 401],
] as const)(
  'the verdict %s with HTTP %i for the list of strategies means that the key is refused',
  (verdict, httpStatus) => {
    const clock = new FakeClock();
    const watch = new KeyWatch(clock);
    watch.note(strategies, verdict, httpStatus);
    expect(watch.refusedSince()).toBe(Math.floor(clock.now() / 1_000));
    watch.note(margin, 'ok', 200);
    expect(watch.refusedSince()).toBeNull();
  },
);
