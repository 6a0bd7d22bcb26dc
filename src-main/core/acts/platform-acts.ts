import Type, { type Static } from 'typebox';
import { Id } from '#contract/model/scalars.ts';
import { nonZeroText } from '#core/platform/absent.ts';
import { isRecord, type JsonObject } from '#core/platform/wire/json-object.ts';
import { newYorkTime } from '#rules/changes/check-change.ts';
import { isOfOtherPerson } from './act-target.ts';
import type { ActType } from './act-type.ts';
import { confirmationOf } from './confirmation-of.ts';
import { peopleProof, type PeopleRead } from './people-proof.ts';
import { subscriptionGuidOf, type SubscriptionShown } from './subscription-acts.ts';

const ShortText = Type.String({ minLength: 1, maxLength: 60 });

export const CreateLicenseWanted = Type.Object({
  license_type_requested: ShortText,
  ui_description: Type.Optional(Type.String({ maxLength: 60 })),
  payment_method: Type.Optional(ShortText),
});
export type CreateLicenseWanted = Static<typeof CreateLicenseWanted>;

export const ChangeLicenseWanted = Type.Object({
  personId: Id,
  recurring_billing_status: Type.Optional(Type.Union([Type.Literal('0'), Type.Literal('1')])),
  payment_method: Type.Optional(ShortText),
});
export type ChangeLicenseWanted = Static<typeof ChangeLicenseWanted>;

export const SubscribePersonWanted = Type.Object({ personId: Id, systemId: Id });
export type SubscribePersonWanted = Static<typeof SubscribePersonWanted>;

/** `at`: New York time, `YYYY-MM-DD hh:mm`. The platform sets the length of `subscriptionGuid`. */
export const EndSubscriptionWanted = Type.Object({
  ...SubscribePersonWanted.properties,
  subscriptionGuid: Type.String({ minLength: 1 }),
  at: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d$' }),
});
export type EndSubscriptionWanted = Static<typeof EndSubscriptionWanted>;

export const DeletePersonWanted = Type.Object({ name: Type.String() });
export type DeletePersonWanted = Static<typeof DeletePersonWanted>;

const messagesOf = (command: string): ActType['messages'] => ({
  title: { code: 'act.not-confirmed', command },
  absent: { code: 'act.absent', command },
  late: { code: 'act.late', command },
  differs: { code: 'act.differs', command },
});

const member = (answer: JsonObject, name: string): string | null =>
  isRecord(answer['success']) ? nonZeroText(answer['success'][name]) : null;

export const createLicense: ActType<CreateLicenseWanted, PeopleRead> = {
  command: 'create_software_license_record_platform',
  target: 'person',
  wanted: CreateLicenseWanted,
  lane: () => 'view',
  body: (personId, wanted) => ({ personid: personId, ...wanted }),
  // Only an id in the answer shows which license was created.
  confirms: (answer) => (member(answer, 'license_id') === null ? 'none' : 'all'),
  isContradictory: (refusal) => member(refusal, 'license_id') !== null,
  result: (answer) => ({ licenseId: member(answer, 'license_id') }),
  proof: peopleProof(({ target, wanted }) => ({ op: 'license.create', personId: target.id, fields: wanted })),
  readsBack: false,
  messages: messagesOf('create_software_license_record_platform'),
};

export const changeLicense: ActType<ChangeLicenseWanted, PeopleRead> = {
  command: 'change_software_license_status',
  target: 'license',
  wanted: ChangeLicenseWanted,
  lane: () => 'view',
  body: (licenseId, { personId: _, ...fields }) => ({ license_id: licenseId, ...fields }),
  confirms: (answer, { personId: _, ...fields }) => confirmationOf(answer, Object.keys(fields), 'all'),
  proof: peopleProof(({ target, wanted: { personId, ...fields } }) => ({
    op: fields.payment_method === undefined ? 'license.recurring' : 'license.method',
    personId,
    fields: { license_id: target.id, ...fields },
  })),
  readsBack: false,
  messages: messagesOf('change_software_license_status'),
};

