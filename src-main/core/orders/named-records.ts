import type { SignalRecord } from '#core/signal-record.ts';
import type { OrderRow } from './order-row.ts';

type NamedRecords<Record> = {
  readonly byService: ReadonlyMap<string, Record>;
  /** In the order of the list. */
  readonly byOwn: ReadonlyMap<string, readonly Record[]>;
};

/** The records that rows name by one of their ids. Of thousands of records most are nobody's, and are only passed by. */
export function namedRecords<Record extends Pick<SignalRecord, 'serviceId' | 'ownId'>>(
  rows: readonly OrderRow[],
  records: readonly Record[],
): NamedRecords<Record> {
  const wanted = new Set<string | null | undefined>();
  for (const { ownId, parentOwnId, serviceIds, candidates } of rows) {
    const { signal, target, stop, parent } = serviceIds;
    wanted.add(ownId).add(parentOwnId).add(signal).add(target).add(stop).add(parent);
    for (const id of candidates ?? []) wanted.add(id);
  }
  const byService = new Map<string, Record>();
  const byOwn = new Map<string, Record[]>();
  if (rows.length === 0) return { byService, byOwn };
  for (const record of records) {
    const { serviceId, ownId } = record;
    if (wanted.has(serviceId)) byService.set(serviceId, record);
    if (ownId === null || !wanted.has(ownId)) continue;
    const equal = byOwn.get(ownId);
    if (equal) equal.push(record);
    else byOwn.set(ownId, [record]);
  }
  return { byService, byOwn };
}
