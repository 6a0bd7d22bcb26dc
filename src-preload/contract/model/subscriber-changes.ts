import Type, { type Static } from 'typebox';
import { Id, Nullable, UnixSeconds } from './scalars.ts';

/**
 * A reading of the subscribers of a strategy that differed from the one before. For each kind of
 * change it has the number of subscriptions. In the first reading ever stored these numbers are 0.
 */
export const SubscriberReading = Type.Object({
  at: UnixSeconds,
  joined: Type.Integer(),
  left: Type.Integer(),
  status: Type.Integer(),
  other: Type.Integer(),
});
export type SubscriberReading = Static<typeof SubscriberReading>;

/**
 * How a subscription changed. `joined`: it is current now, and was not before. `left`: it was
 * current before and is not now, or had already ended when it was first seen. `status`: the
 * platform's word for the status of the subscription differs, but it is neither `joined` nor
 * `left`. `other`: other members differ.
 */
export const SubscriberChangeKind = Type.Union([
  Type.Literal('joined'),
  Type.Literal('left'),
  Type.Literal('status'),
  Type.Literal('other'),
]);
export type SubscriberChangeKind = Static<typeof SubscriberChangeKind>;

/** One member of a subscription. Null if it is absent or empty; a flag is `yes` or `no`. */
export const SubscriberValue = Type.Object({
  member: Type.String(),
  before: Nullable(Type.String()),
  after: Nullable(Type.String()),
});
export type SubscriberValue = Static<typeof SubscriberValue>;

const subscription = { subscriptionId: Type.String(), personId: Nullable(Id), name: Type.String() };

/**
 * How a subscription differs between two readings. `values` is empty if the earlier reading did
 * not have the subscription.
 */
export const SubscriberChange = Type.Object({
  kind: SubscriberChangeKind,
  ...subscription,
  values: Type.Array(SubscriberValue),
});
export type SubscriberChange = Static<typeof SubscriberChange>;

/** What a reading showed of a subscription. `seen`: it is in the oldest stored reading. */
export const SubscriberStep = Type.Object({
  at: UnixSeconds,
  kind: Type.Union([SubscriberChangeKind, Type.Literal('seen')]),
  ...subscription,
  /** The platform's word for the status of the subscription at that time. */
  status: Type.String(),
  values: Type.Array(SubscriberValue),
});
export type SubscriberStep = Static<typeof SubscriberStep>;
