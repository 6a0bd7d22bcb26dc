import type { Clock } from '#core/ports.ts';

const checkIntervalMs = 1_000;
/** A gap this long between two checks means that the computer slept, or that its clock was set. */
const sleepMs = 30_000;

/**
 * Calls `wokeFromSleep` soon after the computer wakes from sleep, which no event reports to this
 * host. Setting the clock of the computer has the same effect; this only causes more reads. Returns
 * a function that ends the watch.
 */
export function watchSleep(clock: Clock, wokeFromSleep: () => void): () => void {
  let checkedAt = clock.now();
  const check = (): void => {
    const passed = clock.now() - checkedAt;
    checkedAt = clock.now();
    if (passed >= sleepMs) wokeFromSleep();
    cancel = clock.after(checkIntervalMs, check);
  };
  let cancel = clock.after(checkIntervalMs, check);
  return () => cancel();
}
