/**
 * Seconds since a reading, by the wall clock in milliseconds. Null if unknown: there was no reading,
 * or the clock was set back since.
 */
export function readingAge(readAt: number | null, now: number): number | null {
  if (readAt === null) return null;
  const age = Math.floor(now / 1000) - readAt;
  return age < 0 ? null : age;
}
