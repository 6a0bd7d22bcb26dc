import type { Text } from '#contract/message.ts';
import type { SignalRecord } from '#core/signal-record.ts';
import type { UnreadableSignal } from '#core/unreadable-signal.ts';
import { refusedAlarm } from '#core/orders/alarms.ts';
import { fingerprint } from '#core/orders/fingerprint.ts';
import { lateMs } from '#core/sending/read-back-times.ts';
import { absentVerdict, replacedStillWorksAlarm } from './absent-verdict.ts';
import { claimedFrom } from '#core/orders/journal/claims.ts';
import {
  findOrder,
  isInFlightBeside,
  namedParent,
  serviceIdsOf,
  type Match,
  type PostedWindow,
  type Search,
} from './match.ts';
import { mirrorOf } from './mirror.ts';
import type { EvidenceRecord } from '#core/orders/journal/evidence-record.ts';
import type { RowEvent } from '#core/orders/journal/order-event.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { parentMatchEvent } from './parent-match.ts';
import { isUnderCheck } from '#core/orders/journal/row-states.ts';
import { unreadableFor, unreadableMatchEvent, unreadableOwn } from './unreadable-for.ts';

/** The lists of one reading. A list that was not read is null. */
export type DecisionLists = {
  readonly working: readonly SignalRecord[] | null;
  readonly posted: readonly SignalRecord[] | null;
  /** Records of both lists that could not be read. */
  readonly unreadable: readonly UnreadableSignal[];
};

export type DecisionContext = {
  /** All rows of the connection: each record belongs to one of them at most (order-safety J7). */
  readonly rows: readonly OrderRow[];
  /** When the service can have posted the order, seconds of its clock. */
  readonly window: PostedWindow;
  /** Wall clock milliseconds. */
  readonly now: number;
  /**
   * Milliseconds from the send of the order to the start of the reading. For an order of an earlier
   * run they count from the start of its checks in this run.
   */
  readonly elapsedMs: number;
  /** False if another person owns the strategy, because the lists then prove no absence. */
  readonly showsAll: boolean;
  /** Title with which the platform refuses a used own id, null while that is not known. */
  readonly reuseTitle: string | null;
};

type BothLists = DecisionLists & {
  readonly working: readonly SignalRecord[];
  readonly posted: readonly SignalRecord[];
};
type FoundMatch = Extract<Match, { rule: 'own-id' | 'fingerprint' }>;
type FoundEventType = 'own-id-match' | 'fingerprint-match' | 'refused-but-there';

/**
 * What one reading of both lists proves about an order whose outcome is open (order-safety 4): the
 * event for the journal, or null while nothing is proved. Pure: the reconciler and the exhaustive
 * model of the tests (`tests/rules/model`) call it.
 */
export function decide(row: OrderRow, lists: DecisionLists, context: DecisionContext): RowEvent | null {
  if (!isUnderCheck(row)) return null;
  const records = [...(lists.working ?? []), ...(lists.posted ?? [])];
  const search: Search = { row, records, claimed: claimedFrom(row, context.rows, records), window: context.window };
  const match = findOrder(search);
  // An unreadable record with the own id proves that an unknown order arrived.
  const isProved = row.state === 'UNKNOWN' && unreadableOwn({ search, unreadable: lists.unreadable }) !== undefined;
  // The record may belong to an order in flight, whose answer will name it.
  const isGuess = !isProved && (match.rule === 'fingerprint' || match.rule === 'many');
  if (isGuess && context.rows.some((other) => isInFlightBeside(row, other))) return null;
  // Or it may belong to an equal order of unknown outcome, whose own id a later list may show.
  if (isGuess && context.elapsedMs < lateMs && hasEqualUnknown(row, context.rows)) return null;
  const both = hasBoth(lists) ? lists : null;
  return row.state === 'UNKNOWN'
    ? decideUnknown(row, search, match, { lists, both, context })
    : decideRefused(row, search, match, { lists, both, context });
}

/** Whether another order that equals this one is unknown too. */
function hasEqualUnknown({ rowId, ticket }: OrderRow, rows: readonly OrderRow[]): boolean {
  const print = fingerprint(ticket);
  return rows.some((one) => one.state === 'UNKNOWN' && one.rowId !== rowId && fingerprint(one.ticket) === print);
}

type Reading = {
  readonly lists: DecisionLists;
  /** Null while one of the lists was not read. */
  readonly both: BothLists | null;
  readonly context: DecisionContext;
};

