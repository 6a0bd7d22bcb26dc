/** The clock of the service may be this many seconds ahead of ours. */
const maxAheadSeconds = 60;

/**
 * An age in words: `now`, `3 s ago`, `12 min ago`, `5 h ago`, `3 days ago`. A time further in
 * the future than the two clocks can differ means that our clock was set back: the age is unknown.
 */
export function ageText(seconds: number): string {
  if (seconds < -maxAheadSeconds) return 'at an unknown time';
  const age = Math.max(0, Math.floor(seconds));
  if (age < 1) return 'now';
  if (age < 100) return `${age} s ago`;
  if (age < 100 * 60) return `${Math.floor(age / 60)} min ago`;
  if (age < 48 * 3600) return `${Math.floor(age / 3600)} h ago`;
  return `${Math.floor(age / 86_400)} days ago`;
}
