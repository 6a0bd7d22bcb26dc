import type { Signal } from '#contract/model/signal.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { externalRow } from '#core/orders/blotter/blotter-rows.ts';

/**
 * The stops of the working list (`listed`) that are working and do not wait for a parent. State and
 * links are taken from the row of the stop in `signals` if it has one, because no list shows all
 * links. A stop that waits for its entry, is parked or is no longer listed protects nothing.
 */
export function workingStops(signals: readonly Signal[], listed: readonly CachedSignal[]): Signal[] {
  if (listed.length === 0) return [];
  const byRow = new Map(signals.map((signal) => [signal.rowId, signal]));
  const byService = new Map(signals.map((signal) => [signal.serviceId, signal]));
  return listed
    .map((record) => byService.get(record.serviceId) ?? externalRow(record))
    .filter((signal) => signal.state === 'working' && !waitsForParent(signal, byRow));
}

/**
 * A list may show the child of an unfilled entry as working. The links of the order show that it
 * waits.
 */
function waitsForParent({ parentRowId }: Signal, byRow: ReadonlyMap<string, Signal>): boolean {
  const parent = byRow.get(parentRowId ?? '');
  return parent?.state === 'working' || parent?.state === 'waiting';
}
