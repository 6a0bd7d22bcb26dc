import type { Subscriber, SubscriberTerms } from '#contract/model/people.ts';
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

/** Null if nothing differs. A subscription that the later reading lacks is no longer listed. */
export function changeOf(before: Subscriber | undefined, after: Subscriber | undefined): SubscriberChange | null {
  const current = after ?? (before === undefined ? undefined : { ...before, listed: false });
  if (current === undefined) return null;
  const values = before === undefined ? [] : valuesBetween(before, current);
  if (before !== undefined && values.length === 0) return null;
  const { subscriptionId, personId, name } = current;
  return { kind: kindOf(before, current, values), subscriptionId, personId, name, values };
}

/**
 * Whether the subscription is listed without an end. A future end counts as an end here:
 * readings differ when an end is reported, but not when its time comes.
 */
const hasNoEnd = ({ listed, endedText }: Subscriber): boolean => listed && endedText === '';

function kindOf(
  before: Subscriber | undefined,
  after: Subscriber,
  values: readonly SubscriberValue[],
): SubscriberChangeKind {
  const hadNoEnd = before !== undefined && hasNoEnd(before);
  if (hasNoEnd(after) !== hadNoEnd) return hadNoEnd ? 'left' : 'joined';
  if (before === undefined) return 'left';
  return values.some(({ member }) => member === 'status') ? 'status' : 'other';
}

/** Members that a record of an older version of the program lacks are not compared. */
function valuesBetween(before: Subscriber, after: Subscriber): SubscriberValue[] {
  const ownValues = members
    .filter((member) => before[member] !== undefined && after[member] !== undefined)
    .map((member) => ({ member, before: valueText(before[member]), after: valueText(after[member]) }));
  const { terms: oldTerms } = before;
  const { terms: newTerms } = after;
  const termValues =
    oldTerms === undefined || newTerms === undefined
      ? []
      : termMembers.map((member) => ({
          member,
          before: valueText(oldTerms[member]),
          after: valueText(newTerms[member]),
        }));
  return [...ownValues, ...termValues].filter((value) => value.before !== value.after);
}

function valueText(value: string | boolean | null | undefined): string | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === undefined || value === '' ? null : value;
}
