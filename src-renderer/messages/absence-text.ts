import type { Freshness } from './freshness.ts';

/**
 * The text of an empty list. `none` is the sentence for a list that was read, without the final
 * period. The text says if that reading is old, but not its age: screen readers announce a text
 * whenever it changes.
 */
export function absenceText(none: string, freshness: Freshness | null): string {
  if (freshness?.readAt == null) {
    const why = freshness?.detail == null ? '' : ` ${freshness.detail}`;
    return `Unknown: ${freshness?.text ?? 'nothing was read yet'}.${why}`;
  }
  if (freshness.level === 'stale') return `${none}, as of an old reading.`;
  return freshness.level === 'failed' ? `${none}, as of the last successful reading.` : `${none}.`;
}
