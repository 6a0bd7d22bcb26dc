import Type, { type Static } from 'typebox';
import { Decimal, Id, Nullable, UnixSeconds } from './scalars.ts';

/**
 * Management and billing of a subscription, platform-api "Subscriber record". Absent texts are
 * empty.
 */
export const SubscriberTerms = Type.Object({
  countryCode: Type.String(),
  systemId: Nullable(Id),
  /** `privateSubManagement_subscription_…`. */
  privateStartedText: Type.String(),
  privateEndsText: Type.String(),
  isPrivateExpired: Nullable(Type.Boolean()),
  /** The license of the person for the private platform. */
  platformEndsText: Type.String(),
  isPlatformExpired: Nullable(Type.Boolean()),
  /** `custom_subscription_…`: terms agreed with this person. */
  customId: Nullable(Type.String()),
  customAmount: Nullable(Decimal),
  customUntilText: Type.String(),
  customPeriodsLeft: Nullable(Decimal),
  /** `recurring_billing_…`. */
  failedPayments: Nullable(Decimal),
  billingOffText: Type.String(),
  nextPayment: Nullable(Decimal),
  scheduleId: Nullable(Type.String()),
});
export type SubscriberTerms = Static<typeof SubscriberTerms>;

/**
 * A subscription of a strategy, platform-api "Subscriber record". Times are the platform's own New
 * York texts.
 */
export const Subscriber = Type.Object({
  /** `subscription_guid`. */
  subscriptionId: Type.String(),
  personId: Nullable(Id),
  /** First and last name. */
  name: Type.String(),
  /** Both are missing in data that was stored before these members existed. */
  firstName: Type.Optional(Type.String()),
  lastName: Type.Optional(Type.String()),
  email: Type.String(),
  country: Type.String(),
  /** The platform's word; only 'current' is documented. */
  status: Type.String(),
  startedText: Type.String(),
  endedText: Type.String(),
  /** Managed and billed by a private platform. */
  isPrivate: Nullable(Type.Boolean()),
  /** Missing in data that was stored before this member existed. */
  terms: Type.Optional(SubscriberTerms),
  /** False when an earlier answer listed it and the last one does not. */
  listed: Type.Boolean(),
});
export type Subscriber = Static<typeof Subscriber>;

const datePattern = /^\d{4}-\d{2}-\d{2}/;

/** Whether a text of the platform is a time after `now`. Such texts sort by time. */
export const isFutureText = (text: string, now: string): boolean => datePattern.test(text) && text > now;

/**
 * Whether the last answer listed the subscription and it has not ended. `now` is the time in New
 * York, in the format of the platform.
 */
export const isCurrentSubscriber = (
  { listed, endedText }: Pick<Subscriber, 'listed' | 'endedText'>,
  now: string,
): boolean => listed && (endedText === '' || isFutureText(endedText, now));

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
  /** The platform's names, without their prefix `trades_`. */
  instruments: Type.Array(Type.String()),
  /** False when an earlier answer listed it and the last one does not. */
  listed: Type.Boolean(),
});
export type RosterEntry = Static<typeof RosterEntry>;
