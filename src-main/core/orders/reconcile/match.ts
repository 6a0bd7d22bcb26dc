import type { Ticket } from '#contract/model/ticket.ts';
import type { SignalRecord } from '#core/signal-record.ts';
import { sameContract } from '#rules/option-symbol.ts';
import { matchesFingerprint } from '#core/orders/fingerprint.ts';
import type { OrderRow, ServiceIds } from '#core/orders/journal/order-row.ts';
import { noServiceIds } from '#core/orders/journal/order-row.ts';
import { sameDecimal } from '#core/orders/same-decimal.ts';

/** The time in which the service can have posted an own order, unix seconds of its clock. */
export type PostedWindow = { readonly from: number; readonly to: number };

export type Match =
  /**
   * `duplicates`: further records with the same own id, so the service has the order more than
   * once.
   */
  | { readonly rule: 'own-id'; readonly record: SignalRecord; readonly duplicates: readonly string[] }
  | { readonly rule: 'fingerprint'; readonly record: SignalRecord }
  | { readonly rule: 'many'; readonly candidates: readonly string[] }
  | { readonly rule: 'none' };

export type Search = {
  readonly row: Pick<OrderRow, 'ownId' | 'ticket' | 'preExistingMatches' | 'parentOwnId'>;
  readonly records: readonly SignalRecord[];
  /** Service ids that belong to other rows of the journal (order-safety J7). */
  readonly claimed: ReadonlySet<string>;
  readonly window: PostedWindow;
};

/**
 * Finds an order in the platform's lists, by the strongest evidence first (order-safety 4.3). The
 * result does not depend on the sequence of the records.
 */
export function findOrder({ row, records, claimed, window }: Search): Match {
  const unclaimed = distinct(records).filter(({ serviceId }) => !claimed.has(serviceId));
  const [named, ...duplicates] = unclaimed.filter((record) => isNamed(row, record));
  if (named) return { rule: 'own-id', record: named, duplicates: duplicates.map(({ serviceId }) => serviceId) };
  const candidates = unclaimed.filter(
    (record) =>
      record.ownId === null &&
      !row.preExistingMatches.includes(record.serviceId) &&
      matchesFingerprint(row.ticket, record) &&
      (record.parentId === null || canHaveParent(row.ticket)) &&
      isPostedWithin(record, window),
  );
  const [candidate] = candidates;
  if (!candidate) return { rule: 'none' };
  // A record without a posting time neither proves nor excludes anything: the user has to decide.
  if (candidates.length > 1 || candidate.postedAt === null) {
    return { rule: 'many', candidates: candidates.map(({ serviceId }) => serviceId) };
  }
  return { rule: 'fingerprint', record: candidate };
}

/** Whether a list may show a parent of this order. A replacement may keep that of the old order. */
const canHaveParent = ({ conditionalUpon, parent, replaces }: Ticket): boolean =>
  conditionalUpon !== null || Boolean(parent) || replaces !== null;

const isNamed = (row: Pick<OrderRow, 'ownId' | 'ticket'>, record: SignalRecord): boolean =>
  record.systemId === row.ticket.systemId && (record.ownId === row.ownId || record.serviceId === row.ownId);

/**
 * Whether the service can have posted this record in the window. A record without a posting time is
 * not excluded.
 */
export const isPostedWithin = ({ postedAt }: SignalRecord, { from, to }: PostedWindow): boolean =>
  postedAt === null || (postedAt >= from && postedAt <= to);

/**
 * Whether `other` is in flight for the same symbol. Its record, or that of a leg of its bracket,
 * may have the fingerprint of the order that is looked for.
 */
export function isInFlightBeside({ rowId, ticket: { symbol, systemId } }: OrderRow, other: OrderRow): boolean {
  const { ticket, state } = other;
  if (state !== 'SENDING' || other.rowId === rowId || ticket.systemId !== systemId) return false;
  return [ticket, ticket.parent].some((one) => one && sameContract(one.symbol, symbol));
}

/**
 * The service ids of a found order, with each child of the bracket for which exactly one record
 * fits.
 */
