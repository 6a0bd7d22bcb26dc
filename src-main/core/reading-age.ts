/**
 * Seconds since a reading. `readAt`: unix seconds. `now`: wall clock in milliseconds. Null if
 * unknown: there was no reading, or the clock was set back since.
 */
export function readingAge(readAt: number | null, now: number): number | null {
  if (readAt === null) return null;
  const age = Math.floor(now / 1000) - readAt;
  return age < 0 ? null : age;
}

/**
 * Whether a reading made at `readAt` (unix seconds) is at most `maxAgeMs` old. `now`: milliseconds.
 * A clock that was set back makes every reading too old, and so does a `maxAgeMs` of 0.
 */
export function isRecent(readAt: number | null, now: number, maxAgeMs: number): readAt is number {
  if (readAt === null) return false;
  const age = now - readAt * 1000;
  return maxAgeMs > 0 && age >= 0 && age <= maxAgeMs;
}
