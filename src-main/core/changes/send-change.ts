import type { ActRun } from '#contract/model/act.ts';
import type { ActDesk } from '#core/acts/act-desk.ts';
import type { ActRow } from '#core/acts/act-row.ts';
import { subscriptionId } from '#core/acts/act-target.ts';
import { createdIds } from '#core/acts/created-ids.ts';
import { changePersonAttribute, passwordField } from '#core/acts/person-acts.ts';
import {
  changeLicense,
  createLicense,
  deletePerson,
  endPrivateSubscription,
  subscribePerson,
  unsubscribePerson,
} from '#core/acts/platform-acts.ts';
import { changeSystemAttribute, createNewSystem, type StrategiesBeforeCreation } from '#core/acts/strategy-acts.ts';
import { attributeNames, attributesFrom, wireName } from '#core/acts/strategy-attributes.ts';
import { newYorkText } from '#rules/calendar/new-york.ts';
import type { Change } from '#rules/changes/change.ts';
import { newYorkTime } from '#rules/changes/check-change.ts';
import type { ChangeFacts } from '#rules/changes/facts.ts';
import {
  beforeOf,
  hasOtherSubscription,
  isLaterEnd,
  liveSubscription,
  type Before,
  type Value,
} from '#rules/changes/observe.ts';

type ChangeToSend = {
  readonly change: Change;
  /** The name of the person. */
  readonly name: string;
  /** The values of the fields that the plan lists, with what the platform shows now. */
  readonly values: readonly Value[];
  readonly facts: ChangeFacts;
  readonly intentId: string;
  readonly run: ActRun;
  /** Null if the change sets no password. */
  readonly password: string | null;
};
type Outcome = ReturnType<ActDesk['send']>;

/** Reads the list of strategies, just before a creation. */
export type ReadStrategiesBefore = () => Promise<StrategiesBeforeCreation>;

/** Sends the act of one change. */
export async function sendChange(
  acts: Pick<ActDesk, 'acts' | 'send'>,
  toSend: ChangeToSend,
  readStrategiesBefore: ReadStrategiesBefore,
): Promise<Awaited<Outcome>> {
  const { change, intentId, name, password, run, values } = toSend;
  const { fields, op, personId } = change;
  const base = { intentId, run, before: beforeOf(values), targetId: personId };
  if (op === 'person.change') {
    // Only the fields that the plan showed are sent. The others had the wanted values at that time
    // and were not compared again.
    const plannedFields = new Set(values.map(({ field }) => field));
    const attributes = {
      ...(plannedFields.has('firstname') && { firstName: fields.firstname }),
      ...(plannedFields.has('lastname') && { lastName: fields.lastname }),
      ...(plannedFields.has('screenname') && { screenName: fields.screenname }),
      ...(plannedFields.has('email') && { email: fields.email }),
    };
    return acts.send(changePersonAttribute, { ...base, wanted: { attributes, password: null } });
  }
  if (op === 'person.password' && password !== null) {
    // No read shows a password, so no read can prove the change.
    const wanted = { attributes: {}, password: 'set' } as const;
    return acts.send(changePersonAttribute, { ...base, before: null, wanted, secrets: { [passwordField]: password } });
  }
  if (op === 'user.delete') return acts.send(deletePerson, { ...base, wanted: { name } });
  if (op === 'license.create') {
    const { license_type_requested = '' } = fields;
    const before = beforeCreation(values, acts.acts(createLicense, personId));
    return acts.send(createLicense, { ...base, before, wanted: { ...fields, license_type_requested } });
  }
  if (op === 'license.recurring' || op === 'license.method') return sendLicenseChange(acts, toSend);
  if (op === 'subscription.begin' || op === 'subscription.end') return sendSubscriptionChange(acts, toSend);
  if (op === 'strategy.create') return sendCreation(acts, toSend, await readStrategiesBefore());
  return sendStrategyChange(acts, toSend);
}

/**
 * What the platform showed before a creation, with the ids from earlier creations, which its list
 * may not show yet.
 */
