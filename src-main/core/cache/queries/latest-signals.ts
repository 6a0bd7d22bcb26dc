import type { DatabaseSync } from 'node:sqlite';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { storedState } from './readings.ts';
import { newestRevision, readSignals, readSignalsSince } from '#core/cache/tables/signals-table.ts';

/**
 * The signals of a strategy, and the revisions from which the next read continues. A record that
 * did not change stays the same object.
 */
export type LatestSignals = {
  readonly records: readonly CachedSignal[];
  readonly revision: number;
  readonly removalsRevision: number;
};

/** How far the list may exceed the limit before signals are dropped, as a share of the limit. */
const slack = 0.1;

/**
 * All signals if there are at most `limit`. Otherwise at least `limit` of them, and after updates
 * up to a tenth more. Live signals take precedence, then the ended signals that changed last. If
 * possible, only the signals that changed since `before` are read, because reading five thousand
 * rows takes longer than sending an order, and usually few have changed.
 */
export const readLatestSignals = (
  db: DatabaseSync,
  systemId: string,
  limit: number,
  before: LatestSignals | undefined,
): LatestSignals => {
  // The revisions are read before the rows, so that what another thread writes in between is read
  // the next time.
  const revision = newestRevision(db, systemId);
  const removalsRevision = storedState(db, { systemId, dataset: 'signalsRemoved' }).revision;
  if (before?.removalsRevision === removalsRevision) {
    const records = withChanges(before.records, readSignalsSince(db, systemId, before.revision));
    if (records.length <= limit * (1 + slack)) return { records, revision, removalsRevision };
  }
  return { records: readSignals(db, systemId, { scope: 'all', limit }), revision, removalsRevision };
};

const withChanges = (records: readonly CachedSignal[], changed: readonly CachedSignal[]): readonly CachedSignal[] => {
  if (changed.length === 0) return records;
  const changedById = new Map(changed.map((record) => [record.serviceId, record]));
  const known = records.map((record) => {
    const next = changedById.get(record.serviceId);
    changedById.delete(record.serviceId);
    return next ?? record;
  });
  return [...changedById.values(), ...known];
};
