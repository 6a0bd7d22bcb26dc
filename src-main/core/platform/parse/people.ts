import type { RosterEntry, Subscriber, SubscriberTerms } from '#contract/model/people.ts';
import { flag, nonZeroText, textOrNull } from '../absent.ts';
import { isRecord, type JsonObject } from '../wire/json-object.ts';
import { parseList, type Parsed, type ParsedRecord } from './parsed.ts';
import { decimal, id, instant } from './scalars.ts';
import { instrumentsOf } from './strategy.ts';

/** Parses `getListSubscribers`. Null if the value is not a list. */
export const parseSubscribers = (value: unknown): Parsed<Omit<Subscriber, 'listed'>> | null =>
  parseList(isRecord(value) ? value['listSubscribers'] : value, parseSubscriber);

const parseSubscriber = (record: unknown): ParsedRecord<Omit<Subscriber, 'listed'>> => {
  const wire: JsonObject = isRecord(record) ? record : {};
  const subscriptionId = guid(wire['subscription_guid']);
  if (subscriptionId === null) return { problem: 'subscriber: subscription_guid' };
  const firstName = textOrNull(wire['subscriber_first_name'])?.trim() ?? '';
  const lastName = textOrNull(wire['subscriber_last_name'])?.trim() ?? '';
  return {
    subscriptionId,
    personId: id(wire['subscriber_personid']),
    name: [firstName, lastName].filter((name) => name !== '').join(' '),
    firstName,
    lastName,
    email: textOrNull(wire['subscriber_email']) ?? '',
    country: textOrNull(wire['subscriber_country']) ?? textOrNull(wire['subscriber_countrycode']) ?? '',
    status: textOrNull(wire['subscription_status']) ?? '',
    startedText: nonZeroText(wire['subscription_started_date']) ?? '',
    endedText: nonZeroText(wire['subscription_ended']) ?? '',
    isPrivate: flag(wire['isPrivateSubManagement']),
    terms: parseTerms(wire),
  };
};

/** An id that is not always digits. A boolean is not an id. */
const guid = (value: unknown): string | null => (typeof value === 'boolean' ? null : nonZeroText(value));

const parseTerms = (wire: JsonObject): SubscriberTerms => ({
  countryCode: textOrNull(wire['subscriber_countrycode']) ?? '',
  systemId: id(wire['systemid']),
  privateStartedText: nonZeroText(wire['privateSubManagement_subscription_started_when']) ?? '',
  privateEndsText: nonZeroText(wire['privateSubManagement_subscription_ends_when']) ?? '',
  isPrivateExpired: flag(wire['privateSubManagement_subscription_is_expired']),
  platformEndsText: nonZeroText(wire['platform_subscription_ends_when']) ?? '',
  isPlatformExpired: flag(wire['platform_subscription_is_expired']),
  customId: guid(wire['custom_subscription_guid']),
  customAmount: decimal(wire['custom_subscription_amount']),
  customUntilText: nonZeroText(wire['custom_subscription_good_until_time']) ?? '',
  customPeriodsLeft: decimal(wire['custom_subscription_num_bill_periods_remaining']),
  failedPayments: decimal(wire['recurring_billing_num_failed_transacts']),
  billingOffText: nonZeroText(wire['recurring_billing_turned_off_when']) ?? '',
  nextPayment: decimal(wire['recurring_next_billing_amount_default']),
  scheduleId: guid(wire['subscription_schedule_guid']),
});

/** Parses `getSystemRoster`. Null if the value is not a list. */
export const parseRoster = (value: unknown): Parsed<Omit<RosterEntry, 'listed'>> | null => parseList(value, parseEntry);

const parseEntry = (record: unknown): ParsedRecord<Omit<RosterEntry, 'listed'>> => {
  const wire: JsonObject = isRecord(record) ? record : {};
  const systemId = id(wire['system_id']);
  if (systemId === null) return { problem: 'roster: system_id' };
  return {
    systemId,
    name: textOrNull(wire['system_name']) ?? `Strategy ${systemId}`,
    owner: textOrNull(wire['owner_screenname']) ?? '',
    ownerPersonId: id(wire['ownerpersonid']),
    createdText: nonZeroText(wire['created_when']) ?? '',
    monthlyFee: decimal(wire['monthlyFee']),
    freeTrialDays: decimal(wire['freeTrialPeriodDays']),
    minimumPortfolio: decimal(wire['minimum_portfolio_size_required']),
    startingCapital: decimal(wire['equitycurve_startingcapital']),
    alive: flag(wire['isAlive']),
    // '0' while it is active (platform-notes 32).
    inactiveSince: instant(wire['recently_inactive_since'], wire['recently_inactive_since']),
    instruments: instrumentsOf(wire),
  };
};
