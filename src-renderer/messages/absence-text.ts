import type { Freshness } from './freshness.ts';

/**
 * The text of an empty list. `none` is the sentence for a list that was read. It has no final
 * period. The text says whether the reading is old, but not how old, because screen readers
 * announce a text whenever it changes.
 */
export function absenceText(none: string, freshness: Freshness | null): string {
  if (freshness?.readAt == null) {
    const detailText = freshness?.detail == null ? '' : ` ${freshness.detail}`;
    return `Unknown: ${freshness?.text ?? 'nothing was read yet'}.${detailText}`;
  }
  if (freshness.level === 'stale') return `${none}, as of an old reading.`;
  return freshness.level === 'failed' ? `${none}, as of the last successful reading.` : `${none}.`;
}
