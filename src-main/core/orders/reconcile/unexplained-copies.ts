import type { Message } from '#contract/message.ts';
import type { SignalRecord } from '#core/signal-record.ts';
import { claimedIds } from '#core/orders/journal/claims.ts';
import { matchesFingerprint } from '#core/orders/fingerprint.ts';
import { canBeChild } from './match.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { isAccepted } from '#core/orders/journal/row-states.ts';

/**
 * The longest time between the postings of an order and its copy, seconds. A request still in
 * transit after that is assumed lost (order-safety 4, T_late).
 */
const maxSecondsApart = 120;
/** Seconds after the send of an accepted order within which all of its parts were posted. */
const maxPostingSeconds = 720;

/**
 * Detects a request that the service accepted twice (order-safety P1), if the lists show no own
 * ids. If the network repeats a request and the service accepts it twice, there are two equal
 * records for one order. A copy is a record that equals an own order in every visible detail, was
 * posted at about the same time, and has no other explanation: it belongs to no row, it was not
 * listed before the send, and it cannot be the missing record of a row. An order entered elsewhere
 * looks the same. Nothing can distinguish the two, and the alarm says so.
 */
export class UnexplainedCopies {
  readonly #rows: readonly OrderRow[];
  readonly #records: readonly SignalRecord[];
  /** Records that belong to no row, by symbol; built on first use. */
  #unclaimed: ReadonlyMap<string, readonly SignalRecord[]> | null = null;
  /** Rows of which a record may still be missing. */
  #incomplete: readonly OrderRow[] = [];
  /** Rows that have copies, explained or not. Their result also depends on other rows. */
  readonly rowIdsWithCopies = new Set<string>();

  constructor(rows: readonly OrderRow[], records: readonly SignalRecord[]) {
    this.#rows = rows;
    this.#records = records;
  }

  /**
   * Service ids of the copies of an accepted order; none if at least one copy has an explanation.
   * `record` is the record of the order.
   */
  of(row: OrderRow, record: SignalRecord): readonly string[] {
    // If the lists show own ids, they also show the own id of the copy.
    if (record.ownId !== null) return [];
    const copies = this.#unclaimedOf(record.symbol).filter((one) => isCopy(row, record, one));
    const explained = copies.filter((copy) => this.#incomplete.some((other) => mayLackThisRecord(other, copy)));
    if (copies.length > 0) this.rowIdsWithCopies.add(row.rowId);
    return explained.length > 0 ? [] : copies.map(({ serviceId }) => serviceId).sort();
  }

  #unclaimedOf(symbol: string): readonly SignalRecord[] {
    this.#unclaimed ??= this.#unclaimedBySymbol();
    return this.#unclaimed.get(symbol) ?? [];
  }

  #unclaimedBySymbol(): ReadonlyMap<string, readonly SignalRecord[]> {
    const claimed = claimedIds(this.#rows);
    this.#incomplete = this.#rows.filter(mayLackRecord);
    const unclaimed = this.#records.filter(({ ownId, serviceId }) => ownId === null && !claimed.has(serviceId));
    return Map.groupBy(unclaimed, ({ symbol }) => symbol);
  }
}

function isCopy(
  { ticket, preExistingMatches, candidates, serviceIds }: OrderRow,
  own: SignalRecord,
  possibleCopy: SignalRecord,
): boolean {
  // The user saw the candidates when picking the order's record, and the replaced order is known.
  const excluded = [...preExistingMatches, ...(candidates ?? []), serviceIds.signal, ticket.replaces?.serviceId];
  return (
    !excluded.includes(possibleCopy.serviceId) &&
    matchesFingerprint(ticket, possibleCopy) &&
    postedTogether(own, possibleCopy)
  );
}

/**
 * Whether two records were posted at about the same time. A record without a posting time is not
 * excluded.
 */
const postedTogether = (a: SignalRecord, b: SignalRecord): boolean =>
  a.postedAt === null || b.postedAt === null || Math.abs(a.postedAt - b.postedAt) <= maxSecondsApart;

/** Whether a part of the order may be at the platform under an unknown id. */
function mayLackRecord({ attempts, state, serviceIds, ticket }: OrderRow): boolean {
  if (attempts === 0 || ['NOT_SENT', 'REJECTED', 'ABANDONED', 'HELD', 'QUEUED'].includes(state)) return false;
  const { signal, target, stop, parent } = serviceIds;
  return (
    signal === null ||
    (ticket.profitTarget !== null && target === null) ||
    (ticket.stopLoss !== null && stop === null) ||
    (Boolean(ticket.parent) && parent === null)
  );
}

function mayLackThisRecord(row: OrderRow, record: SignalRecord): boolean {
  const { ticket, serviceIds, sentAt, sentServiceAt } = row;
  // All parts of an accepted order were posted soon after its send. A record posted much later
  // cannot be one of its missing legs.
  const sent = sentServiceAt ?? sentAt;
  if (
    isAccepted(row) &&
    sent !== null &&
    record.postedAt !== null &&
    record.postedAt > sent / 1_000 + maxPostingSeconds
  )
    return false;
  if (serviceIds.signal === null && matchesFingerprint(ticket, record)) return true;
  if (ticket.parent && serviceIds.parent === null && matchesFingerprint({ ...ticket, ...ticket.parent }, record))
    return true;
  const lacksChild =
    (ticket.profitTarget !== null && serviceIds.target === null) ||
    (ticket.stopLoss !== null && serviceIds.stop === null);
  return lacksChild && canBeChild(ticket, record);
}

export const copiesAlarm = (serviceIds: readonly string[]): Message | null =>
  serviceIds.length === 0 ? null : { code: 'alarm.copies', serviceIds };
