import type { Text } from '#contract/message.ts';
import type { SignalRecord } from '#core/signal-record.ts';
import type { UnreadableSignal } from '#core/unreadable-signal.ts';
import { newAlarm, refusedAlarm } from '#core/orders/alarms.ts';
import { claimedFrom, isGuess } from '#core/orders/journal/claims.ts';
import { contradictedIds } from '#core/orders/blotter/contradictions.ts';
import { duplicatesAlarm, foundFacts } from './decide.ts';
import type { EvidenceRecord } from '#core/orders/journal/evidence-record.ts';
import { fingerprint } from '#core/orders/fingerprint.ts';
import { findOrder, isInFlightBeside, isPostedWithin, namedParent, type PostedWindow, type Search } from './match.ts';
import { mirrorOf, addsInformation } from './mirror.ts';
import type { RecordsById } from '#core/orders/blotter/records-by-id.ts';
import type { OrderEvent, RowEvent } from '#core/orders/journal/order-event.ts';
import type { OrderRow, ServiceIds } from '#core/orders/journal/order-row.ts';
import { appearedAlarm, parentMatchEvent } from './parent-match.ts';
import { isAccepted, isUnderCheck } from '#core/orders/journal/row-states.ts';
import { unreadableFor, unreadableMatchEvent, unreadableOwn } from './unreadable-for.ts';
import { copiesAlarm, UnexplainedCopies } from './unexplained-copies.ts';

type MirroredEvent = Extract<OrderEvent, { type: 'mirrored' }>;
export type EventForRow = { readonly rowId: string; readonly event: RowEvent };

/** How long an order believed absent is looked for, milliseconds after its send. */
const watchMs = 24 * 60 * 60 * 1000;

type Input = {
  /** All rows of the strategy. Each claims its records. */
  readonly rows: readonly OrderRow[];
  /** The rows to compare with the lists. */
  readonly judged: readonly OrderRow[];
  readonly records: readonly SignalRecord[];
  readonly recordsById: RecordsById<SignalRecord>;
  readonly unreadable: readonly UnreadableSignal[];
  readonly now: number;
  /** When the watch last began a reading of both lists, milliseconds; null for never. */
  readonly bothListsReadAt: number | null;
  /** When the service can have posted this row. */
  readonly window: (row: OrderRow) => PostedWindow;
};

/**
 * Compares the orders of one strategy with the platform's lists and returns the journal transitions
 * that follow. It only records what the lists show and repairs nothing. `undecided` names the rows
 * whose result may change when another row changes.
 */
export function evidenceOf(input: Input): {
  readonly found: readonly EventForRow[];
  readonly undecided: Iterable<string>;
} {
  const { byService, byOwn } = input.recordsById;
  const copies = new UnexplainedCopies(input.rows, input.records);
  const contradicting = contradictedIds(input.unreadable);
  const found: EventForRow[] = [];
  // A record that was matched to a row in this pass cannot belong to a later row (order-safety J7).
  const claimedNow = new Set<string>();
  for (const row of input.judged) {
    const event = isAccepted(row)
      ? (correctedEvent(row, input, claimedNow) ??
        disprovedEvent(row, input) ??
        mirroredEvent(row, { byService, byOwn, copies, contradicting }, input.now))
      : lateEvent(row, input, claimedNow);
    if (!event) continue;
    found.push({ rowId: row.rowId, event });
    // A mirrored guess makes no new claim. `claimedFrom` takes account of its old one.
    const isOldClaim = event.type === 'mirrored' && isGuess(row);
    if ('serviceIds' in event && !isOldClaim)
      for (const id of Object.values(event.serviceIds)) if (id !== null) claimedNow.add(id);
  }
  return { found, undecided: copies.rowIdsWithCopies };
}

type Lists = {
  readonly byService: ReadonlyMap<string, SignalRecord>;
  readonly byOwn: ReadonlyMap<string, readonly SignalRecord[]>;
  readonly copies: UnexplainedCopies;
  /** Service ids for which a list shows more than one record, with different content. */
  readonly contradicting: ReadonlySet<string>;
};

/**
 * The event for an order that was matched to the record of another order, and that the lists show
 * in a record with its own id. Null for every other order.
 */
function correctedEvent(row: OrderRow, input: Input, claimedNow: ReadonlySet<string>): RowEvent | null {
  const { signal } = row.serviceIds;
  if (signal === null || !isGuess(row) || !input.recordsById.byOwn.has(row.ownId)) return null;
  const search = searchFor(row, input, claimedNow);
  const match = findOrder(search);
  if (match.rule !== 'own-id' || [match.record.serviceId, ...match.duplicates].includes(signal)) return null;
  const duplicates = match.duplicates.length > 0 ? [duplicatesAlarm(match.duplicates.length + 1)] : [];
  return {
    type: 'own-id-match',
    at: input.now,
    ...foundFacts(search, match),
    alarm: newAlarm(row, [{ code: 'alarm.other-order', serviceId: signal }, ...duplicates]),
  };
}

/**
 * The event for an order that was matched to a record which a list now shows under another own id.
 * The outcome of the order is unknown again.
 */
