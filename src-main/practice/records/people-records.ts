import type { WireLicense, WireOwnedStrategy, WirePerson } from '#core/platform/wire/people-records.ts';
import type { WireFlag } from '#core/platform/wire/records.ts';
import type { License } from '#rules/billing/license.ts';
import type { Person } from '#practice/person.ts';
import type { Store } from '#practice/store/store.ts';
import type { Strategy } from '#practice/strategy.ts';
import type { Switches } from '#practice/switches.ts';
import { moneyText, personSubscription, timeText } from './subscription-records.ts';

const flag = (value: boolean): WireFlag => (value ? '1' : '0');

type Sources = { readonly store: Store; readonly switches: Switches; readonly strategies: readonly Strategy[] };

/** A person in the answer of listAllPeople. */
export function personRecord(person: Person, { store, switches, strategies }: Sources): WirePerson {
  const listsEnded = switches.get('endedInPeople') === 'listed';
  const names = new Map(strategies.map((strategy) => [strategy.id, strategy.name]));
  const subscriptions = store.subscriptions.ofPerson(person.id).filter((one) => listsEnded || one.state !== 'ended');
  const licenses = store.licenses.ofPerson(person.id).filter((one) => listsEnded || one.endedAt === null);
  const owned = strategies.filter((strategy) => strategy.ownerPersonId === person.id);
  return {
    person_id: person.id,
    firstName: person.firstName,
    LastName: person.lastName,
    screenName: person.screenName,
    email: person.email,
    created: timeText(person.createdAt),
    deleted: timeText(person.deletedAt),
    current_software_license_list: licenses.map(licenseRecord),
    current_strategy_subscription_list: subscriptions.map((one) =>
      personSubscription(one, names.get(one.systemId) ?? ''),
    ),
    current_strategies_owned_list: owned.map((strategy) => ownedRecord(strategy, store)),
  };
}

function licenseRecord(license: License): WireLicense {
  return {
    license_id: license.id,
    licensed_to_personid: license.personId,
    license_type_requested: license.type,
    starts_when: timeText(license.startsAt),
    ends_when: timeText(license.endedAt ?? license.endsAt),
    amount_paid_for_current_period: moneyText(license.paidAmount),
    amount_to_pay_next_period: license.recurring ? moneyText(license.nextAmount) : '0.00',
    payment_method_for_current_period: license.method,
    payment_method_for_next_period: license.nextMethod,
    current_billing_failed_attempts: String(license.failures),
    recurring_billing_status: flag(license.recurring),
  };
}

/** `is_trade_leader_strategy` is '1' if others can find and follow the strategy. */
function ownedRecord(strategy: Strategy, store: Store): WireOwnedStrategy {
  return {
    systemname: strategy.name,
    is_alive: flag(strategy.isAlive),
    credits_status: {
      signal_credits_remaining: String(strategy.signalCredits),
      time_credit_remaining_until: timeText(strategy.creditTimeUntil),
      requires_credits: flag(strategy.requiresCredits),
    },
    created_when: timeText(strategy.createdAt),
    is_trade_leader_strategy: flag(strategy.siteVisible),
    systemid: strategy.id,
    transactions_list: store.credits.ofStrategy(strategy.id).map((grant) => ({
      transaction_id: grant.id,
      transaction_when: timeText(grant.at),
      credit_type: grant.kind,
      amount: String(grant.amount),
    })),
  };
}
