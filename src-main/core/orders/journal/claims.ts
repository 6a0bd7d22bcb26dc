import type { SignalRecord } from '#core/signal-record.ts';
import type { OrderRow } from './order-row.ts';

/** Service ids that belong to these rows. */
export function claimedIds(rows: Iterable<OrderRow>): Set<string> {
  const claimed = new Set<string>();
  for (const { serviceIds } of rows) {
    const { signal, target, stop, parent } = serviceIds;
    for (const id of [signal, target, stop, parent]) if (id !== null) claimed.add(id);
  }
  return claimed;
}

/**
 * Whether the record of the row may be that of another order: it was matched by its fingerprint,
 * picked by the trader, or found late.
 */
export const isGuess = ({ ownId, serviceIds, state }: OrderRow): boolean =>
  state === 'LANDED_PROBABLE' && serviceIds.signal !== null && serviceIds.signal !== ownId;

/**
 * Service ids that belong to other rows: each platform record belongs to one row at most
 * (order-safety J7).
 */
export const claimedByOthers = (rows: Iterable<OrderRow>, rowId: string): Set<string> =>
  claimedIds([...rows].filter((row) => row.rowId !== rowId));

/**
 * Service ids that cannot belong to this row, because they belong to other rows. A record that
 * shows the own id of this row is not among them if only a guess claims it (`isGuess`).
 */
export function claimedFrom(
  { ownId, rowId }: Pick<OrderRow, 'ownId' | 'rowId'>,
  rows: Iterable<OrderRow>,
  records: readonly SignalRecord[],
): Set<string> {
  const named = new Set(records.filter((record) => record.ownId === ownId).map(({ serviceId }) => serviceId));
  return claimedByOthers(
    [...rows].filter((row) => !isGuess(row) || !named.has(row.serviceIds.signal ?? '')),
    rowId,
  );
}
