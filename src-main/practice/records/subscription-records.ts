import type { WirePaymentRecord, WirePersonSubscription, WireSubscriber } from '#core/platform/wire/people-records.ts';
import { formatFixed, type Fixed } from '#rules/decimal.ts';
import { newYorkDate, newYorkText } from '#rules/calendar/new-york.ts';
import type { License } from '#rules/billing/license.ts';
import type { Payment, Subscription } from '#rules/billing/subscription.ts';
import type { Person } from '#practice/person.ts';
import type { Switches } from '#practice/switches.ts';

const CENTS = 2;

export function moneyText(amount: Fixed): string {
  return formatFixed(amount, CENTS);
}

export function timeText(instant: number | null): string {
  return instant === null ? '' : newYorkText(instant);
}

/** The subscriber, and the license for the private platform, if there is one. */
export type Subscriber = { readonly person: Person; readonly platformLicense: License | undefined };

/** getListSubscribers. Times that are not set are '', terms that do not apply are null. */
export function subscriberRecord(one: Subscription, subscriber: Subscriber, switches: Switches): WireSubscriber {
  return {
    ...statusOf(one, switches),
    ...personOf(subscriber.person),
    systemid: one.systemId,
    ...managementOf(one, subscriber.platformLicense),
    ...customOf(one),
    recurring_billing_num_failed_transacts: String(one.billing.failures),
    recurring_billing_turned_off_when: timeText(one.billing.turnedOffAt),
    recurring_next_billing_amount_default: moneyText(one.billing.amount),
    subscription_schedule_guid: one.scheduleId,
  };
}

function statusOf({ id, state, startedAt, endedAt }: Subscription, switches: Switches) {
  const shown = state === 'trial' && switches.get('trialStatus') === 'current' ? 'current' : state;
  return {
    subscription_guid: id,
    subscription_status: shown,
    subscription_started_date: newYorkDate(startedAt),
    subscription_ended: timeText(endedAt),
  };
}

function personOf(person: Person) {
  return {
    subscriber_personid: person.id,
    subscriber_first_name: person.firstName,
    subscriber_last_name: person.lastName,
    subscriber_email: person.email,
    subscriber_country: person.country,
    subscriber_countrycode: person.countryCode,
  };
}

function managementOf({ management, startedAt, endsAt, state }: Subscription, license: License | undefined) {
  const isPrivate = management === 'private';
  return {
    isPrivateSubManagement: isPrivate ? ('1' as const) : ('0' as const),
    privateSubManagement_subscription_started_when: isPrivate ? timeText(startedAt) : null,
    privateSubManagement_subscription_ends_when: isPrivate ? timeText(endsAt) : null,
    privateSubManagement_subscription_is_expired: isPrivate && state === 'ended' ? 1 : 0,
    platform_subscription_ends_when: license ? timeText(license.endedAt ?? license.endsAt) : null,
    platform_subscription_is_expired: license !== undefined && license.endedAt !== null ? 1 : 0,
  };
}

function customOf({ custom }: Subscription) {
  return {
    custom_subscription_guid: custom?.id ?? null,
    custom_subscription_amount: custom ? moneyText(custom.amount) : null,
    custom_subscription_good_until_time: custom ? timeText(custom.goodUntil) : null,
    custom_subscription_num_bill_periods_remaining: custom ? String(custom.periodsLeft) : null,
  };
}

/** An element of a person's current_strategy_subscription_list. */
export function personSubscription(one: Subscription, systemName: string): WirePersonSubscription {
  return {
    systemname: systemName,
    listPaymentRecords: one.payments.map(paymentRecord),
    subscription_guid: one.id,
    started_when: timeText(one.startedAt),
    system_id: one.systemId,
    ended_when: timeText(one.endedAt ?? one.endsAt),
  };
}

function paymentRecord({ at, amount, method, paid }: Payment): WirePaymentRecord {
  return {
    payment_when: timeText(at),
    amount: moneyText(amount),
    payment_method: method,
    status: paid ? 'paid' : 'failed',
  };
}
