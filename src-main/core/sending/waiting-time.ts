import type { Message } from '#contract/message.ts';
import type { Clock } from '#core/ports.ts';

export type WaitingTime = {
  /** Whether more than `maxMs` have passed. */
  exceeds(maxMs: number): boolean;
};

/**
 * Measures the time from this call, as the longer of the times by both clocks: the monotonic one
 * may stop while the computer sleeps, and the wall clock may be set back.
 */
export function waitingTime(clock: Pick<Clock, 'monotonic' | 'now'>): WaitingTime {
  const [at, wall] = [clock.monotonic(), clock.now()];
  return { exceeds: (maxMs) => Math.max(clock.monotonic() - at, clock.now() - wall) > maxMs };
}

/** Says that a request waited longer than it may. */
export const tooOld = (maxMs: number): Message => ({ code: 'hold.too-old', seconds: maxMs / 1000 });
