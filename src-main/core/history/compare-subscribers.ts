import { isCurrentSubscriber, type Subscriber, type SubscriberTerms } from '#contract/model/people.ts';
import type { SubscriberChange, SubscriberChangeKind, SubscriberValue } from '#contract/model/subscriber-changes.ts';

const members = [
  'status',
  'startedText',
  'endedText',
  'listed',
  'personId',
  'firstName',
  'lastName',
  'name',
  'email',
  'country',
  'isPrivate',
] satisfies readonly (keyof Subscriber)[];

const termMembers = [
  'countryCode',
  'systemId',
  'privateStartedText',
  'privateEndsText',
  'isPrivateExpired',
  'platformEndsText',
  'isPlatformExpired',
  'customId',
  'customAmount',
  'customUntilText',
  'customPeriodsLeft',
  'failedPayments',
  'billingOffText',
  'nextPayment',
  'scheduleId',
] satisfies readonly (keyof SubscriberTerms)[];

type SubscribersById = ReadonlyMap<string, Subscriber>;

/**
 * The differences between the subscriptions of two readings, by subscription id, in the order of
 * the later reading.
 */
export const compareSubscribers = (before: SubscribersById, after: SubscribersById): SubscriberChange[] =>
  [...new Set([...after.keys(), ...before.keys()])].flatMap((id) => changeOf(before.get(id), after.get(id)) ?? []);

/** Null where nothing differs. A subscription that the later reading lacks is no longer listed. */
export function changeOf(before: Subscriber | undefined, after: Subscriber | undefined): SubscriberChange | null {
  const now = after ?? (before === undefined ? undefined : { ...before, listed: false });
  if (now === undefined) return null;
  const values = before === undefined ? [] : valuesBetween(before, now);
  if (before !== undefined && values.length === 0) return null;
  const { subscriptionId, personId, name } = now;
  return { kind: kindOf(before, now, values), subscriptionId, personId, name, values };
}

function kindOf(
  before: Subscriber | undefined,
  after: Subscriber,
  values: readonly SubscriberValue[],
): SubscriberChangeKind {
  const was = before !== undefined && isCurrentSubscriber(before);
  if (isCurrentSubscriber(after) !== was) return was ? 'left' : 'joined';
  if (before === undefined) return 'left';
  return values.some(({ member }) => member === 'status') ? 'status' : 'other';
}

/** Members that a record of an older version of the program lacks are not compared. */
function valuesBetween(before: Subscriber, after: Subscriber): SubscriberValue[] {
  const own = members
    .filter((member) => before[member] !== undefined && after[member] !== undefined)
    .map((member) => ({ member, before: valueText(before[member]), after: valueText(after[member]) }));
  const { terms: old } = before;
  const { terms: now } = after;
  const ofTerms =
    old === undefined || now === undefined
      ? []
      : termMembers.map((member) => ({ member, before: valueText(old[member]), after: valueText(now[member]) }));
  return [...own, ...ofTerms].filter((value) => value.before !== value.after);
}

function valueText(value: string | boolean | null | undefined): string | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === undefined || value === '' ? null : value;
}