const beforeCreation = (values: readonly Value[], earlier: readonly ActRow[]): Before => ({
  ...beforeOf(values),
  ...Object.fromEntries(
    values
      .filter(({ proof }) => proof === 'new')
      .map(({ current, field }) => [
        field,
        current === null ? null : [current, ...createdIds(earlier)].join(' ').trim(),
      ]),
  ),
});

function sendLicenseChange(acts: Pick<ActDesk, 'send'>, { change, intentId, run, values }: ChangeToSend): Outcome {
  const { license_id = '', payment_method: method, recurring_billing_status: recurring } = change.fields;
  return acts.send(changeLicense, {
    ...{ intentId, run, before: beforeOf(values), targetId: license_id },
    wanted: {
      personId: change.personId,
      ...(recurring !== undefined && { recurring_billing_status: recurring === '1' ? '1' : '0' }),
      ...(method !== undefined && { payment_method: method }),
    },
  });
}

function sendSubscriptionChange(
  acts: Pick<ActDesk, 'acts' | 'send'>,
  { change, facts, intentId, run, values }: ChangeToSend,
): Outcome {
  const { fields, op, personId } = change;
  const { systemid = '', unsubAtYYYYMMDDhhmm: at } = fields;
  const wanted = { personId, systemId: systemid };
  const base = { intentId, run, before: beforeOf(values), targetId: subscriptionId(systemid, personId) };
  if (op === 'subscription.begin') {
    const before = beforeCreation(values, acts.acts(subscribePerson, base.targetId));
    return acts.send(subscribePerson, { ...base, before, wanted });
  }
  const person = facts.people.get(personId);
  const guid = person && liveSubscription(change, person, facts.now)?.guid;
  const endAt = at !== undefined && isLaterEnd(change, facts.now) ? at : null;
  // `unsubscribeFromStrategy` names no subscription, so it could end another one of the person.
  const mustName =
    fields.subscription_guid !== undefined && person !== undefined && hasOtherSubscription(change, person, facts.now);
  if (endAt === null && !mustName) return acts.send(unsubscribePerson, { ...base, wanted });
  const named = { ...wanted, subscriptionGuid: guid ?? '', at: endAt ?? pastMinute(facts.now) };
  return acts.send(endPrivateSubscription, { ...base, wanted: named });
}

const hourMs = 3_600_000;

/** The present minute in New York, or one an hour ago in the hour that New York repeats. */
function pastMinute(now: number): string {
  const minute = newYorkText(now).slice(0, 16);
  return (newYorkTime(minute)?.latest ?? 0) <= now ? minute : newYorkText(now - hourMs).slice(0, 16);
}

function sendCreation(
  acts: Pick<ActDesk, 'send'>,
  { change, intentId, run }: ChangeToSend,
  before: StrategiesBeforeCreation,
): Outcome {
  const { creditSystemTimeInSeconds: credit, longDescription = '', name = '', ...fields } = change.fields;
  const { site_visibility_status: visible, startingcapital = '' } = fields;
  return acts.send(createNewSystem, {
    ...{ intentId, run, before, targetId: change.personId },
    wanted: {
      strategy: {
        name,
        longDescription,
        startingCapital: Number(startingcapital),
        ownerPersonId: change.personId,
        visible: visible === undefined ? null : visible === '1',
        creditSeconds: credit === undefined ? null : Number(credit),
      },
      clone: null,
    },
  });
}

function sendStrategyChange(acts: Pick<ActDesk, 'send'>, { change, intentId, run, values }: ChangeToSend): Outcome {
  const valuesByField = new Map(values.map((one) => [one.field, one]));
  const changed = attributeNames.flatMap((name) => {
    const value = valuesByField.get(wireName(name));
    return value === undefined ? [] : [{ name, value }];
  });
  const attributes = attributesFrom(Object.fromEntries(changed.map(({ name, value }) => [name, value.wanted])));
  const before = { attributes: Object.fromEntries(changed.map(({ name, value }) => [name, value.current])) };
  return acts.send(changeSystemAttribute, {
    ...{ intentId, run, before, targetId: change.fields.systemid ?? '' },
    wanted: { attributes, repeated: {} },
  });
}
