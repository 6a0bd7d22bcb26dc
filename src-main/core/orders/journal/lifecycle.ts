import type { Text } from '#contract/message.ts';
import type { JournalState } from '#contract/model/signal.ts';
import { newAlarm, refusedAlarm } from '#core/orders/alarms.ts';
import type { OrderEvent, RowEvent } from './order-event.ts';
import { noServiceIds, type OrderRow } from './order-row.ts';

type Transition = { readonly from: readonly JournalState[]; readonly to: JournalState };

const acceptedStates = ['ACKED', 'LANDED', 'LANDED_PROBABLE'] as const;

/**
 * Every transition of a row (order-safety 6.2). A `same` event records evidence or a decision and
 * leaves the state as it is.
 */
export const transitions: Readonly<Record<RowEvent['type'], Transition | 'same'>> = {
  'slot-free': { from: ['QUEUED'], to: 'SENDING' },
  held: { from: ['QUEUED'], to: 'HELD' },
  abandoned: { from: ['QUEUED', 'HELD', 'NOT_SENT'], to: 'ABANDONED' },
  confirmed: { from: ['HELD', 'NOT_SENT'], to: 'QUEUED' },
  accepted: { from: ['SENDING'], to: 'ACKED' },
  refused: { from: ['SENDING'], to: 'REJECTED_SOFT' },
  'not-sent': { from: ['SENDING'], to: 'NOT_SENT' },
  lost: { from: ['SENDING'], to: 'UNKNOWN' },
  'found-at-start': { from: ['SENDING'], to: 'UNKNOWN' },
  'reject-proved': { from: ['REJECTED_SOFT'], to: 'REJECTED' },
  'own-id-match': { from: ['UNKNOWN', 'AMBIGUOUS', 'LANDED_PROBABLE'], to: 'LANDED' },
  'refused-but-there': { from: ['REJECTED_SOFT', 'REJECTED'], to: 'LANDED' },
  'fingerprint-match': { from: ['UNKNOWN'], to: 'LANDED_PROBABLE' },
  'many-matches': { from: ['UNKNOWN'], to: 'AMBIGUOUS' },
  picked: { from: ['AMBIGUOUS'], to: 'LANDED_PROBABLE' },
  'nothing-found': { from: ['UNKNOWN'], to: 'PROBABLY_ABSENT' },
  appeared: { from: ['PROBABLY_ABSENT', 'CLOSED_ABSENT'], to: 'LANDED_PROBABLE' },
  'watch-ended': { from: ['PROBABLY_ABSENT'], to: 'CLOSED_ABSENT' },
  'not-verifiable': { from: ['UNKNOWN', 'REJECTED_SOFT'], to: 'UNKNOWN' },
  'match-disproved': { from: ['AMBIGUOUS', 'LANDED_PROBABLE'], to: 'UNKNOWN' },
  mirrored: 'same',
  acknowledged: 'same',
  'cancel-proved': { from: ['UNKNOWN', 'AMBIGUOUS', 'PROBABLY_ABSENT', 'CLOSED_ABSENT'], to: 'LANDED' },
  'sent-again': { from: ['PROBABLY_ABSENT'], to: 'SENDING' },
  'kept-waiting': 'same',
  'resend-asked': 'same',
  'resend-dropped': 'same',
  'cancel-check-asked': 'same',
  superseded: 'same',
  'cancel-first-asked': { from: ['HELD', 'NOT_SENT'], to: 'HELD' },
  'cancel-first-proved': 'same',
  'cancel-first-open': 'same',
  released: { from: ['HELD'], to: 'QUEUED' },
  'replaced-traded': { from: ['HELD'], to: 'ABANDONED' },
};

/** States in which a `same` event may be recorded. */
const statesForSame: Partial<Readonly<Record<RowEvent['type'], readonly JournalState[]>>> = {
  mirrored: acceptedStates,
  acknowledged: [...acceptedStates, 'AMBIGUOUS', 'PROBABLY_ABSENT', 'CLOSED_ABSENT', 'REJECTED'],
  'kept-waiting': ['UNKNOWN', 'PROBABLY_ABSENT'],
  'resend-asked': ['PROBABLY_ABSENT'],
  'resend-dropped': ['PROBABLY_ABSENT'],
  'cancel-check-asked': ['UNKNOWN', 'PROBABLY_ABSENT'],
  superseded: ['UNKNOWN', 'PROBABLY_ABSENT', 'CLOSED_ABSENT'],
  'cancel-first-proved': ['HELD'],
  'cancel-first-open': ['HELD', 'NOT_SENT', 'REJECTED'],
};

export class IllegalTransition extends Error {
  constructor(state: JournalState | 'DRAFT', type: string) {
    super(`the order journal has no transition from ${state} by ${type}`);
  }
}