function disprovedEvent(row: OrderRow, { now, recordsById }: Input): RowEvent | null {
  const { signal } = row.serviceIds;
  const ownId = isGuess(row) && signal !== null ? recordsById.byService.get(signal)?.ownId : null;
  if (signal === null || ownId == null || ownId === row.ownId) return null;
  const alarm = newAlarm(row, [{ code: 'alarm.record-of-other', serviceId: signal }]);
  return { type: 'match-disproved', at: now, alarm, evidence: { rule: 'record-of-other', serviceId: signal } };
}

function searchFor(row: OrderRow, input: Input, claimedNow: ReadonlySet<string>): Search {
  const ofOwnId = input.recordsById.byOwn.get(row.ownId) ?? [];
  const claimed = new Set([...claimedFrom(row, input.rows, ofOwnId), ...claimedNow]);
  return { row, records: input.records, claimed, window: input.window(row) };
}

function mirroredEvent(row: OrderRow, lists: Lists, now: number): MirroredEvent | null {
  const { byService, byOwn } = lists;
  const record = byService.get(row.serviceIds.signal ?? '') ?? byOwn.get(row.ownId)?.[0];
  const current = record ? mirrorOf(record) : row.mirror;
  const isNew = current !== null && addsInformation(row.mirror, current);
  const contradicted = contradictions(row, lists);
  const alarm = newAlarm(row, [
    ...(record ? alarmsOf(row, record, lists) : []),
    ...parentAlarms(row, lists),
    ...contradicted,
  ]);
  const serviceIds: ServiceIds = {
    ...row.serviceIds,
    signal: row.serviceIds.signal ?? record?.serviceId ?? null,
    parent: row.serviceIds.parent ?? byOwn.get(row.parentOwnId ?? '')?.[0]?.serviceId ?? null,
  };
  const namesNewId = serviceIds.signal !== row.serviceIds.signal || serviceIds.parent !== row.serviceIds.parent;
  if (!isNew && alarm === null && !namesNewId) return null;
  const mirror = isNew ? current : row.mirror;
  const evidence: EvidenceRecord = record
    ? { rule: 'record', serviceId: record.serviceId, status: record.statusText }
    : { rule: contradicted.length > 0 ? 'contradicted' : 'parent-only' };
  return { type: 'mirrored', at: now, serviceIds, mirror, alarm, evidence };
}

/** Contradicting records of the order itself and of its bracket. */
function contradictions({ serviceIds }: OrderRow, { contradicting }: Lists): Text[] {
  if (contradicting.size === 0) return [];
  return [serviceIds.signal, serviceIds.target, serviceIds.stop].flatMap((id): Text[] =>
    id !== null && contradicting.has(id) ? [{ code: 'order.contradicted', serviceId: id }] : [],
  );
}

/**
 * Alarms about an order whose records contradict what is assumed of the service (order-safety 6.1
 * I2, P1): a second record, an unexplained copy, or two filled legs.
 */
function alarmsOf(row: OrderRow, record: SignalRecord, { byService, byOwn, copies }: Lists): Text[] {
  const { ticket, serviceIds } = row;
  const count = new Set(byOwn.get(row.ownId)?.map(({ serviceId }) => serviceId)).size;
  const legStatuses = [serviceIds.target, serviceIds.stop].map((id) => byService.get(id ?? '')?.status);
  const filledTwice = legStatuses.every((status) => status === 'traded') && !ticket.keepBothAlive;
  const found: (Text | null)[] = [
    count > 1 ? duplicatesAlarm(count) : null,
    copiesAlarm(copies.of(row, record)),
    filledTwice ? { code: 'alarm.both-filled' } : null,
  ];
  return found.filter((one) => one !== null);
}

/**
 * The parent that was entered with the order works at once. A second copy of it is money at risk
 * although the order itself only waits.
 */
function parentAlarms(row: OrderRow, { byService, byOwn, copies }: Lists): Text[] {
  const { ticket, parentOwnId, serviceIds } = row;
  if (!ticket.parent || parentOwnId === undefined) return [];
  const parentRecords = byOwn.get(parentOwnId) ?? [];
  const parentRecord = byService.get(serviceIds.parent ?? '') ?? parentRecords[0];
  if (!parentRecord) return [];
  const count = new Set(parentRecords.map(({ serviceId }) => serviceId)).size;
  const parentRow: OrderRow = {
    ...row,
    ticket: { ...ticket, ...ticket.parent, parent: null },
    serviceIds: { ...serviceIds, signal: parentRecord.serviceId },
  };
  const found: (Text | null)[] = [
    count > 1 ? { code: 'alarm.parent-duplicates', count } : null,
    copiesAlarm(copies.of(parentRow, parentRecord)),
  ];
  return found.filter((one) => one !== null);
}

/**
 * The event for an order that is unknown, ambiguous or believed absent, or that was rejected and is
 * listed under its own id. Null if the lists prove nothing.
 */
