import type { Clock } from '#core/ports.ts';

const checkIntervalMs = 1_000;
/** A gap this long between two checks means that the computer slept, or that its clock was set. */
const sleepMs = 30_000;

/**
 * No event reports here that the computer was asleep. Calls `resumed` soon after it wakes. A clock
 * that was set has the same effect, which only causes more reads. Returns the release.
 */
export function watchSleep(clock: Clock, resumed: () => void): () => void {
  let checkedAt = clock.now();
  const check = (): void => {
    const passed = clock.now() - checkedAt;
    checkedAt = clock.now();
    if (passed >= sleepMs) resumed();
    cancel = clock.after(checkIntervalMs, check);
  };
  let cancel = clock.after(checkIntervalMs, check);
  return () => cancel();
}