/**
 * The client order journal of order-safety 6.2 as a pure function: a row and an event give the next
 * row. `row` is null for the event `created`, and for no other. A transition that `transitions`
 * does not name is an error, never a silent step. Each transition is one durable transaction before
 * its effect: the caller sends, asks or shows only after the journal has the row.
 */
export function reduce(row: OrderRow | null, event: OrderEvent): OrderRow {
  if (event.type === 'created') {
    if (row !== null) throw new IllegalTransition(row.state, event.type);
    return createdRow(event);
  }
  if (row === null) throw new IllegalTransition('DRAFT', event.type);
  const state = nextState(row, event);
  // Without proof that the old order is canceled, the new order could work beside it.
  if (state === 'QUEUED' && row.cancelFirst?.proof === null) throw new IllegalTransition(row.state, event.type);
  const next = { ...row, ...effect(row, event), state, version: row.version + 1, changedAt: event.at };
  // The request to send again was for an order believed absent. It ends when the order is sent
  // again or found, or when the watch has ended.
  if (next.resendAsked === true && state !== 'PROBABLY_ABSENT') return { ...next, resendAsked: false };
  return next.unverifiable === true && state !== 'UNKNOWN' ? { ...next, unverifiable: false } : next;
}

/** Returns the state that the event leads to; throws if `transitions` does not allow it. */
function nextState(row: OrderRow, event: RowEvent): JournalState {
  const transition = transitions[event.type];
  const allowed = transition === 'same' ? (statesForSame[event.type] ?? []) : transition.from;
  // An order is not sent a second time unless the user's request for that is recorded (order-safety
  // J3).
  if (event.type === 'sent-again' && row.resendAsked !== true) throw new IllegalTransition(row.state, event.type);
  // The user decides about an unknown order only if the lists cannot.
  const mayUserDecide = row.state !== 'UNKNOWN' || row.unverifiable === true;
  if (transition === 'same' && !mayUserDecide) throw new IllegalTransition(row.state, event.type);
  if (!allowed.includes(row.state)) throw new IllegalTransition(row.state, event.type);
  return transition === 'same' ? row.state : transition.to;
}

function createdRow(event: Extract<OrderEvent, { readonly type: 'created' }>): OrderRow {
  return {
    rowId: event.intentId,
    profileId: event.profileId,
    mode: event.mode,
    ownId: event.ownId,
    ticket: event.ticket,
    confirmed: [...event.confirmed],
    state: event.staged === true ? 'HELD' : 'QUEUED',
    version: 1,
    attempts: 0,
    createdAt: event.at,
    confirmedAt: event.at,
    sentAt: null,
    sentMonotonic: null,
    changedAt: event.at,
    serviceIds: noServiceIds,
    preExistingMatches: [],
    answer: [],
    reason: event.staged === true ? { code: 'hold.staged' } : '',
    mirror: null,
    alarm: null,
    acknowledged: false,
    ...(event.staged === true ? { staged: true } : {}),
    ...(event.parentOwnId === undefined ? {} : { parentOwnId: event.parentOwnId }),
  };
}

/** The members that the event changes besides the state. */
function effect(row: OrderRow, event: RowEvent): Partial<OrderRow> {
  switch (event.type) {
    case 'slot-free':
    case 'sent-again':
      return {
        attempts: row.attempts + 1,
        sentAt: event.at,
        sentMonotonic: event.monotonic,
        ...(event.serviceAt === undefined ? {} : { sentServiceAt: event.serviceAt }),
        preExistingMatches: [...event.preExistingMatches],
        reason: '',
        ...(event.type === 'sent-again' ? { firstSent: row.firstSent ?? sendOf(row) } : {}),
        // The acknowledgment and the unproved refusal concern an earlier send.
        acknowledged: false,
        ...(row.refused === true ? { refused: false } : {}),
      };
    case 'confirmed':
      return {
        confirmedAt: event.at,
        reason: '',
        confirmed: event.codes ?? row.confirmed,
        ...(row.staged ? { staged: false } : {}),
      };
    case 'accepted':
      return acceptedEffect(event);
    case 'refused':
      return { answer: [...event.answer] };
    case 'lost':
      return { answer: [...event.answer], reason: event.reason };
    case 'held':
    case 'not-sent':
    case 'found-at-start':
      return { reason: event.reason };
    case 'many-matches':
      return { reason: event.reason, candidates: [...event.candidates] };
    case 'nothing-found':
      return {
        reason: event.reason,
        alarm: event.alarm ?? row.alarm,
        ...(event.exposed === true ? { exposed: true } : {}),
      };
    case 'own-id-match':
    case 'fingerprint-match':
    case 'picked':
    case 'refused-but-there':
    case 'appeared':
    case 'cancel-proved':
      return {
        serviceIds: event.serviceIds,
        mirror: event.mirror,
        alarm: arrivalAlarm(row, event.alarm),
        acknowledged: false,
      };
    case 'mirrored':
      return { serviceIds: event.serviceIds, mirror: event.mirror, alarm: event.alarm ?? row.alarm };
    default:
      return otherEffect(event, row);
  }
}

