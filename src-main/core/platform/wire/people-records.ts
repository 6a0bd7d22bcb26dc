/**
 * Subscribers, people and licenses in the form of the wire, with the documented names and JSON
 * types: text unless marked 'num'. Lists whose shape the specification leaves open (payments,
 * credit transactions) have the members of the practice service.
 */
import type { WireOptionalText, WireFlag, WireOk } from './records.ts';

/** getListSubscribers */
export type WireSubscriber = {
  subscription_guid: string;
  /** 'current' is the only documented value. */
  subscription_status: string;
  subscription_started_date: string;
  subscription_ended: string;
  subscriber_personid: string;
  subscriber_first_name: string;
  subscriber_last_name: string;
  subscriber_email: string;
  subscriber_country: string;
  subscriber_countrycode: string;
  systemid: string;
  isPrivateSubManagement: WireFlag;
  privateSubManagement_subscription_started_when: WireOptionalText;
  privateSubManagement_subscription_ends_when: WireOptionalText;
  /** num */
  privateSubManagement_subscription_is_expired: number;
  platform_subscription_ends_when: WireOptionalText;
  /** num */
  platform_subscription_is_expired: number;
  custom_subscription_guid: WireOptionalText;
  custom_subscription_amount: WireOptionalText;
  custom_subscription_good_until_time: WireOptionalText;
  custom_subscription_num_bill_periods_remaining: WireOptionalText;
  recurring_billing_num_failed_transacts: string;
  recurring_billing_turned_off_when: WireOptionalText;
  recurring_next_billing_amount_default: string;
  subscription_schedule_guid: WireOptionalText;
};

export type WirePaymentRecord = {
  payment_when: string;
  amount: string;
  payment_method: string;
  status: 'paid' | 'failed';
};

export type WirePersonSubscription = {
  systemname: string;
  listPaymentRecords: WirePaymentRecord[];
  subscription_guid: string;
  started_when: string;
  system_id: string;
  /** '' while no end is set. */
  ended_when: string;
};

export type WireCreditTransaction = {
  transaction_id: string;
  transaction_when: string;
  credit_type: 'time' | 'signals';
  /** Seconds for time credit, a number of signals for signal credit. */
  amount: string;
};

export type WireOwnedStrategy = {
  systemname: string;
  is_alive: WireFlag;
  credits_status: {
    signal_credits_remaining: string;
    time_credit_remaining_until: string;
    requires_credits: WireFlag;
  };
  created_when: string;
  is_trade_leader_strategy: WireFlag;
  systemid: string;
  transactions_list: WireCreditTransaction[];
};

export type WireLicense = {
  license_id: string;
  licensed_to_personid: string;
  license_type_requested: string;
  starts_when: string;
  ends_when: string;
  amount_paid_for_current_period: string;
  amount_to_pay_next_period: string;
  payment_method_for_current_period: string;
  payment_method_for_next_period: string;
  current_billing_failed_attempts: string;
  recurring_billing_status: WireFlag;
};

/** listAllPeople */
export type WirePerson = {
  person_id: string;
  firstName: string;
  LastName: string;
  screenName: string;
  email: string;
  created: string;
  /** '' when not deleted. */
  deleted: string;
  current_software_license_list: WireLicense[];
  current_strategy_subscription_list: WirePersonSubscription[];
  current_strategies_owned_list: WireOwnedStrategy[];
};

/** listAllPeople succeeds with `people`, not `response`. */
export type WirePeopleAnswer = { ok: WireOk; people: WirePerson[] };
