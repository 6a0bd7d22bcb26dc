import { expect, it } from 'vitest';
import type { FieldName } from '#rules/changes/operations.ts';
import { observe } from '#rules/changes/observe.ts';
import type { ActRow } from '#core/acts/act-row.ts';
import { personFacts } from '#core/acts/people-proof.ts';
import { subscribePerson, type SubscribePersonWanted } from '#core/acts/platform-acts.ts';
import { parsePeople } from '#core/platform/parse/person.ts';

/** What a begin of the subscription of strategy 7 would find on 2026-11-30, with this end. */
function beginWith(ended: unknown): string {
  const subscription = { subscription_guid: 'g1', system_id: '7', systemname: 'Trend', listPaymentRecords: [] };
  const people = parsePeople([
    {
      ...{ person_id: '101', firstName: 'Bea', LastName: 'L', screenName: 'bea', email: '', created: '', deleted: '' },
      ...{ current_software_license_list: [], current_strategies_owned_list: [] },
      current_strategy_subscription_list: [{ ...subscription, started_when: '2026-01-05', ended_when: ended }],
    },
  ]);
  const facts = { now: Date.UTC(2026, 10, 30, 15), strategies: new Map() };
  const fields: Partial<Record<FieldName, string>> = { systemid: '7' };
  const known = new Map((people?.items ?? []).map((person) => [person.personId, personFacts(person)]));
  const observed = observe({ id: '1', op: 'subscription.begin', personId: '101', fields }, { ...facts, people: known });
  if ('code' in observed) return observed.code;
  return observed[0]?.proof === 'some' ? 'current' : 'ended';
}

it.each([
  ['current', ''],
  ['current', '2027-01-04 10:00:00'],
  ['current', '2027-01-04T10:00:00.000'],
  ['current', '20270104'],
  ['current', 1_799_074_800],
  ['ended', '2026-11-04 10:00:00'],
  ['ended', 1_793_800_000],
  ['change.unreadable-person', 'soon'],
])('a subscription is %s if its end is written as %j', (state, ended) => {
  expect(beginWith(ended)).toBe(state);
});

/** People with one person, who has these subscriptions to strategy 7: id and end. */
const peopleWith = (...subscriptions: readonly (readonly [guid: string, ended: string])[]): unknown => [
  {
    ...{ person_id: '101', firstName: 'Bea', LastName: 'L', screenName: 'bea', email: '', created: '', deleted: '' },
    ...{ current_software_license_list: [], current_strategies_owned_list: [] },
    current_strategy_subscription_list: subscriptions.map(([guid, ended]) => ({
      ...{ subscription_guid: guid, system_id: '7', systemname: 'Trend', listPaymentRecords: [] },
      ...{ started_when: '2026-01-05', ended_when: ended },
    })),
  },
];

it('a subscription that existed before a begin does not prove that begin', () => {
  // 09:30 in New York by a slow clock. The old subscription ended at 09:45, and it is 10:00.
  const row = {
    ...{ intentId: '1', command: subscribePerson.command, sentAt: Date.UTC(2026, 10, 30, 14, 30), createdAt: 0 },
    target: { kind: 'subscription', id: '7/101' },
    wanted: { personId: '101', systemId: '7' },
    before: { subscription_guid: 'g1' },
  } as unknown as ActRow<SubscribePersonWanted>;
  const isShown = (...subscriptions: readonly (readonly [string, string])[]): boolean | undefined => {
    const { proof } = subscribePerson;
    const read = proof?.parse({ people: peopleWith(...subscriptions) }, row.target.id);
    return read == null ? undefined : proof?.shows(read, row);
  };
  const old = ['g1', '2026-11-30 09:45:00'] as const;
  expect(isShown(old)).toBe(false);
  expect(isShown(old, ['g2', ''])).toBe(true);
  expect(isShown(old, ['g2', '2026-12-30 10:00:00'])).toBe(true);
  // An earlier begin made the subscription, which no list showed before this begin.
  expect(isShown(['g1', ''])).toBe(false);
  expect(isShown(['g1', ''], ['g2', ''])).toBe(true);
});