/**
 * The alarms of an order that has arrived. If its last send was refused, they include the alarm
 * that the order is listed in spite of the refusal.
 */
function arrivalAlarm(row: OrderRow, found: Text | null): Text | null {
  const alarm = found ?? row.alarm;
  if (row.refused !== true) return alarm;
  return newAlarm({ ...row, alarm }, [refusedAlarm]) ?? alarm;
}

const sendOf = ({ sentAt, sentServiceAt }: OrderRow): NonNullable<OrderRow['firstSent']> =>
  sentServiceAt === undefined ? { sentAt } : { sentAt, sentServiceAt };

type OtherEvent = Exclude<RowEvent, { readonly type: TypeHandledInEffect }>;
/** The event types that `effect` handles itself. */
type TypeHandledInEffect =
  | 'slot-free'
  | 'sent-again'
  | 'confirmed'
  | 'accepted'
  | 'refused'
  | 'lost'
  | 'held'
  | 'not-sent'
  | 'found-at-start'
  | 'many-matches'
  | 'nothing-found'
  | 'own-id-match'
  | 'fingerprint-match'
  | 'picked'
  | 'refused-but-there'
  | 'appeared'
  | 'cancel-proved'
  | 'mirrored';

/** The members that the remaining events change. Some of these events change only the state. */
function otherEffect(event: OtherEvent, row: OrderRow): Partial<OrderRow> {
  const { state, alarm, notedAlarms, cancelFirst, preExistingMatches, serviceIds } = row;
  switch (event.type) {
    case 'acknowledged': {
      const noted = alarm === null ? {} : { notedAlarms: [...(notedAlarms ?? []), alarm] };
      return { acknowledged: true, alarm: null, ...noted };
    }
    case 'not-verifiable':
      return { unverifiable: true, ...(state === 'REJECTED_SOFT' ? { refused: true } : {}) };
    case 'match-disproved':
      return {
        ...{ serviceIds: noServiceIds, mirror: null, acknowledged: false, alarm: event.alarm ?? alarm },
        // Another list may show the record without an own id. It must not match this order again.
        preExistingMatches: [...preExistingMatches, ...(serviceIds.signal === null ? [] : [serviceIds.signal])],
      };
    case 'kept-waiting':
      return { waitUntil: event.until };
    case 'resend-asked':
      return { resendAsked: true };
    case 'resend-dropped':
      return { resendAsked: false, reason: event.reason };
    case 'superseded':
      return { supersededBy: event.by, acknowledged: true };
    case 'cancel-first-asked':
    case 'cancel-first-proved':
    case 'cancel-first-open':
    case 'released':
    case 'replaced-traded':
      return twoStepEffect(event, cancelFirst);
    case 'abandoned':
    case 'reject-proved':
    case 'watch-ended':
    case 'cancel-check-asked':
      return {};
  }
}

type Step = Extract<
  RowEvent,
  { readonly type: 'cancel-first-asked' | 'cancel-first-proved' | 'cancel-first-open' | 'released' | 'replaced-traded' }
>;

/** A replacement in two steps. The confirmation of the first step counts for both. */
function twoStepEffect(event: Step, first: OrderRow['cancelFirst']): Partial<OrderRow> {
  switch (event.type) {
    case 'cancel-first-asked': {
      const { at, codes, names, isStop } = event;
      const reason = { code: 'replace.canceling-first' } as const;
      const cancelFirst = { names: [...names], isStop, proof: null };
      return { confirmedAt: at, confirmed: [...codes], staged: false, reason, cancelFirst };
    }
    case 'cancel-first-proved':
      return first === undefined ? {} : { cancelFirst: { ...first, proof: event.evidence } };
    case 'cancel-first-open':
      return {
        reason: event.reason,
        ...(first === undefined ? {} : { cancelFirst: { ...first, alarm: event.alarm } }),
      };
    case 'released':
      return { reason: '' };
    case 'replaced-traded':
      return { reason: { code: 'replace.old-traded' } };
  }
}

function acceptedEffect(event: Extract<OrderEvent, { readonly type: 'accepted' }>): Partial<OrderRow> {
  const { serviceIds, mirror, alarm, misses, notShown, terms } = event;
  const optionalMembers = {
    ...(misses === undefined || misses.length === 0 ? {} : { misses: [...misses] }),
    ...(notShown === undefined || notShown.length === 0 ? {} : { notShown: [...notShown] }),
    ...(terms === undefined ? {} : { terms }),
  };
  return { serviceIds, answer: [...event.answer], mirror, alarm, ...optionalMembers };
}
