import { describe, expect, it } from 'vitest';
import type { PersonRow } from '#contract/model/person.ts';
import { peopleColumns, peopleExport } from '#renderer/people/people-columns.ts';
import { countFilters } from '#renderer/grid/filter-counts.ts';
import { peopleFilters, peopleRow } from '#renderer/people/people-rows.ts';
import { actsOf } from '#renderer/people/person-history.ts';
import { licenseFacts } from '#renderer/people/person-facts.ts';

const now = 1_772_461_800;
const day = 86_400;
const notSet = { text: '', at: null };
const person = (more: Partial<PersonRow> = {}): PersonRow => ({
  personId: '1',
  firstName: 'Ada',
  lastName: 'Brenner',
  screenName: 'ada1',
  email: 'ada.brenner@example.com',
  created: notSet,
  deleted: notSet,
  licenses: [],
  subscriptions: [],
  strategies: [],
  unreadable: 0,
  isDeletionUnknown: false,
  listed: true,
  ...more,
});
const license = (endsAt: number | null, more: object = {}) => ({
  endsAt,
  recurring: true,
  failedAttempts: '0',
  ...more,
});
const strategy = (more: object = {}) => ({
  alive: true,
  requiresCredits: true,
  signalCredits: '0',
  timeCreditUntil: null,
  ...more,
});
const filtersOf = (more: Partial<PersonRow>) => peopleRow(person(more), now).filters.slice(1);

describe('the filters that a person matches', () => {
  it.each([
    ['a license ends in 30 days', { licenses: [license(now + 30 * day)] }, ['ends-soon']],
    [
      'a license ends later, ended, or has no end',
      { licenses: [license(now + 31 * day), license(now - 1), license(null)] },
      [],
    ],
    ['recurring billing is off', { licenses: [license(null, { recurring: false })] }, ['recurring-off']],
    ['it is not known whether a license recurs', { licenses: [license(null, { recurring: null })] }, []],
    ['a payment of a license failed', { licenses: [license(null, { failedAttempts: '1' })] }, ['failing']],
    ['the last payment failed', { subscriptions: [{ endedAt: now + 1, isLastPaymentFailed: true }] }, ['failing']],
    [
      'a payment failed, but the subscription ended',
      { subscriptions: [{ endedAt: now, isLastPaymentFailed: true }] },
      [],
    ],
    ['a strategy has no credits', { strategies: [strategy()] }, ['no-credits']],
    ['the time credit of a strategy is over', { strategies: [strategy({ timeCreditUntil: now })] }, ['no-credits']],
    ['a strategy has time credit', { strategies: [strategy({ timeCreditUntil: now + 1 })] }, []],
    ['a strategy has signal credits', { strategies: [strategy({ signalCredits: '0.5' })] }, []],
    [
      'a strategy needs no credits, or is closed',
      { strategies: [strategy({ requiresCredits: false }), strategy({ alive: false })] },
      [],
    ],
    ['the person was deleted at a time that cannot be read', { deleted: { text: 'yes', at: null } }, ['deleted']],
    ['a member cannot be read', { unreadable: 1 }, ['unreadable']],
  ] as const)('if %s', (_name, more, expected) => {
    expect(filtersOf(more as Partial<PersonRow>)).toEqual(expected);
  });
});

it('counts the people of each saved filter', () => {
  const rows = [person(), person({ unreadable: 1 }), person({ unreadable: 2, deleted: { text: 'yes', at: null } })];
  const counts = countFilters(
    peopleFilters,
    rows.map((one) => peopleRow(one, now)),
  );
  expect([counts.get('all'), counts.get('unreadable'), counts.get('deleted'), counts.get('failing')]).toEqual([
    3, 2, 1, 0,
  ]);
});

it.each([
  [false, 'a•••@example.com'],
  [true, 'ada.brenner@example.com'],
])('shows and exports the full address only if addresses are shown (%s)', (isShown, address) => {
  const row = peopleRow(person(), now);
  expect(
    peopleColumns('ET', isShown)
      .find(({ id }) => id === 'email')
      ?.text(row),
  ).toBe(address);
  expect(
    peopleExport(isShown)
      .find(({ id }) => id === 'email')
      ?.value(row),
  ).toBe(address);
});

it('never counts a list that cannot be read', () => {
  const row = peopleRow(person({ licenses: null, subscriptions: null, strategies: null }), now);
  expect(row).toMatchObject({
    licenses: null,
    subscriptions: null,
    strategies: null,
    withoutCredits: null,
    failing: null,
  });
});

it('marks values that cannot be read, with the text of the platform if there is one', () => {
  const facts = licenseFacts(
    {
      licenseId: '7',
      personId: '1',
      type: 'x',
      starts: notSet,
      ends: { text: 'soon', at: null },
      paid: null,
      nextPayment: null,
      method: '',
      nextMethod: '',
      failedAttempts: null,
      recurring: null,
      unreadable: ['ends', 'recurring'],
    },
    'ET',
  );
  expect(Object.fromEntries(facts)).toMatchObject({
    Ends: 'soon (not readable)',
    'Recurring billing': 'Not readable',
    Starts: '–',
    'Failed attempts': '–',
  });
});

it('finds the changes of a person by every id that belongs to the person', () => {
  const act = (kind: 'person' | 'license' | 'system' | 'link' | 'subscription', id: string, wanted = '{}') =>
    ({ target: { kind, id }, wanted }) as Parameters<typeof actsOf>[1][number];
  const personFacts = {
    personId: '1',
    licenses: [{ licenseId: '61' }],
    subscriptions: null,
    strategies: [{ systemId: '9' }],
  } as Parameters<typeof actsOf>[0];
  const own = [
    ...[act('person', '1'), act('license', '61'), act('system', '9'), act('system', '8', '{"personId":"1"}')],
    ...[act('link', '8/1 HARBOR'), act('subscription', '8/1')],
  ];
  const others = [
    ...[act('person', '2'), act('license', '1'), act('system', '1')],
    ...[act('link', '1/8 HARBOR'), act('link', '1 HARBOR'), act('subscription', '1'), act('subscription', '1/2')],
  ];
  expect(actsOf(personFacts, [...own, ...others])).toEqual(own);
});
