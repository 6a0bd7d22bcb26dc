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

/** Makes the texts for one record. A member that cannot be read is never shown as empty. */
const readerOf =
  ({ unreadable }: ReadRecord) =>
  (member: string, text: string | null): string =>
    unreadable.includes(member) ? (text ? `${text} (not readable)` : notReadable) : text || none;

const flagText = (value: boolean | null): string | null => (value === null ? null : value ? 'Yes' : 'No');
const moneyOf = (value: string | null): string | null => (value === null ? null : centsText(value));

/** The time, or the platform's own text if it is not a time. */
const time = ({ text, at }: PlatformTime, zone: Zone): string => (at === null ? text : timeText(at, zone));

/** `email` is the address as it is shown, masked or not. */
export function profileFacts(person: Person, email: string, zone: Zone): readonly Fact[] {
  const read = readerOf(person);
  return [
    ['Person id', person.personId],
    ['First name', read('firstName', person.firstName)],
    ['Last name', read('lastName', person.lastName)],
    ['Screen name', read('screenName', person.screenName)],
    ['E-mail', read('email', email)],
    ['Created', read('created', time(person.created, zone))],
    ['Deleted', read('deleted', time(person.deleted, zone))],
    ['Listed', person.listed ? 'Yes' : 'No longer listed'],
  ];
}

export function licenseFacts(license: License, zone: Zone): readonly Fact[] {
  const read = readerOf(license);
  return [
    ['License id', read('licenseId', license.licenseId)],
    ['Licensed to', read('personId', license.personId)],
    ['Type', read('type', license.type)],
    ['Starts', read('starts', time(license.starts, zone))],
    ['Ends', read('ends', time(license.ends, zone))],
    ['Paid for this period', read('paid', moneyOf(license.paid))],
    ['To pay next period', read('nextPayment', moneyOf(license.nextPayment))],
    ['Payment method', read('method', license.method)],
    ['Next payment method', read('nextMethod', license.nextMethod)],
    ['Failed attempts', read('failedAttempts', license.failedAttempts)],
    ['Recurring billing', read('recurring', flagText(license.recurring))],
  ];
}

export function subscriptionFacts(subscription: PersonSubscription, zone: Zone): readonly Fact[] {
  const read = readerOf(subscription);
  return [
    ['Strategy', read('systemName', subscription.systemName)],
    ['Strategy id', read('systemId', subscription.systemId)],
    ['Subscription id', read('subscriptionId', subscription.subscriptionId)],
    ['Started', read('started', time(subscription.started, zone))],
    ['Ended', read('ended', time(subscription.ended, zone))],
    ['Payments', countText(subscription.payments)],
  ];
}

export function strategyFacts(strategy: OwnedStrategy, zone: Zone): readonly Fact[] {
  const read = readerOf(strategy);
  return [
    ['Strategy', read('name', strategy.name)],
    ['Strategy id', read('systemId', strategy.systemId)],
    ['Alive', read('alive', flagText(strategy.alive))],
    ['Created', read('created', time(strategy.created, zone))],
    ['Trade leader', read('tradeLeader', flagText(strategy.tradeLeader))],
    ['Requires credits', read('requiresCredits', flagText(strategy.requiresCredits))],
    ['Signal credits', read('signalCredits', strategy.signalCredits)],
    ['Time credit until', read('timeCreditUntil', time(strategy.timeCreditUntil, zone))],
    ['Credit transactions', countText(strategy.transactions)],
  ];
}

const countText = (list: readonly unknown[] | null): string => (list === null ? notReadable : String(list.length));

const othersText = (others: PersonPayment['others']): string =>
  others.map(({ name, value }) => `${name}: ${value}`).join(', ') || none;

type Row = { readonly key: string; readonly cells: readonly string[] };

export const paymentHeads = ['Paid at', 'Amount', 'Method', 'Status', 'Other members'] as const;

/** The latest payment first, because it shows whether the bill fails. */
export const paymentRows = (payments: readonly PersonPayment[], zone: Zone): readonly Row[] =>
  payments
    .toSorted((a, b) => (b.when.at ?? 0) - (a.when.at ?? 0))
    .map((payment, index) => {
      const read = readerOf(payment);
      return {
        key: String(index),
        cells: [
          read('when', time(payment.when, zone)),
          read('amount', moneyOf(payment.amount)),
          read('method', payment.method),
          read('status', payment.status),
          othersText(payment.others),
        ],
      };
    });

export const transactionHeads = ['Granted at', 'Type of credit', 'Credits', 'Transaction id', 'Other members'] as const;

export const transactionRows = (transactions: readonly CreditTransaction[], zone: Zone): readonly Row[] =>
  transactions.map((transaction, index) => {
    const read = readerOf(transaction);
    return {
      key: String(index),
      cells: [
        read('when', time(transaction.when, zone)),
        read('type', transaction.type),
        read('amount', transaction.amount),
        read('transactionId', transaction.transactionId),
        othersText(transaction.others),
      ],
    };
  });
