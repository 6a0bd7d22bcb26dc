import type { Signal } from '#contract/model/signal.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { externalRow } from '#core/orders/blotter/blotter-rows.ts';
import { withoutWaitingChildren } from '#core/orders/signal-state.ts';

/**
 * The stops of the working list (`listed`) that are working and do not wait for a parent. State and
 * links are taken from the row of the stop in `signals` if it has one, because no list shows all
 * links. A stop that waits for its entry, is parked or is no longer listed protects nothing.
 */
export function workingStops(signals: readonly Signal[], listed: readonly CachedSignal[]): Signal[] {
  if (listed.length === 0) return [];
  const byService = new Map(signals.map((signal) => [signal.serviceId, signal]));
  const rows = listed.map((record) => byService.get(record.serviceId) ?? externalRow(record));
  return withoutWaitingChildren(
    rows.filter(({ state }) => state === 'working'),
    signals,
  );
}
