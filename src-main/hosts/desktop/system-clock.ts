import type { Clock } from '#core/ports.ts';

/** The longest wait of a timer; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** The clocks of this computer. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, Math.min(Math.max(0, milliseconds), LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  },
};
