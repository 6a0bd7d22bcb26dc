import type {
  CreditTransaction,
  License,
  OwnedStrategy,
  Person,
  PersonPayment,
  PersonSubscription,
  PlatformTime,
} from '#contract/model/person.ts';
import { centsText } from '#renderer/format/money-text.ts';
import { timeText, type Zone } from '#renderer/format/time-text.ts';

type Fact = readonly [name: string, text: string];
type ReadRecord = { readonly unreadable: readonly string[] };

const none = '–';
const notReadable = 'Not readable';

/**
 * Returns the function that makes the texts of the members of one record. A member that cannot be
 * read is never shown as empty.
 */
const memberTextOf =
  ({ unreadable }: ReadRecord) =>
  (member: string, text: string | null): string =>
    unreadable.includes(member) ? (text ? `${text} (not readable)` : notReadable) : text || none;

const flagText = (value: boolean | null): string | null => (value === null ? null : value ? 'Yes' : 'No');
const moneyOf = (value: string | null): string | null => (value === null ? null : centsText(value));

/** The time, or the platform's own text if it is not a time. */
const time = ({ text, at }: PlatformTime, zone: Zone): string => (at === null ? text : timeText(at, zone));

/** `email` is the address as it is shown, masked or not. */
export function profileFacts(person: Person, email: string, zone: Zone): readonly Fact[] {
  const memberText = memberTextOf(person);
  return [
    ['Person id', person.personId],
    ['First name', memberText('firstName', person.firstName)],
    ['Last name', memberText('lastName', person.lastName)],
    ['Screen name', memberText('screenName', person.screenName)],
    ['E-mail', memberText('email', email)],
    ['Created', memberText('created', time(person.created, zone))],
    ['Deleted', memberText('deleted', time(person.deleted, zone))],
    ['Listed', person.listed ? 'Yes' : 'No longer listed'],
  ];
}

export function licenseFacts(license: License, zone: Zone): readonly Fact[] {
  const memberText = memberTextOf(license);
  return [
    ['License id', memberText('licenseId', license.licenseId)],
    ['Licensed to', memberText('personId', license.personId)],
    ['Type', memberText('type', license.type)],
    ['Starts', memberText('starts', time(license.starts, zone))],
    ['Ends', memberText('ends', time(license.ends, zone))],
    ['Paid for this period', memberText('paid', moneyOf(license.paid))],
    ['To pay next period', memberText('nextPayment', moneyOf(license.nextPayment))],
    ['Payment method', memberText('method', license.method)],
    ['Next payment method', memberText('nextMethod', license.nextMethod)],
    ['Failed attempts', memberText('failedAttempts', license.failedAttempts)],
    ['Recurring billing', memberText('recurring', flagText(license.recurring))],
  ];
}

export function subscriptionFacts(subscription: PersonSubscription, zone: Zone): readonly Fact[] {
  const memberText = memberTextOf(subscription);
  return [
    ['Strategy', memberText('systemName', subscription.systemName)],
    ['Strategy id', memberText('systemId', subscription.systemId)],
    ['Subscription id', memberText('subscriptionId', subscription.subscriptionId)],
    ['Started', memberText('started', time(subscription.started, zone))],
    ['Ended', memberText('ended', time(subscription.ended, zone))],
    ['Payments', countText(subscription.payments)],
  ];
}

export function strategyFacts(strategy: OwnedStrategy, zone: Zone): readonly Fact[] {
  const memberText = memberTextOf(strategy);
  return [
    ['Strategy', memberText('name', strategy.name)],
    ['Strategy id', memberText('systemId', strategy.systemId)],
    ['Alive', memberText('alive', flagText(strategy.alive))],
    ['Created', memberText('created', time(strategy.created, zone))],
    ['Trade leader', memberText('tradeLeader', flagText(strategy.tradeLeader))],
    ['Requires credits', memberText('requiresCredits', flagText(strategy.requiresCredits))],
    ['Signal credits', memberText('signalCredits', strategy.signalCredits)],
    ['Time credit until', memberText('timeCreditUntil', time(strategy.timeCreditUntil, zone))],
    ['Credit transactions', countText(strategy.transactions)],
  ];
}

const countText = (list: readonly unknown[] | null): string => (list === null ? notReadable : String(list.length));

const othersText = (others: PersonPayment['others']): string =>
  others.map(({ name, value }) => `${name}: ${value}`).join(', ') || none;

type Row = { readonly key: string; readonly cells: readonly string[] };

export const paymentHeads = ['Paid at', 'Amount', 'Method', 'Status', 'Other fields'] as const;

/** The latest payment first, because it shows whether the bill fails. */
export const paymentRows = (payments: readonly PersonPayment[], zone: Zone): readonly Row[] =>
  payments
    .toSorted((a, b) => (b.when.at ?? 0) - (a.when.at ?? 0))
    .map((payment, index) => {
      const memberText = memberTextOf(payment);
      return {
        key: String(index),
        cells: [
          memberText('when', time(payment.when, zone)),
          memberText('amount', moneyOf(payment.amount)),
          memberText('method', payment.method),
          memberText('status', payment.status),
          othersText(payment.others),
        ],
      };
    });

export const transactionHeads = ['Granted at', 'Type of credit', 'Credits', 'Transaction id', 'Other fields'] as const;

export const transactionRows = (transactions: readonly CreditTransaction[], zone: Zone): readonly Row[] =>
  transactions.map((transaction, index) => {
    const memberText = memberTextOf(transaction);
    return {
      key: String(index),
      cells: [
        memberText('when', time(transaction.when, zone)),
        memberText('type', transaction.type),
        memberText('amount', transaction.amount),
        memberText('transactionId', transaction.transactionId),
        othersText(transaction.others),
      ],
    };
  });
