import Type, { type Static } from 'typebox';
import { Text } from '#contract/message.ts';
import { Id, Nullable, Uuid } from '#contract/model/scalars.ts';
import { AnsweredTerms } from '#contract/model/signal.ts';
import { Mode } from '#contract/model/status.ts';
import { JournaledTicket } from './journaled-ticket.ts';
import { EvidenceRecord } from './evidence-record.ts';
import { Mirror, ServiceIds } from './order-row.ts';

const event = <const Name extends string, Facts extends Record<string, Type.TSchema>>(type: Name, facts: Facts) =>
  Type.Object({ type: Type.Literal(type), at: Type.Integer(), ...facts });

const withReason = { reason: Text };
/** `serviceAt`: the service's time in milliseconds, null if unknown. */
const sendFacts = {
  monotonic: Type.Number(),
  preExistingMatches: Type.Array(Id),
  serviceAt: Type.Optional(Nullable(Type.Integer())),
};
const answer = { answer: Type.Array(Type.String()) };
/** `evidence` names the rule that decided and the records that it used (order-safety 4.7). */
const found = {
  serviceIds: ServiceIds,
  mirror: Nullable(Mirror),
  alarm: Nullable(Text),
  evidence: EvidenceRecord,
};

/**
 * Every event of an order: the transitions of order-safety 6.2 and the events that leave the state
 * as it is. `at` is wall clock milliseconds. An event contains all that its step needs, so that
 * replaying the events gives the same rows (order-safety J9).
 */
export const OrderEvent = Type.Union([
  event('created', {
    intentId: Uuid,
    profileId: Type.String(),
    mode: Mode,
    ownId: Id,
    ticket: JournaledTicket,
    confirmed: Type.Array(Type.String()),
    /** Prepared now and sent later: the row starts as HELD. */
    staged: Type.Optional(Type.Boolean()),
    /** Own id of a parent that was entered nested in the ticket. */
    parentOwnId: Type.Optional(Id),
  }),
  // The order has its turn in the send queue and is being sent.
  event('slot-free', sendFacts),
  event('held', withReason),
  event('abandoned', {}),
  event('confirmed', { codes: Type.Optional(Type.Array(Type.String())) }),
  event('accepted', {
    ...answer,
    serviceIds: ServiceIds,
    mirror: Mirror,
    alarm: Nullable(Text),
    /** The members in which the answer differed from the preview. */
    misses: Type.Optional(Type.Array(Text)),
    notShown: Type.Optional(Type.Array(Type.String())),
    terms: Type.Optional(AnsweredTerms),
  }),
  event('refused', answer),
  event('not-sent', withReason),
  event('lost', { ...withReason, ...answer }),
  // The row was SENDING when the program started, or counts as sent because its journal was
  // restored from a copy.
  event('found-at-start', withReason),
  event('reject-proved', { evidence: EvidenceRecord }),
  event('own-id-match', found),
  event('refused-but-there', found),
  event('fingerprint-match', found),
  event('many-matches', { ...withReason, candidates: Type.Array(Id) }),
  event('picked', found),
  event('nothing-found', {
    ...withReason,
    evidence: EvidenceRecord,
    /** For a replacement: the old order is gone and the new one is not listed. */
    exposed: Type.Optional(Type.Boolean()),
    alarm: Type.Optional(Text),
  }),
  // T_late has passed. An unreadable record could be this order, or the lists may not show every
  // order of the strategy. The order counts as neither found nor absent.
  event('not-verifiable', { evidence: EvidenceRecord }),
  // The record of the order, or each of its candidates, belongs to another order. The lists decide
  // again.
  event('match-disproved', { evidence: EvidenceRecord, alarm: Nullable(Text) }),
  event('appeared', found),
  event('watch-ended', {}),
  event('mirrored', found),
  event('acknowledged', {}),
  // The user's choices for an order believed absent (order-safety 4.5), in the journal before they
  // have an effect.
  event('kept-waiting', { until: Type.Integer() }),
  event('resend-asked', {}),
  event('resend-dropped', withReason),
  event('sent-again', sendFacts),
  event('cancel-check-asked', {}),
  event('cancel-proved', found),
  event('superseded', { by: Uuid }),
  // A replacement in two steps: cancel the old order, then send the new one. The user confirms the
  // first step with the warnings that were shown. `names` are the ids of the old order.
  event('cancel-first-asked', { names: Type.Array(Id), isStop: Type.Boolean(), codes: Type.Array(Type.String()) }),
  event('cancel-first-proved', { evidence: EvidenceRecord }),
  // The new order of the replacement is on hold, not sent or rejected, for `reason`. `alarm`: the
  // canceled old order was the stop of its position.
  event('cancel-first-open', { ...withReason, alarm: Nullable(Text) }),
  event('released', {}),
  // The old order was filled before it could be canceled.
  event('replaced-traded', { evidence: EvidenceRecord }),
]);
export type OrderEvent = Static<typeof OrderEvent>;
/** What can happen to a row that exists. */
export type RowEvent = Exclude<OrderEvent, { type: 'created' }>;
