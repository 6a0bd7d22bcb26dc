import Type, { type Static } from 'typebox';
import { Decimal, Id, Nullable, UnixSeconds } from './scalars.ts';

/**
 * A New York time as the platform wrote it, and its instant. A time that is not set has an empty
 * text and null. A text that is no time is kept, and the member is listed in `unreadable`.
 */
export const PlatformTime = Type.Object({ text: Type.String(), at: Nullable(UnixSeconds) });
export type PlatformTime = Static<typeof PlatformTime>;

/**
 * Names of the members of a record that were missing or malformed. Their values are null or empty,
 * and must be shown as not readable. A member that the platform left empty is not listed.
 */
const unreadable = Type.Array(Type.String());

/** Members that the specification does not name, as text. */
const OtherMembers = Type.Array(Type.Object({ name: Type.String(), value: Type.String() }));

/** `listPaymentRecords`. The specification leaves its members open. */
export const PersonPayment = Type.Object({
  when: PlatformTime,
  amount: Nullable(Decimal),
  method: Type.String(),
  /** The platform's word; a payment that was declined is 'failed'. */
  status: Type.String(),
  others: OtherMembers,
  unreadable,
});
export type PersonPayment = Static<typeof PersonPayment>;

/** An element of `current_strategy_subscription_list`. */
export const PersonSubscription = Type.Object({
  /** `subscription_guid`. */
  subscriptionId: Nullable(Type.String()),
  systemId: Nullable(Id),
  systemName: Type.String(),
  started: PlatformTime,
  /** Not set while no end is known. */
  ended: PlatformTime,
  payments: Nullable(Type.Array(PersonPayment)),
  unreadable,
});
export type PersonSubscription = Static<typeof PersonSubscription>;

/** An element of `transactions_list`. The specification leaves its members open. */
export const CreditTransaction = Type.Object({
  transactionId: Nullable(Type.String()),
  when: PlatformTime,
  /** The platform's word: credits of time or of signals. */
  type: Type.String(),
  amount: Nullable(Decimal),
  others: OtherMembers,
  unreadable,
});
export type CreditTransaction = Static<typeof CreditTransaction>;

/** An element of `current_strategies_owned_list`, with its `credits_status`. */
export const OwnedStrategy = Type.Object({
  systemId: Nullable(Id),
  name: Type.String(),
  alive: Nullable(Type.Boolean()),
  created: PlatformTime,
  tradeLeader: Nullable(Type.Boolean()),
  requiresCredits: Nullable(Type.Boolean()),
  signalCredits: Nullable(Decimal),
  timeCreditUntil: PlatformTime,
  transactions: Nullable(Type.Array(CreditTransaction)),
  unreadable,
});
export type OwnedStrategy = Static<typeof OwnedStrategy>;

/** An element of `current_software_license_list`, platform-api "Software license". */
export const License = Type.Object({
  licenseId: Nullable(Id),
  personId: Nullable(Id),
  /** `license_type_requested`. */
  type: Type.String(),
  starts: PlatformTime,
  ends: PlatformTime,
  paid: Nullable(Decimal),
  nextPayment: Nullable(Decimal),
  method: Type.String(),
  nextMethod: Type.String(),
  failedAttempts: Nullable(Decimal),
  /** `recurring_billing_status`. */
  recurring: Nullable(Type.Boolean()),
  unreadable,
});
export type License = Static<typeof License>;

/**
 * A person of a private platform, `listAllPeople`. A list that could not be read is null, not
 * empty, because the person may have entries in it.
 */
export const Person = Type.Object({
  personId: Id,
  firstName: Type.String(),
  lastName: Type.String(),
  screenName: Type.String(),
  email: Type.String(),
  created: PlatformTime,
  /** Not set for a person who was not deleted. */
  deleted: PlatformTime,
  licenses: Nullable(Type.Array(License)),
  subscriptions: Nullable(Type.Array(PersonSubscription)),
  strategies: Nullable(Type.Array(OwnedStrategy)),
  unreadable,
  /** False when an earlier answer listed the person and the last one does not. */
  listed: Type.Boolean(),
});
export type Person = Static<typeof Person>;
/** A person as one answer has it. */
export type ParsedPerson = Omit<Person, 'listed'>;

/**
 * What a list of people shows of a person. All figures that depend on the time are computed from
 * these members when the list is shown.
 */
export const PersonRow = Type.Object({
  personId: Id,
  firstName: Type.String(),
  lastName: Type.String(),
  screenName: Type.String(),
  email: Type.String(),
  created: PlatformTime,
  deleted: PlatformTime,
  licenses: Nullable(
    Type.Array(
      Type.Object({
        endsAt: Nullable(UnixSeconds),
        recurring: Nullable(Type.Boolean()),
        failedAttempts: Nullable(Decimal),
      }),
    ),
  ),
  /** `isLastPaymentFailed`: the last payment was declined; null if that cannot be read. */
  subscriptions: Nullable(
    Type.Array(Type.Object({ endedAt: Nullable(UnixSeconds), isLastPaymentFailed: Nullable(Type.Boolean()) })),
  ),
  strategies: Nullable(
    Type.Array(
      Type.Object({
        alive: Nullable(Type.Boolean()),
        requiresCredits: Nullable(Type.Boolean()),
        signalCredits: Nullable(Decimal),
        timeCreditUntil: Nullable(UnixSeconds),
      }),
    ),
  ),
  /** Number of unreadable members in the record of the person and its lists. */
  unreadable: Type.Integer(),
  /** True when it cannot be read whether the person was deleted. */
  isDeletionUnknown: Type.Boolean(),
  listed: Type.Boolean(),
});
export type PersonRow = Static<typeof PersonRow>;

/** The platform writes a time for a person who was deleted. */
export const isDeleted = ({ deleted }: Pick<PersonRow, 'deleted'>): boolean => deleted.text !== '';
