import type { Change } from './change.ts';
import { newYorkTime } from './check-change.ts';
import type { ChangeFacts, PersonFacts, SubscriptionFacts } from './facts.ts';
import { fieldsOf, type FieldName } from './operations.ts';

/**
 * How a value shows that the change took effect. `set`: it equals the wanted value. `new`: it names
 * an id that was not there before. `some`: it is not empty. `ended`: the subscription has another
 * end than before, has ended, or is not listed. `sent`: no read shows it.
 */
export type Proof = 'set' | 'new' | 'some' | 'ended' | 'sent';

/** One value of a change. `current`, what the platform shows, is null if it is not known. */
export type Value = {
  readonly field: string;
  readonly proof: Proof;
  readonly current: string | null;
  readonly wanted: string;
};

/** Why a change cannot be compared with the platform. */
export type FactFault =
  | { readonly code: 'change.unknown-person' | 'change.is-deleted' | 'change.unknown-license'; readonly field: string }
  | { readonly code: 'change.unreadable-person'; readonly field: string }
  | {
      readonly code: 'change.unknown-strategy' | 'change.not-subscribed' | 'change.unknown-owner';
      readonly field: string;
    };

type Observed = readonly Value[] | FactFault;

/** The values that a change is about, as the platform shows them now. */
export function observe(change: Change, facts: ChangeFacts): Observed {
  const person = facts.people.get(change.personId);
  if (person === undefined) return { code: 'change.unknown-person', field: 'personid' };
  if (!person.isReadable) return { code: 'change.unreadable-person', field: 'personid' };
  if (change.op === 'user.delete') return [value('deleted', 'some', person.deleted, 'deleted')];
  if (person.deleted !== '') return { code: 'change.is-deleted', field: 'personid' };
  if (change.op === 'person.password') return [value('password', 'sent', null, 'set')];
  if (change.op === 'person.change') return personValues(change, person);
  if (change.op.startsWith('license.')) return licenseValues(change, person);
  if (change.op.startsWith('subscription.')) return subscriptionValues(change, person, facts.now);
  return strategyValues(change, person, facts);
}

const value = (field: string, proof: Proof, current: string | null, wanted: string): Value => ({
  field,
  proof,
  current,
  wanted,
});
const sentValues = (change: Change, fields: readonly FieldName[]): Value[] =>
  fields.flatMap((field) => {
    const wanted = change.fields[field];
    return wanted === undefined ? [] : [value(field, 'sent', null, wanted)];
  });
const flag = (known: boolean | null): string | null => (known === null ? null : known ? '1' : '0');

const personMembers = {
  firstname: 'firstName',
  lastname: 'lastName',
  screenname: 'screenName',
  email: 'email',
} as const;
const personFields = ['firstname', 'lastname', 'screenname', 'email'] as const;

const personValues = ({ fields }: Change, person: PersonFacts): Value[] =>
  personFields.flatMap((field) => {
    const wanted = fields[field];
    return wanted === undefined ? [] : [value(field, 'set', person[personMembers[field]], wanted)];
  });

function licenseValues(change: Change, person: PersonFacts): Observed {
  const { fields, op } = change;
  if (op === 'license.create') {
    const type = fields.license_type_requested ?? '';
    const licensesOfType = person.licenses.filter((one) => one.type.toLowerCase() === type.toLowerCase());
    const ids = licensesOfType.map(({ licenseId }) => licenseId);
    const others = sentValues(change, ['ui_description', 'payment_method']);
    return [value('license_id', 'new', joinedIds(ids), type), ...others];
  }
  const license = person.licenses.find(({ licenseId }) => licenseId === fields.license_id);
  if (license === undefined) return { code: 'change.unknown-license', field: 'license_id' };
  if (op === 'license.method') return [value('payment_method', 'set', license.nextMethod, fields.payment_method ?? '')];
  return [value('recurring_billing_status', 'set', flag(license.recurring), fields.recurring_billing_status ?? '')];
}

const joinedIds = (ids: readonly string[]): string => [...ids].sort().join(' ');

/** Allowed difference between the clocks of the platform and of this program. */
const toleranceMs = 300_000;

const isOver = ({ endTime }: SubscriptionFacts, now: number): boolean => {
  if (endTime === '') return false;
  const time = newYorkTime(endTime);
  return time === null || time.earliest <= now + toleranceMs;
};

/** The subscription whose end is not set, or is further ahead than `toleranceMs`. */
export function liveSubscription(change: Change, person: PersonFacts, now: number): SubscriptionFacts | undefined {
  return subscriptionsOf(change, person).find((one) => !isOver(one, now));
}

/** Whether the person has another subscription to the same strategy, which has not ended. */
export const hasOtherSubscription = (
  { fields }: Pick<Change, 'fields'>,
  { subscriptions }: PersonFacts,
  now: number,
): boolean =>
  subscriptions.some(
    (one) => one.systemId === fields.systemid && one.guid !== fields.subscription_guid && !isOver(one, now),
  );

const subscriptionsOf = ({ fields }: Change, { subscriptions }: PersonFacts): readonly SubscriptionFacts[] =>
  subscriptions.filter(
    ({ guid, systemId }) =>
      systemId === fields.systemid && (fields.subscription_guid === undefined || guid === fields.subscription_guid),
  );

