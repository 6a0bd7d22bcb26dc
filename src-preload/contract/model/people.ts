import Type, { type Static } from 'typebox';
import { Decimal, Id, Nullable, UnixSeconds } from './scalars.ts';

/**
 * A subscription of a strategy, platform-api "Subscriber record". Times are the platform's own New
 * York texts.
 */
export const Subscriber = Type.Object({
  /** `subscription_guid`. */
  subscriptionId: Type.String(),
  personId: Nullable(Id),
  name: Type.String(),
  email: Type.String(),
  country: Type.String(),
  /** The platform's word; only 'current' is documented. */
  status: Type.String(),
  startedText: Type.String(),
  endedText: Type.String(),
  /** Managed and billed by a private platform. */
  isPrivate: Nullable(Type.Boolean()),
  /** False when an earlier answer listed it and the last one does not. */
  listed: Type.Boolean(),
});
export type Subscriber = Static<typeof Subscriber>;

/** A strategy of the service's public list, `getSystemRoster`. */
export const RosterEntry = Type.Object({
  systemId: Id,
  name: Type.String(),
  owner: Type.String(),
  /** Missing in data that was stored before this member existed. */
  ownerPersonId: Type.Optional(Nullable(Id)),
  createdText: Type.String(),
  monthlyFee: Nullable(Decimal),
  freeTrialDays: Nullable(Decimal),
  minimumPortfolio: Nullable(Decimal),
  startingCapital: Nullable(Decimal),
  alive: Nullable(Type.Boolean()),
  inactiveSince: Nullable(UnixSeconds),
  /** In the platform's words without `trades_`. */
  instruments: Type.Array(Type.String()),
  /** False when an earlier answer listed it and the last one does not. */
  listed: Type.Boolean(),
});
export type RosterEntry = Static<typeof RosterEntry>;
