import type { Text } from '#contract/message.ts';
import type { Clock } from '#core/ports.ts';

export type WaitingTime = {
  /** Why a request may not be sent any more. Null if no more than `maxMs` have passed. */
  tooLong(maxMs: number): Text | null;
};

/**
 * Measures the time from this call. The clock that shows more counts: the monotonic one may stop
 * while the computer sleeps, and the wall clock may be set back.
 */
export function waitingTime(clock: Pick<Clock, 'monotonic' | 'now'>): WaitingTime {
  const [at, wall] = [clock.monotonic(), clock.now()];
  return {
    tooLong: (maxMs) => {
      const isTooLong = Math.max(clock.monotonic() - at, clock.now() - wall) > maxMs;
      return isTooLong ? { code: 'hold.too-old', seconds: maxMs / 1000 } : null;
    },
  };
}
