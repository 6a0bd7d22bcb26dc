import type { CopyRow } from '#contract/model/autotrade.ts';

/** What becomes of a position: opened, changed, closed, the same, or not known. */
export type PlanMark = '+' | '~' | '−' | '=' | '?';

export function planMark({ before, after, delta }: Pick<CopyRow, 'before' | 'after' | 'delta'>): PlanMark {
  if (before === null || delta === null) return '?';
  if (Number(delta) === 0) return '=';
  if (Number(before) === 0) return '+';
  return Number(after) === 0 ? '−' : '~';
}
