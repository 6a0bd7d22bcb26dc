import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import type { SignalRecord } from '#core/signal-record.ts';

export type RecordsById<Item> = {
  readonly byService: ReadonlyMap<string, Item>;
  /** The records of one own id, in the order of the list. */
  readonly byOwn: ReadonlyMap<string, readonly Item[]>;
};

const indexes = new WeakMap<readonly CachedSignal[], RecordsById<CachedSignal>>();

/**
 * The signals of a list by both of their ids. A list is never changed in place, so the result is
 * cached as long as the list exists.
 */
export function cachedSignalsById(signals: readonly CachedSignal[]): RecordsById<CachedSignal> {
  const made = indexes.get(signals) ?? recordsById(signals);
  indexes.set(signals, made);
  return made;
}

/** The records of a list by both of their ids. */
export function recordsById<Item extends SignalRecord>(records: readonly Item[]): RecordsById<Item> {
  const byService = new Map<string, Item>();
  const byOwn = new Map<string, Item[]>();
  for (const record of records) {
    const { serviceId, ownId } = record;
    byService.set(serviceId, record);
    if (ownId === null) continue;
    const equal = byOwn.get(ownId);
    if (equal) equal.push(record);
    else byOwn.set(ownId, [record]);
  }
  return { byService, byOwn };
}
