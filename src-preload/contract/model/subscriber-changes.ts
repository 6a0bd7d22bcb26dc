import Type, { type Static } from 'typebox';
import { Id, Nullable, UnixSeconds } from './scalars.ts';

/**
 * A reading of the subscribers of a strategy that differed from the one before, and how many
 * subscriptions differed. The figures of the first reading ever stored are 0.
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
 * `joined`: current now, and not before. `left`: current before and not now, or first seen ended.
 * `status`: the platform's word for its status differs, but it neither joined nor left. `other`:
 * other members differ.
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
  /** The platform's word for its status then. */
  status: Type.String(),
  values: Type.Array(SubscriberValue),
});
export type SubscriberStep = Static<typeof SubscriberStep>;
