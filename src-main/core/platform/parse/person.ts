import type {
  CreditTransaction,
  License,
  OwnedStrategy,
  PersonPayment,
  PersonSubscription,
  ParsedPerson,
} from '#contract/model/person.ts';
import { isRecord } from '../wire/json-object.ts';
import { Members } from './members.ts';
import { parseList, type Parsed, type ParsedRecord } from './parsed.ts';

/**
 * Parses the member `people` of `listAllPeople`. Null if it is not a list. A person whose id is
 * unreadable or already in the list is left out and counted. For every other person, each member is
 * read or listed as unreadable.
 */
export const parsePeople = (value: unknown): Parsed<ParsedPerson> | null => {
  const seen = new Set<string>();
  return parseList(value, (record): ParsedRecord<ParsedPerson> => {
    if (!isRecord(record)) return { problem: 'person' };
    const person = parsePerson(record);
    if (person === null) return { problem: 'person: person_id' };
    if (seen.has(person.personId)) return { problem: 'person: person_id twice' };
    seen.add(person.personId);
    return person;
  });
};

const parsePerson = (record: object): ParsedPerson | null => {
  const members = new Members(record);
  const personId = members.id('person_id', 'personId');
  if (personId === null) return null;
  return {
    personId,
    firstName: members.text('firstName', 'firstName'),
    lastName: members.text('LastName', 'lastName'),
    screenName: members.text('screenName', 'screenName'),
    email: members.text('email', 'email'),
    created: members.time('created', 'created'),
    deleted: members.time('deleted', 'deleted'),
    licenses: members.list('current_software_license_list', 'licenses', readLicense),
    subscriptions: members.list('current_strategy_subscription_list', 'subscriptions', readSubscription),
    strategies: members.list('current_strategies_owned_list', 'strategies', readStrategy),
    unreadable: members.unreadable,
  };
};

const readLicense = (members: Members): License => ({
  licenseId: members.id('license_id', 'licenseId'),
  personId: members.id('licensed_to_personid', 'personId'),
  type: members.text('license_type_requested', 'type'),
  starts: members.time('starts_when', 'starts'),
  ends: members.time('ends_when', 'ends'),
  paid: members.decimal('amount_paid_for_current_period', 'paid'),
  nextPayment: members.decimal('amount_to_pay_next_period', 'nextPayment'),
  method: members.text('payment_method_for_current_period', 'method'),
  nextMethod: members.text('payment_method_for_next_period', 'nextMethod'),
  failedAttempts: members.decimal('current_billing_failed_attempts', 'failedAttempts'),
  recurring: members.flag('recurring_billing_status', 'recurring'),
  unreadable: members.unreadable,
});

const readSubscription = (members: Members): PersonSubscription => ({
  subscriptionId: members.guid('subscription_guid', 'subscriptionId'),
  systemId: members.id('system_id', 'systemId'),
  systemName: members.text('systemname', 'systemName'),
  started: members.time('started_when', 'started'),
  ended: members.time('ended_when', 'ended'),
  payments: members.list('listPaymentRecords', 'payments', readPayment),
  unreadable: members.unreadable,
});

const paymentMembers = ['payment_when', 'amount', 'payment_method', 'status'];

const readPayment = (members: Members): PersonPayment => ({
  when: members.time('payment_when', 'when'),
  amount: members.decimal('amount', 'amount'),
  method: members.text('payment_method', 'method'),
  status: members.text('status', 'status'),
  others: members.membersExcept(paymentMembers),
  unreadable: members.unreadable,
});

const readStrategy = (members: Members): OwnedStrategy => {
  const credits = members.nestedMembers('credits_status');
  return {
    systemId: members.id('systemid', 'systemId'),
    name: members.text('systemname', 'name'),
    alive: members.flag('is_alive', 'alive'),
    created: members.time('created_when', 'created'),
    tradeLeader: members.flag('is_trade_leader_strategy', 'tradeLeader'),
    requiresCredits: credits.flag('requires_credits', 'requiresCredits'),
    signalCredits: credits.decimal('signal_credits_remaining', 'signalCredits'),
    timeCreditUntil: credits.time('time_credit_remaining_until', 'timeCreditUntil'),
    transactions: members.list('transactions_list', 'transactions', readTransaction),
    unreadable: members.unreadable,
  };
};

const transactionMembers = ['transaction_id', 'transaction_when', 'credit_type', 'amount'];

const readTransaction = (members: Members): CreditTransaction => ({
  transactionId: members.guid('transaction_id', 'transactionId'),
  when: members.time('transaction_when', 'when'),
  type: members.text('credit_type', 'type'),
  amount: members.decimal('amount', 'amount'),
  others: members.membersExcept(transactionMembers),
  unreadable: members.unreadable,
});
