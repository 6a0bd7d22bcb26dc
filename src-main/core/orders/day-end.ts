import type { Duration } from '#contract/model/scalars.ts';
import { newYorkInstant, newYorkText } from '#core/platform/new-york-time.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * The time until which the trader waits for a lost order to appear, wall clock milliseconds: 24
 * hours after its send for a GTC order, the next 16:05 New York for a DAY order.
 */
export function waitEnd(duration: Duration, sentAt: number, now: number): number {
  if (duration === 'GTC') return sentAt + dayMs;
  const today = expiry(now);
  return today > now ? today : expiry(now + dayMs);
}

/** 16:05 of the New York day, when the platform expires DAY orders (platform-notes 34). */
function expiry(at: number): number {
  const day = newYorkText(Math.floor(at / 1000)).slice(0, 10);
  return (newYorkInstant(`${day} 16:05:00`)?.seconds ?? Math.floor((at + dayMs) / 1000)) * 1000;
}
