import Type, { type Static } from 'typebox';
import { Id, Nullable, Uuid } from '#contract/model/scalars.ts';
import { Mode } from '#contract/model/status.ts';
import { Ticket } from '#contract/model/ticket.ts';
import { Mirror, ServiceIds } from './order-row.ts';

const event = <const Name extends string, Facts extends Record<string, Type.TSchema>>(type: Name, facts: Facts) =>
  Type.Object({ type: Type.Literal(type), at: Type.Integer(), ...facts });

const why = { reason: Type.String() };
const answer = { answer: Type.Array(Type.String()) };
/** `evidence` names the rule that decided and the records it rests on (order-safety 4.7). */
const found = {
  serviceIds: ServiceIds,
  mirror: Nullable(Mirror),
  alarm: Nullable(Type.String()),
  evidence: Type.String(),
};

/**
 * What can happen to an order, closed: the arrows of order-safety 6.2 and the two records that move nothing. `at` is wall
 * clock milliseconds. An event holds all that its step needs, so that replaying the events gives the same rows (J9).
 */
export const OrderEvent = Type.Union([
  event('created', {
    intentId: Uuid,
    profileId: Type.String(),
    mode: Mode,
    ownId: Id,
    ticket: Ticket,
    confirmed: Type.Array(Type.String()),
  }),
  event('slot-free', { monotonic: Type.Number(), strangers: Type.Array(Id) }),
  event('held', why),
  event('abandoned', {}),
  event('confirmed', {}),
  event('accepted', { ...answer, serviceIds: ServiceIds, mirror: Mirror, alarm: Nullable(Type.String()) }),
  event('refused', answer),
  event('not-sent', why),
  event('lost', { ...why, ...answer }),
  event('found-at-start', why),
  event('reject-proved', { evidence: Type.String() }),
  event('own-id-match', found),
  event('refused-but-there', found),
  event('fingerprint-match', found),
  event('many-matches', { ...why, candidates: Type.Array(Id) }),
  event('picked', found),
  event('nothing-found', { ...why, evidence: Type.String() }),
  event('appeared', found),
  event('watch-ended', {}),
  event('mirrored', found),
  event('acknowledged', {}),
]);
export type OrderEvent = Static<typeof OrderEvent>;