const wireTarget = ({ personId, systemId }: SubscribePersonWanted) => ({ systemid: systemId, personid: personId });

export const subscribePerson: ActType<SubscribePersonWanted, PeopleRead> = {
  command: 'subscribeToStrategy',
  target: 'subscription',
  appliesTo: isOfOtherPerson,
  wanted: SubscribePersonWanted,
  lane: () => 'view',
  body: (_, wanted) => wireTarget(wanted),
  confirms: (answer) => (subscriptionGuidOf(answer) === null ? 'part' : 'all'),
  isContradictory: (refusal) => subscriptionGuidOf(refusal) !== null,
  result: (answer) => ({ subscriptionGuid: subscriptionGuidOf(answer) }) satisfies Static<typeof SubscriptionShown>,
  proof: peopleProof(({ wanted: { personId, systemId } }) => ({
    op: 'subscription.begin',
    personId,
    fields: { systemid: systemId },
  })),
  readsBack: false,
  messages: messagesOf('subscribeToStrategy'),
};

/**
 * Ends the subscription at once. The specification shows no value of `autoTradePositionsAndOrders`,
 * so it is not sent.
 */
export const unsubscribePerson: ActType<SubscribePersonWanted, PeopleRead> = {
  ...subscribePerson,
  command: 'unsubscribeFromStrategy',
  body: (_, wanted) => ({ ...wireTarget(wanted), actionType: 'unsubscribe_immediate' }),
  proof: peopleProof(({ wanted: { personId, systemId } }) => ({
    op: 'subscription.end',
    personId,
    fields: { systemid: systemId },
  })),
  messages: messagesOf('unsubscribeFromStrategy'),
};

/** If the time is past when the request is sent, the subscription ends at once. */
export const endPrivateSubscription: ActType<EndSubscriptionWanted, PeopleRead> = {
  command: 'privateSubManagement_endSubscription',
  target: 'subscription',
  appliesTo: isOfOtherPerson,
  wanted: EndSubscriptionWanted,
  lane: () => 'view',
  body: (_, wanted) => ({
    ...wireTarget(wanted),
    subscription_guid: wanted.subscriptionGuid,
    unsubAtYYYYMMDDhhmm: wanted.at,
  }),
  // The specification shows no answer of this command, so `ok` confirms the act.
  confirms: (answer, { subscriptionGuid }) => {
    const answeredGuid = subscriptionGuidOf(answer);
    return answeredGuid === null || answeredGuid === subscriptionGuid ? 'all' : 'none';
  },
  proof: peopleProof(({ wanted: { at, personId, subscriptionGuid, systemId }, sentAt }) => ({
    op: 'subscription.end',
    personId,
    fields: {
      systemid: systemId,
      subscription_guid: subscriptionGuid,
      ...((newYorkTime(at)?.latest ?? 0) > (sentAt ?? 0) && { unsubAtYYYYMMDDhhmm: at }),
    },
  })),
  readsBack: false,
  messages: messagesOf('privateSubManagement_endSubscription'),
};

/** A deletion cannot be undone. */
export const deletePerson: ActType<DeletePersonWanted, PeopleRead> = {
  command: 'deleteUser',
  target: 'person',
  wanted: DeletePersonWanted,
  lane: () => 'view',
  body: (personId) => ({ personid: personId }),
  confirms: () => 'all',
  proof: peopleProof(({ target }) => ({ op: 'user.delete', personId: target.id, fields: {} })),
  readsBack: false,
  messages: messagesOf('deleteUser'),
};

/**
 * The acts of a private platform for one of its people. A run reads all people once at its end, so
 * a confirmed act is not read back on its own.
 */
export const platformActs: readonly ActType[] = [
  createLicense,
  changeLicense,
  subscribePerson,
  unsubscribePerson,
  endPrivateSubscription,
  deletePerson,
];