function decideUnknown(row: OrderRow, search: Search, match: Match, reading: Reading): RowEvent | null {
  const { lists, both, context } = reading;
  const { now, elapsedMs } = context;
  if (match.rule === 'own-id') return foundEvent(row, search, match, 'own-id-match', now);
  const parent = match.rule === 'none' ? namedParent(row, search.records) : undefined;
  if (parent) return parentMatchEvent('own-id-match', parent, now);
  const ownUnreadable = unreadableOwn({ search, unreadable: lists.unreadable });
  if (ownUnreadable) return unreadableMatchEvent(ownUnreadable, now);
  if (!both) return null;
  if (unreadableFor({ search, unreadable: lists.unreadable }).length > 0) return notVerifiable(row, context);
  if (match.rule === 'fingerprint') return foundEvent(row, search, match, 'fingerprint-match', now);
  if (match.rule === 'many') {
    const candidates = [...match.candidates];
    const reason: Text = { code: 'ambiguous.matches', count: candidates.length };
    return { type: 'many-matches', at: now, reason, candidates };
  }
  if (elapsedMs < lateMs) return null;
  if (!context.showsAll) return notVerifiable(row, context, 'lists-incomplete');
  const verdict = absentVerdict(row, search, Math.round(elapsedMs / 1000), context.reuseTitle, context.rows);
  return { type: 'nothing-found', at: now, ...verdict };
}

/**
 * An unreadable record could be this order, or the lists may not show all orders of the strategy.
 * The order stays under check, because a later list may prove the outcome.
 */
function notVerifiable(
  row: OrderRow,
  { elapsedMs, now }: DecisionContext,
  rule: 'unreadable-record' | 'lists-incomplete' = 'unreadable-record',
): RowEvent | null {
  if (elapsedMs < lateMs || row.unverifiable === true) return null;
  return { type: 'not-verifiable', at: now, evidence: { rule, seconds: Math.round(elapsedMs / 1000) } };
}

/**
 * Decides about a refused order: it is listed all the same, or one clean reading proves the
 * refusal.
 */
function decideRefused(row: OrderRow, search: Search, match: Match, reading: Reading): RowEvent | null {
  const { lists, both, context } = reading;
  // One list that shows the own id of the order is proof. Anything else needs both lists.
  if (match.rule === 'own-id') return foundEvent(row, search, match, 'refused-but-there', context.now);
  if (!both) return null;
  if (match.rule === 'fingerprint') return foundEvent(row, search, match, 'refused-but-there', context.now);
  // A canceled or expired parent does not contradict the refusal.
  const parent = namedParent(row, search.records);
  if (parent && parent.status !== 'canceled' && parent.status !== 'expired')
    return parentMatchEvent('refused-but-there', parent, context.now);
  if (unreadableFor({ search, unreadable: lists.unreadable }).length > 0) return notVerifiable(row, context);
  return { type: 'reject-proved', at: context.now, evidence: refusalEvidence(match, both) };
}

/** Several equal records do not prove that one of them is the refused order. */
function refusalEvidence(match: Match, { working, posted }: BothLists): EvidenceRecord {
  if (match.rule === 'many') return { rule: 'equal-listed', serviceIds: [...match.candidates] };
  return { rule: 'not-listed', working: working.length, posted: posted.length };
}

function foundEvent(row: OrderRow, search: Search, match: FoundMatch, type: FoundEventType, now: number): RowEvent {
  const alarmOfDuplicates =
    match.rule === 'own-id' && match.duplicates.length > 0 ? duplicatesAlarm(match.duplicates.length + 1) : null;
  const alarmOfRefusal = type === 'refused-but-there' ? refusedAlarm : null;
  return {
    type,
    at: now,
    ...foundFacts(search, match),
    alarm: alarmOfDuplicates ?? alarmOfRefusal ?? replacedStillWorksAlarm(row, search.records),
  };
}

/** The facts about the record in each event that links an order to it. */
export const foundFacts = (search: Search, { record, rule }: FoundMatch) => ({
  serviceIds: serviceIdsOf(search, record),
  mirror: mirrorOf(record),
  evidence: { rule, serviceId: record.serviceId, status: record.statusText },
});

const hasBoth = (lists: DecisionLists): lists is BothLists => lists.working !== null && lists.posted !== null;

export const duplicatesAlarm = (count: number): Text => ({ code: 'alarm.duplicates', count });
