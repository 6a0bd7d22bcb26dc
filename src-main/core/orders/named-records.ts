import type { CachedSignal } from '#core/cache/cached-signal.ts';
import type { SignalRecord } from '#core/signal-record.ts';

export type NamedRecords<Record> = {
  readonly byService: ReadonlyMap<string, Record>;
  /** In the order of the list. */
  readonly byOwn: ReadonlyMap<string, readonly Record[]>;
};

/** The records of a list by both of their ids. */
export const namedRecords = byName<SignalRecord>();
export const namedSignals = byName<CachedSignal>();

/** Lists are never changed in place: what is made of one holds as long as the list. */
function byName<Record extends SignalRecord>(): (records: readonly Record[]) => NamedRecords<Record> {
  const made = new WeakMap<readonly Record[], NamedRecords<Record>>();
  return (records) => {
    const named = made.get(records) ?? nameAll(records);
    made.set(records, named);
    return named;
  };
}

function nameAll<Record extends SignalRecord>(records: readonly Record[]): NamedRecords<Record> {
  const byService = new Map<string, Record>();
  const byOwn = new Map<string, Record[]>();
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
