import { describe, expect, it } from 'vitest';
import { parsePeople } from '#core/platform/parse/person.ts';

type Wire = Readonly<Record<string, unknown>>;

const payment: Wire = { payment_when: '2026-02-03 10:00:00', amount: '79.00', payment_method: 'card', status: 'paid' };
const subscription: Wire = {
  systemname: 'Harbor',
  listPaymentRecords: [payment],
  subscription_guid: '3100442',
  started_when: '2025-11-03 10:00:00',
  system_id: '91000001',
  ended_when: '2026-11-03 10:00:00',
};
const license: Wire = {
  license_id: '61204',
  licensed_to_personid: '51001',
  license_type_requested: 'autotrade_monthly',
  starts_when: '2026-02-10 09:30:00',
  ends_when: '2026-03-10 09:30:00',
  amount_paid_for_current_period: '99.00',
  amount_to_pay_next_period: '98.00',
  payment_method_for_current_period: 'card',
  payment_method_for_next_period: 'account',
  current_billing_failed_attempts: '2',
  recurring_billing_status: '1',
};
const credits: Wire = {
  signal_credits_remaining: '250',
  time_credit_remaining_until: '2026-04-01 00:00:00',
  requires_credits: '1',
};
const transaction: Wire = {
  transaction_id: '8801',
  transaction_when: '2026-01-12 08:15:00',
  credit_type: 'signals',
  amount: '250',
};
const strategy: Wire = {
  systemname: 'Slate',
  is_alive: '1',
  credits_status: credits,
  created_when: '2024-05-20 11:00:00',
  is_trade_leader_strategy: '0',
  systemid: '91000071',
  transactions_list: [transaction],
};
const person: Wire = {
  person_id: '51001',
  firstName: 'Ada',
  LastName: "O'Neill & Sons",
  screenName: 'ada1',
  email: 'ada@example.com',
  created: '2021-04-11 12:00:00',
  deleted: '2026-01-02 03:04:05',
  current_software_license_list: [license],
  current_strategy_subscription_list: [subscription],
  current_strategies_owned_list: [strategy],
};

const read = (record: Wire) => parsePeople([record])?.items[0];
const inSubscription = (one: Wire): Wire => ({ ...person, current_strategy_subscription_list: [one] });
const inStrategy = (one: Wire): Wire => ({ ...person, current_strategies_owned_list: [one] });

/** Each record, how it is placed in a person, and what is read of it. */
const places = {
  person: [person, (one: Wire) => one, (one: Wire) => read(one)],
  license: [
    license,
    (one: Wire) => ({ ...person, current_software_license_list: [one] }),
    (one: Wire) => read(one)?.licenses?.[0],
  ],
  subscription: [subscription, inSubscription, (one: Wire) => read(one)?.subscriptions?.[0]],
  payment: [
    payment,
    (one: Wire) => inSubscription({ ...subscription, listPaymentRecords: [one] }),
    (one: Wire) => read(one)?.subscriptions?.[0]?.payments?.[0],
  ],
  strategy: [strategy, inStrategy, (one: Wire) => read(one)?.strategies?.[0]],
  credits: [
    credits,
    (one: Wire) => inStrategy({ ...strategy, credits_status: one }),
    (one: Wire) => read(one)?.strategies?.[0],
  ],
  transaction: [
    transaction,
    (one: Wire) => inStrategy({ ...strategy, transactions_list: [one] }),
    (one: Wire) => read(one)?.strategies?.[0]?.transactions?.[0],
  ],
} as const;

const textMembers = new Set([
  ...['firstName', 'LastName', 'screenName', 'email', 'systemname', 'license_type_requested', 'payment_method'],
  ...['payment_method_for_current_period', 'payment_method_for_next_period', 'status', 'credit_type'],
  ...['subscription_guid', 'transaction_id'],
]);
const nestedMembers = new Set([
  ...['current_software_license_list', 'current_strategy_subscription_list', 'current_strategies_owned_list'],
  ...['listPaymentRecords', 'transactions_list', 'credits_status'],
]);

describe.each(Object.entries(places))('the record %s', (_name, [record, inPerson, find]) => {
  const whole = find(inPerson(record));
  const members = Object.keys(record).filter((name) => name !== 'person_id');

  it('is read with all its members', () => {
    expect(whole).toMatchObject({ unreadable: [] });
    expect(JSON.stringify(whole)).not.toMatch(/null|""/);
  });

  it.each(members)('%s is unreadable if it is missing or of another type; other members are unchanged', (member) => {
    const { [member]: _, ...otherMembers } = record;
    const otherTypes = nestedMembers.has(member) ? ['a', 7, true] : [true, { a: 1 }, ['1']];
    const invalidTexts = textMembers.has(member) || nestedMembers.has(member) ? [] : ['abc', '1,000', 'soon'];
    const wrongValues = [...otherTypes, ...invalidTexts];
    for (const altered of [otherMembers, ...wrongValues.map((value) => ({ ...record, [member]: value }))]) {
      const got = find(inPerson(altered));
      expect(got, JSON.stringify(altered)).not.toBeUndefined();
      // `credits_status` has three members, which are all unreadable with it.
      expect(got?.unreadable.length, JSON.stringify(altered)).toBe(member === 'credits_status' ? 3 : 1);
      const changed = Object.entries(whole ?? {}).filter(
        ([name, value]) =>
          JSON.stringify(Object.entries(got ?? {}).find(([one]) => one === name)?.[1]) !== JSON.stringify(value),
      );
      const names = changed.map(([name]) => name).filter((name) => name !== 'unreadable');
      expect(names.toSorted(), JSON.stringify(altered)).toEqual([...(got?.unreadable ?? [])].toSorted());
    }
  });

  it.each(members.filter((name) => !nestedMembers.has(name)))(
    '%s counts as not set, and is not unreadable, if it is null or an empty text',
    (member) => {
      for (const value of [null, '']) expect(find(inPerson({ ...record, [member]: value }))?.unreadable).toEqual([]);
    },
  );
});

describe('people', () => {
  it('without a readable id, or listed before with the same id, are counted and left out', () => {
    const parsed = parsePeople([person, { ...person, person_id: 'x' }, { ...person, firstName: 'Other' }, 7]);
    expect(parsed).toMatchObject({ bad: 3, items: [{ personId: '51001', firstName: 'Ada' }] });
    expect(parsed?.problems).toEqual(['person: person_id', 'person: person_id twice', 'person']);
    expect(parsePeople({ people: [] })).toBeNull();
  });

  it('keep a text that is not a time, and members that the specification does not name', () => {
    expect(read({ ...person, deleted: 'yes' })).toMatchObject({
      deleted: { text: 'yes', at: null },
      unreadable: ['deleted'],
    });
    const more = { ...payment, reason: 'declined', tries: 2, detail: { code: 5 } };
    expect(read(inSubscription({ ...subscription, listPaymentRecords: [more] }))).toMatchObject({
      subscriptions: [
        {
          payments: [
            {
              others: [
                { name: 'reason', value: 'declined' },
                { name: 'tries', value: '2' },
                { name: 'detail', value: '{"code":5}' },
              ],
            },
          ],
        },
      ],
    });
  });
});
