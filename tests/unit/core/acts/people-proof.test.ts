import { expect, it } from 'vitest';
import type { FieldName } from '#rules/changes/operations.ts';
import { observe } from '#rules/changes/observe.ts';
import { personFacts } from '#core/acts/people-proof.ts';
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
