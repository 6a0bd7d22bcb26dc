import type { Freshness } from './freshness.ts';

/**
 * The text of an empty list. It says `none` (without its period) only if the list was read, and
 * says so if that reading is old. It has no age, because screen readers announce the text whenever
 * it changes.
 */
export function absenceText(none: string, freshness: Freshness | null): string {
  if (freshness?.readAt == null) {
    const why = freshness?.detail == null ? '' : ` ${freshness.detail}`;
    return `Unknown: ${freshness?.text ?? 'nothing was read yet'}.${why}`;
  }
  if (freshness.level === 'stale') return `${none}, as of an old reading.`;
  return freshness.level === 'failed' ? `${none}, as of the last successful reading.` : `${none}.`;
}
