import type { DatabaseSync } from 'node:sqlite';
import type { CachedSignal } from './cached-signal.ts';
import { storedState } from './readings.ts';
import { newestRevision, readSignals, readSignalsSince } from './signals-table.ts';

/** The signals of a strategy at one moment, and where to read on. A record that has not changed since is the very same object. */
export type LatestSignals = {
  readonly records: readonly CachedSignal[];
  readonly revision: number;
  readonly removals: number;
};

/** How many may be kept beyond the limit before the oldest are left out again, as a share of it. */
const slack = 0.1;

/**
 * All that live, then the most recently changed, `limit` of them; what was read `before` is brought up to date with what was
 * written since. Five thousand rows take longer to read than an order to send, and of them a reading changes a few.
 */
export const readLatestSignals = (
  db: DatabaseSync,
  systemId: string,
  limit: number,
  before: LatestSignals | undefined,
): LatestSignals => {
  // Before the rows: what another thread writes in between is read once more the next time.
  const revision = newestRevision(db, systemId);
  const removals = storedState(db, { systemId, dataset: 'signalsRemoved' }).revision;
  if (before?.removals === removals) {
    const records = broughtUpToDate(before.records, readSignalsSince(db, systemId, before.revision));
    if (records.length <= limit * (1 + slack)) return { records, revision, removals };
  }
  return { records: readSignals(db, systemId, { scope: 'all', limit }), revision, removals };
};

const broughtUpToDate = (
  records: readonly CachedSignal[],
  changed: readonly CachedSignal[],
): readonly CachedSignal[] => {
  if (changed.length === 0) return records;
  const news = new Map(changed.map((record) => [record.serviceId, record]));
  const known = records.map((record) => {
    const next = news.get(record.serviceId);
    news.delete(record.serviceId);
    return next ?? record;
  });
  return [...news.values(), ...known];
};