function subscriptionValues(change: Change, person: PersonFacts, now: number): Observed {
  const { op, fields } = change;
  const live = liveSubscription(change, person, now);
  if (op === 'subscription.begin') {
    const all = joinedIds(subscriptionsOf(change, person).map(({ guid }) => guid));
    return [value('subscription_guid', live === undefined ? 'new' : 'some', all, 'new')];
  }
  if (!isLaterEnd(change, now)) return [value('subscription_ends', 'ended', live?.endTime ?? endedWord, 'now')];
  const wantedEnd = fields.unsubAtYYYYMMDDhhmm ?? '';
  // A subscription that ends within the tolerance is not live. It is found by the wanted end.
  const found = live ?? subscriptionsOf(change, person).find(({ endTime }) => endTime.slice(0, 16) === wantedEnd);
  if (found === undefined) return { code: 'change.not-subscribed', field: 'systemid' };
  return [value('subscription_ends', 'set', found.endTime.slice(0, 16), wantedEnd)];
}

/** The value of a subscription that is not listed or has ended. */
const endedWord = 'ended';

/** Whether the change sets a future end. Otherwise the subscription ends at once. */
export function isLaterEnd({ fields }: Pick<Change, 'fields'>, now: number): boolean {
  const wantedEnd = fields.unsubAtYYYYMMDDhhmm;
  return wantedEnd !== undefined && (newYorkTime(wantedEnd)?.latest ?? 0) > now;
}

/** The person who owns a strategy, by the list of all people. */
export const ownerOf = (systemId: string, people: ReadonlyMap<string, PersonFacts>): PersonFacts | undefined =>
  [...people.values()].find((one) => one.strategies.some((owned) => owned.systemId === systemId));

function strategyValues(change: Change, person: PersonFacts, { people, strategies }: ChangeFacts): Observed {
  const { op, fields } = change;
  if (op === 'strategy.create') {
    const ids = person.strategies.filter(({ name }) => name === fields.name).map(({ systemId }) => systemId);
    const others = fieldsOf(op).filter((field) => field !== 'name');
    return [value('systemid', 'new', joinedIds(ids), fields.name ?? ''), ...sentValues(change, others)];
  }
  const { systemid = '' } = fields;
  if (op === 'strategy.owner') {
    const newOwner = people.get(fields.ownerpersonid ?? '');
    if (newOwner?.deleted !== '') return { code: 'change.unknown-owner', field: 'ownerpersonid' };
    const owner = ownerOf(systemid, people);
    if (owner === undefined) return { code: 'change.unknown-strategy', field: 'systemid' };
    return [value('ownerpersonid', 'set', owner.personId, newOwner.personId)];
  }
  const owned = ownerOf(systemid, people)?.strategies.find(({ systemId }) => systemId === systemid);
  if (owned === undefined) return { code: 'change.unknown-strategy', field: 'systemid' };
  if (op === 'strategy.alive') return [value('isAlive', 'set', flag(owned.alive), fields.isAlive ?? '')];
  if (op === 'strategy.credits') return sentValues(change, ['creditSystemTimeInSeconds', 'freeSignalEntryCredits']);
  const details = strategies.get(systemid) ?? {};
  return fieldsOf(op).flatMap((field) => {
    const wanted = fields[field];
    if (field === 'systemid' || wanted === undefined) return [];
    return [value(field, 'set', details[field] ?? null, wanted)];
  });
}

/** What the platform showed when a change was planned, by field of the change. */
export type Before = Readonly<Record<string, string | null>>;

export const beforeOf = (values: readonly Value[]): Before =>
  Object.fromEntries(values.map(({ field, current }) => [field, current]));

/**
 * Whether the platform shows that a change took effect. False if a known value shows that it did
 * not. Otherwise null if a value that a read can show is unknown, or if the change has no value
 * that a read can show.
 */
export function isMet(values: readonly Value[], before: Before): boolean | null {
  const shownValues = values.filter(({ proof, current }) => proof !== 'sent' && current !== null);
  if (shownValues.some((one) => !isReached(one, before[one.field] ?? null))) return false;
  return values.some(({ proof, current }) => proof !== 'sent' && current === null) || shownValues.length === 0
    ? null
    : true;
}

function isReached({ current, proof, wanted }: Value, before: string | null): boolean {
  const text = current ?? '';
  if (proof === 'set') return sameText(text, wanted);
  if (proof === 'some') return text !== '';
  if (proof === 'ended') return text === endedWord || (text !== '' && text !== before);
  const earlier = (before ?? '').split(' ');
  return before !== null && text.split(' ').some((id) => id !== '' && !earlier.includes(id));
}

/** Numbers are compared as numbers: `50` equals `50.00`. */
function sameText(one: string, other: string): boolean {
  if (one.trim() === other.trim()) return true;
  return plainNumber.test(one) && plainNumber.test(other) && Number(one) === Number(other);
}
const plainNumber = /^\d{1,15}(\.\d+)?$/;

/** The values that have changed since the plan was made. */
export const changedSince = (values: readonly Value[], before: Before): Value[] =>
  values.filter(({ field, current, proof }) => proof !== 'sent' && current !== (before[field] ?? null));