function lateEvent(row: OrderRow, input: Input, claimedNow: ReadonlySet<string>): EventForRow['event'] | null {
  if (row.state === 'REJECTED') return rejectedEvent(row, input);
  const isAbsent = row.state === 'PROBABLY_ABSENT' || row.state === 'CLOSED_ABSENT';
  if (!isAbsent && row.state !== 'UNKNOWN' && row.state !== 'AMBIGUOUS') return null;
  const search = searchFor(row, input, claimedNow);
  const match = findOrder(search);
  const isCertain = match.rule === 'own-id';
  const unreadable = isCertain ? undefined : unreadableOwn({ search, unreadable: input.unreadable });
  // For an unknown order, `decide` takes account of this record.
  if (unreadable && row.state !== 'UNKNOWN') {
    const event = unreadableMatchEvent(unreadable, input.now);
    return isAbsent ? { ...event, type: 'appeared', alarm: newAlarm(event, [appearedAlarm]) } : event;
  }
  if (isCertain || (isAbsent && match.rule === 'fingerprint' && !belongsRatherToOther(match.record, row, input))) {
    const alarmOfDuplicates =
      isCertain && match.duplicates.length > 0 ? duplicatesAlarm(match.duplicates.length + 1) : null;
    return {
      type: isAbsent ? 'appeared' : 'own-id-match',
      at: input.now,
      ...foundFacts(search, match),
      alarm: alarmOfDuplicates ?? (isAbsent ? appearedAlarm : null),
    };
  }
  const isWithoutCandidate = row.candidates?.every((id) => search.claimed.has(id)) === true;
  if (row.state === 'AMBIGUOUS' && isWithoutCandidate)
    return { type: 'match-disproved', at: input.now, alarm: null, evidence: { rule: 'candidates-claimed' } };
  // A record with the same fingerprint may be this order, even if it more likely belongs to another
  // row. The watch of an absent order does not end.
  if (match.rule !== 'none') return null;
  const parent = namedParent(row, input.records);
  if (parent) return parentMatchEvent(isAbsent ? 'appeared' : 'own-id-match', parent, input.now);
  if (unreadableFor({ search, unreadable: input.unreadable }).length > 0) return null;
  return row.state === 'PROBABLY_ABSENT' && isWatchOver(row, input) ? { type: 'watch-ended', at: input.now } : null;
}

/** A list may show the order after the reading that proved its refusal. */
function rejectedEvent(row: OrderRow, { recordsById, rows, now }: Input): EventForRow['event'] | null {
  const record = recordsById.byOwn.get(row.ownId)?.[0];
  if (record === undefined || claimedFrom(row, rows, [record]).has(record.serviceId)) return null;
  return {
    type: 'refused-but-there',
    at: now,
    serviceIds: { ...row.serviceIds, signal: record.serviceId },
    mirror: mirrorOf(record),
    alarm: refusedAlarm,
    evidence: { rule: 'own-id', serviceId: record.serviceId, status: record.statusText },
  };
}

/**
 * Whether the lists had a whole day to show the order: both were read after that day. An order that
 * waits for a parent may be in no list at all (order-safety 5). Its absence proves nothing until
 * the parent has filled or these lists show another waiting order. Until then the row is not
 * closed.
 */
function isWatchOver({ ticket, sentAt, parentOwnId }: OrderRow, { records, bothListsReadAt }: Input): boolean {
  const since = sentAt === null ? null : Math.max(sentAt, (ticket.parkUntil ?? 0) * 1_000);
  if (since === null || bothListsReadAt === null || bothListsReadAt - since <= watchMs) return false;
  const parent = ticket.conditionalUpon ?? parentOwnId;
  if (parent === undefined) return true;
  const isParentFilled = records.some(
    ({ serviceId, ownId, status }) => status === 'traded' && (serviceId === parent || ownId === parent),
  );
  return isParentFilled || records.some(({ status, parkedUntil }) => status === 'waiting' && parkedUntil === null);
}

/**
 * Whether the record more likely belongs to another order whose record is not known yet either.
 * There are two cases. The other order is in flight or under check: its answer or the lists will
 * name its record. Or an equal order is believed absent too, and was sent after this order and
 * before the record was posted. The record then more likely belongs to that order, because a long
 * delay is rarer than a short one.
 */
function belongsRatherToOther(record: SignalRecord, row: OrderRow, { rows, window }: Input): boolean {
  const print = fingerprint(row.ticket);
  const isMoreLikely = (other: OrderRow): boolean => {
    if (isUnderCheck(other)) return true;
    const isNewer = other.state === 'PROBABLY_ABSENT' && sendTimeOf(other) > sendTimeOf(row);
    return isNewer && isPostedWithin(record, window(other)) && !other.preExistingMatches.includes(record.serviceId);
  };
  if (rows.some((other) => isInFlightBeside(row, other))) return true;
  return rows.some((other) => other.rowId !== row.rowId && fingerprint(other.ticket) === print && isMoreLikely(other));
}

/**
 * The time of the send, by the service's clock if it was known, because the local clock may have
 * been corrected since.
 */
const sendTimeOf = (row: OrderRow): number => row.sentServiceAt ?? row.sentAt ?? 0;
