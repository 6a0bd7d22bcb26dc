import type { Signal } from '#contract/model/signal.ts';

/** The list with what changed of it. Rows that did not change stay the objects they are, and in their places. */
export function mergeSignals(
  list: readonly Signal[],
  changed: readonly Signal[],
  gone: readonly string[],
): readonly Signal[] {
  if (changed.length === 0 && gone.length === 0) return list;
  const fresh = new Map(changed.map((signal) => [signal.rowId, signal]));
  const dead = new Set(gone);
  const stay = list.flatMap((signal) => {
    if (dead.has(signal.rowId)) return [];
    const now = fresh.get(signal.rowId);
    fresh.delete(signal.rowId);
    return [now ?? signal];
  });
  return [...stay, ...fresh.values()];
}
