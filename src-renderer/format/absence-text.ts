import type { Freshness } from './freshness.ts';

/**
 * What stands where nothing is shown. That there is nothing (`none`, without its full stop) is said only when it was read,
 * and an old reading is told as one. No age in it: screen readers hear this text whenever it changes.
 */
export function absenceText(none: string, freshness: Freshness | null): string {
  if (freshness?.readAt == null) {
    const why = freshness?.detail == null ? '' : ` ${freshness.detail}`;
    return `Not known: ${freshness?.text ?? 'nothing was read yet'}.${why}`;
  }
  if (freshness.level === 'stale') return `${none}, as of a reading that is old.`;
  return freshness.level === 'failed' ? `${none}, as of the last reading that was answered.` : `${none}.`;
}
