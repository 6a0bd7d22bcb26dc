import { expect, test } from 'vitest';
import { waitUntil } from '#core/rehearsals/on-practice.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';

test.each([
  ['back', -3_600_000],
  ['forward', 3_600_000],
])('a rehearsal waits exactly its whole time, even if the clock is set %s', async (_, jump) => {
  const clock = new FakeClock();
  /** Null while the rehearsal waits. */
  let isConditionMet: boolean | null = null;
  void waitUntil(clock, 30_000, () => false).then((isMet) => (isConditionMet = isMet));
  await clock.advance(1_000);
  clock.jumpWall(jump);
  await clock.advance(28_500);
  expect(isConditionMet).toBeNull();
  await clock.advance(1_000);
  expect(isConditionMet).toBe(false);
});