export function serviceIdsOf({ row, records, claimed, window }: Search, found: SignalRecord): ServiceIds {
  const { ticket } = row;
  const claimedNow = new Set([...claimed, found.serviceId]);
  const children = distinct(records).filter(
    (record) =>
      !claimedNow.has(record.serviceId) &&
      !row.preExistingMatches.includes(record.serviceId) &&
      canBeChild(ticket, record) &&
      isUnderParent(record, [found.serviceId, row.ownId]) &&
      isPostedWithin(record, window),
  );
  const target = onlyMatch(children, (child) => child.kind === 'limit' && equals(child.limit, ticket.profitTarget));
  const stop = onlyMatch(children, (child) => child.kind === 'stop' && equals(child.stop, ticket.stopLoss));
  const ocaGroup = target?.ocaId ?? stop?.ocaId ?? null;
  return {
    ...noServiceIds,
    signal: found.serviceId,
    target: target?.serviceId ?? null,
    stop: stop?.serviceId ?? null,
    ocaGroup,
    parent: found.parentId ?? nestedParentId({ row, records, claimed: claimedNow, window }),
  };
}

/**
 * Finds the parent that was sent in the same request. If a list shows the own id of the parent, the
 * order has arrived too, even if the lists hide waiting orders.
 */
export const namedParent = (
  { ticket, parentOwnId }: Pick<OrderRow, 'ticket' | 'parentOwnId'>,
  records: readonly SignalRecord[],
): SignalRecord | undefined =>
  parentOwnId === undefined
    ? undefined
    : records.find(({ systemId, ownId }) => systemId === ticket.systemId && ownId === parentOwnId);

/**
 * The service id of the nested parent. The parent is found by own id, else by fingerprint if
 * exactly one record matches.
 */
function nestedParentId(search: Search): string | null {
  const parent = namedParent(search.row, search.records) ?? onlyMatch(parentMatches(search), () => true);
  return parent?.serviceId ?? null;
}

/** The records without an own id that equal the nested parent and can be that order. */
export function parentMatches({ row, records, claimed, window }: Search): SignalRecord[] {
  const { ticket, parentOwnId, preExistingMatches } = row;
  if (!ticket.parent || parentOwnId === undefined) return [];
  const parent = { ...ticket, ...ticket.parent };
  return distinct(records).filter(
    (record) =>
      record.ownId === null &&
      !claimed.has(record.serviceId) &&
      !preExistingMatches.includes(record.serviceId) &&
      matchesFingerprint(parent, record) &&
      isPostedWithin(record, window),
  );
}

/** Whether a record can be a child of this order's bracket. */
export function canBeChild(ticket: Ticket, record: SignalRecord): boolean {
  const action = ticket.action === 'BTO' ? 'STC' : 'BTC';
  return (
    record.action === action &&
    sameContract(record.symbol, ticket.symbol) &&
    sameDecimal(record.quantity, ticket.quantity)
  );
}

/**
 * Whether the record can be a leg of the order with these ids: a leg has no own id, and any parent
 * that it shows is the order.
 */
const isUnderParent = ({ ownId, parentId }: SignalRecord, ids: readonly string[]): boolean =>
  ownId === null && (parentId === null || ids.includes(parentId));

const equals = (shown: string | null, sent: string | null): boolean =>
  shown !== null && sent !== null && sameDecimal(shown, sent);

function onlyMatch<Value>(values: readonly Value[], test: (value: Value) => boolean): Value | null {
  const found = values.filter(test);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/**
 * Final states win over those that can still change, so that two lists read a moment apart agree.
 */
const statusRank = { traded: 5, canceled: 4, expired: 3, working: 2, waiting: 1, other: 0 } as const;

/**
 * Returns one record per service id, in the order of the ids. One list may show the own id or the
 * parent of a record and the other not (platform-notes 36).
 */
function distinct(records: readonly SignalRecord[]): SignalRecord[] {
  const best = new Map<string, SignalRecord>();
  for (const record of records) {
    const known = best.get(record.serviceId);
    const isBetter = !known || statusRank[record.status] > statusRank[known.status];
    best.set(record.serviceId, isBetter ? withLinksOf(record, known) : withLinksOf(known, record));
  }
  return [...best.values()].sort((a, b) => compareIds(a.serviceId, b.serviceId));
}

function withLinksOf(record: SignalRecord, other: SignalRecord | undefined): SignalRecord {
  const ownId = record.ownId ?? other?.ownId ?? null;
  const parentId = record.parentId ?? other?.parentId ?? null;
  return ownId === record.ownId && parentId === record.parentId ? record : { ...record, ownId, parentId };
}

/**
 * Ids grow, so the shorter text is the older id, and of two texts of the same length the smaller
 * one.
 */
const compareIds = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
