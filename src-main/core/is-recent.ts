/**
 * Whether a reading of `readAt`, in unix seconds, is at most `maxAgeMs` old. `now`: milliseconds. A
 * clock that was set back makes every reading too old.
 */
export function isRecent(readAt: number | null, now: number, maxAgeMs: number): readAt is number {
  if (readAt === null) return false;
  const age = now - readAt * 1000;
  return age >= 0 && age <= maxAgeMs;
}
