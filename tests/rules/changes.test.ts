import { describe, expect, it } from 'vitest';
import { splitRows } from '#contract/separated-rows.ts';
import type { Change } from '#rules/changes/change.ts';
import { changeFaults, newYorkTime } from '#rules/changes/check-change.ts';
import type { PersonFacts } from '#rules/changes/facts.ts';
import { beforeOf, changedSince, isMet, observe } from '#rules/changes/observe.ts';
import { conflictsOf, planChanges, type PlanFacts } from '#rules/changes/plan-changes.ts';
import { readTable } from '#rules/changes/read-table.ts';

const read = (text: string) => readTable(splitRows(text).rows);
const faults = (text: string) => read(text).faults.map(({ line, column, fault }) => [line, column, fault.code]);

describe('a file of changes', () => {
  it('has the field names of the specification as columns, whatever its separator', () => {
    for (const text of [
      'op,personid,firstname\nperson.change,7,Ada\n',
      '\uFEFFop;personid;firstname\r\nperson.change;7;Ada\r\n',
      'op\tpersonid\tfirstname\nperson.change\t7\t"Ada"',
    ])
      expect(read(text).changes).toEqual([{ op: 'person.change', personId: '7', fields: { firstname: 'Ada' } }]);
  });

  it('leaves a field unchanged if the cell is empty, and clears it if the cell is ∅', () => {
    const text = 'op,personid,systemid,name,shortDescription\nstrategy.change,7,501,,∅\n';
    expect(read(text).changes[0]?.fields).toEqual({ systemid: '501', shortDescription: '' });
  });

  it.each([
    ['op,personid,nickname\nperson.change,7,Ada', [[1, 3, 'change.unknown-column']]],
    ['op,personid,firstname,firstname\n', [[1, 4, 'change.column-twice']]],
    ['op,firstname\nperson.change,Ada', [[1, 1, 'change.no-column']]],
    ['op,personid,Password\nperson.change,7,hunter22', [[1, 3, 'change.password-column']]],
    ['op,personid\nperson.remove,7', [[2, 1, 'change.unknown-op']]],
    ['op,personid,email\nperson.change,1.2E+10,a@b.c', [[2, 2, 'change.exponent']]],
    ['op,personid,email\nperson.change,"1,2E+10",a@b.c', [[2, 2, 'change.exponent']]],
    ['op,personid,email\nperson.change,12 345,a@b.c', [[2, 2, 'change.blank']]],
    ['op,personid,email\nperson.change,12345,', [[2, 1, 'change.empty']]],
    ['op,personid\nuser.delete,7,extra', [[2, 3, 'change.extra-cell']]],
    ['op,personid,firstname\nperson.change,7,J\uFFFDrg', [[2, 3, 'change.encoding']]],
    ['op,personid,firstname\nperson.change,7,∅', [[2, 3, 'change.not-cleared']]],
    ['op,personid,systemid\nuser.delete,7,501', [[2, 3, 'change.not-taken']]],
    ['op,personid,license_id\nlicense.recurring,7,51', [[2, 1, 'change.missing']]],
    [
      'op,personid,systemid,unsubAtYYYYMMDDhhmm\nsubscription.end,7,501,2026-03-08 02:30',
      [[2, 4, 'change.no-such-time']],
    ],
    ['op,personid,systemid,unsubAtYYYYMMDDhhmm\nsubscription.end,7,501,tomorrow', [[2, 4, 'change.not-a-time']]],
  ])('is refused with the line and column of each fault: %j', (text, expected) => {
    expect(faults(text)).toEqual(expected);
    expect(read(text).changes).toEqual([]);
  });

  it('with a password has no fault that quotes the password', () => {
    const text = 'op,personid,password\nperson.change,7,hunter22\nnot-an-op,x y,hunter22';
    expect(JSON.stringify(read(text))).not.toContain('hunter22');
  });

  it('without a header row gets no fault that quotes a password of its first row', () => {
    for (const password of ['hunter22', 'MyPassword1']) {
      const [first] = readTable([{ line: 1, cells: ['person.change', '7', password] }]).faults;
      expect(first?.fault.code).toMatch(/^change\.(no-column|password-column)$/);
      expect(JSON.stringify(read(`person.change,7,${password}\nperson.change,8,other`))).not.toContain(password);
    }
  });

  it('with a wrong column gets one fault, not one for each of 100,000 rows', () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => ({
      line: index + 2,
      cells: ['person.change', '7', 'x'],
    }));
    expect(readTable([{ line: 1, cells: ['op', 'personid', 'nope'] }, ...rows]).faults).toHaveLength(1);
  });
});

describe('bounds of the specification', () => {
  it.each([
    ['person.change', { firstname: 'x'.repeat(41) }, 'firstname'],
    ['person.change', { email: 'x'.repeat(61) }, 'email'],
    ['license.create', { license_type_requested: 'a', ui_description: 'x'.repeat(31) }, 'ui_description'],
    ['strategy.change', { systemid: '5', name: 'ab' }, 'name'],
    ['strategy.create', { name: 'abc', longDescription: 'd', startingcapital: '999' }, 'startingcapital'],
    ['strategy.credits', { systemid: '5', freeSignalEntryCredits: '10000000000' }, 'freeSignalEntryCredits'],
  ] as const)('%s with %j is refused', (op, fields, field) => {
    expect(changeFaults({ op, personId: '7', fields })).toMatchObject([{ code: 'change.bounds', field }]);
  });
});

describe('a New York time', () => {
  it('does not exist in the hour skipped in spring, and is ambiguous in the hour repeated in autumn', () => {
    expect(newYorkTime('2026-03-08 02:30')).toMatchObject({ isSkipped: true, isRepeated: false });
    expect(newYorkTime('2026-11-01 01:30')).toMatchObject({ isSkipped: false, isRepeated: true });
    expect(newYorkTime('2026-03-08 03:30')).toMatchObject({ isSkipped: false, isRepeated: false });
  });
});

const person = (changes: Partial<PersonFacts> = {}): PersonFacts => ({
  personId: '7',
  firstName: 'Ada',
  lastName: 'Hill',
  screenName: 'ada',
  email: 'ada@example.com',
  deleted: '',
  licenses: [{ licenseId: '51', type: 'one', recurring: true, nextMethod: 'card', nextAmount: '99.00' }],
  subscriptions: [{ guid: '81', systemId: '501', endTime: '' }],
  strategies: [{ systemId: '601', name: 'Trend', alive: true }],
  isReadable: true,
  ...changes,
});
const facts = (...people: PersonFacts[]): PlanFacts => ({
  now: Date.UTC(2026, 2, 2, 15),
  people: new Map(people.map((one) => [one.personId, one])),
  strategies: new Map([['601', { name: 'Trend', monthlyfee: '50.00' }]]),
  fee: () => '20',
  positions: () => 3,
});
let lastId = 0;
const change = (op: Change['op'], fields: Change['fields'] = {}, personId = '7'): Change => ({
  id: String((lastId += 1)),
  op,
  personId,
  fields,
});

describe('a plan', () => {
  it('leaves out and counts values that the platform already has', () => {
    const plan = planChanges(
      [
        change('person.change', { firstname: 'Ada', lastname: 'Lovelace' }),
        change('license.recurring', { license_id: '51', recurring_billing_status: '1' }),
        change('subscription.begin', { systemid: '501' }),
        change('subscription.end', { systemid: '999' }),
        change('strategy.change', { systemid: '601', monthlyfee: '50' }),
      ],
      facts(person()),
    );
    expect(plan.noOps).toHaveLength(4);
    expect(plan.rows.map(({ values }) => values)).toEqual([
      [{ field: 'lastname', proof: 'set', current: 'Hill', wanted: 'Lovelace' }],
    ]);
  });

  it('sorts its rows: changes, owners, licenses, begins, ends, deletes', () => {
    const plan = planChanges(
      [
        change('user.delete', {}, '8'),
        change('subscription.end', { systemid: '501' }),
        change('subscription.begin', { systemid: '502' }),
        change('license.create', { license_type_requested: 'two' }),
        change('strategy.owner', { systemid: '601', ownerpersonid: '9' }),
        change('person.change', { firstname: 'Eva' }),
      ],
      facts(person(), person({ personId: '8' }), person({ personId: '9', strategies: [] })),
    );
    expect(plan.rows.map((row) => row.change.op)).toEqual([
      'person.change',
      'strategy.owner',
      'license.create',
      'subscription.begin',
      'subscription.end',
      'user.delete',
    ]);
    expect(plan.blast).toMatchObject({ people: 2, licensesBegun: 1, recurring: '0', unknownAmounts: 1, deletes: 1 });
    expect(plan.blast.openPositions).toEqual([{ systemId: '601', positions: 3 }]);
  });

  it('counts the strategies whose open positions were not read, and does not take them for flat', () => {
    const set = [change('strategy.alive', { systemid: '601', isAlive: '0' })];
    const blast = (positions: number | null) =>
      planChanges(set, { ...facts(person()), positions: () => positions }).blast;
    expect(blast(null)).toMatchObject({ openPositions: [], unknownPositions: 1 });
    expect(blast(0)).toMatchObject({ openPositions: [], unknownPositions: 0 });
    expect(blast(3)).toMatchObject({ openPositions: [{ positions: 3 }], unknownPositions: 0 });
  });

  it('counts the strategies of a person who is deleted, except those that have ended', () => {
    const strategies = [true, false, null].map((alive, index) => ({ systemId: `60${index}`, name: 'Trend', alive }));
    const plan = (positions: number | null) =>
      planChanges([change('user.delete', {})], { ...facts(person({ strategies })), positions: () => positions }).blast;
    expect(plan(3).openPositions).toEqual([
      { systemId: '600', positions: 3 },
      { systemId: '602', positions: 3 },
    ]);
    expect(plan(null)).toMatchObject({ openPositions: [], unknownPositions: 2 });
  });

  it('reports people, licenses, strategies and subscriptions that are missing, deleted or unreadable', () => {
    const plan = planChanges(
      [
        change('person.change', { firstname: 'Eva' }, '404'),
        change('license.method', { license_id: '52', payment_method: 'x' }),
        change('strategy.alive', { systemid: '601', isAlive: '0' }, '8'),
        change('subscription.end', { systemid: '999', unsubAtYYYYMMDDhhmm: '2027-01-04 10:00' }),
        change('person.change', { firstname: 'Eva' }, '9'),
        change('person.change', { firstname: 'Eva' }, '10'),
      ],
      facts(
        person(),
        person({ personId: '8', strategies: [] }),
        person({ personId: '9', deleted: '2026-01-01 10:00:00', strategies: [] }),
        person({ personId: '10', isReadable: false, strategies: [] }),
      ),
    );
    expect(plan.faults.map(({ fault }) => fault.code)).toEqual([
      'change.unknown-person',
      'change.unknown-license',
      'change.unknown-strategy',
      'change.not-subscribed',
      'change.is-deleted',
      'change.unreadable-person',
    ]);
  });

  it('reports two changes of a person, a subscription begun and ended, and changes of a deleted person', () => {
    const set = [
      change('person.change', { firstname: 'A' }),
      change('person.change', { email: 'a@b.c' }),
      change('subscription.begin', { systemid: '5' }),
      change('subscription.end', { systemid: '5' }),
      change('license.create', { license_type_requested: 'one' }, '8'),
      change('user.delete', {}, '8'),
      change('strategy.owner', { systemid: '601', ownerpersonid: '8' }),
    ];
    expect(conflictsOf(set).map(({ code }) => code)).toEqual([
      'change.twice',
      'change.begin-and-end',
      'change.deleted-too',
      'change.deleted-too',
    ]);
  });

  it('takes the later of the two times of an end in the repeated hour, and warns of that hour', () => {
    const end = change('subscription.end', { systemid: '501', unsubAtYYYYMMDDhhmm: '2026-11-01 01:30' });
    const warnings = (now: number) => planChanges([end], { ...facts(person()), now }).rows[0]?.warnings;
    const later = Date.UTC(2026, 10, 1, 6, 30);
    expect(warnings(later - 1)).toEqual([{ code: 'change.repeated-hour' }]);
    expect(warnings(later)).toEqual([{ code: 'change.repeated-hour' }, { code: 'change.past-end' }]);
  });
});

describe('the evidence of a change in a reading', () => {
  const license = change('license.create', { license_type_requested: 'one' });
  const observed = (one: Change, shown: PersonFacts) => {
    const seen = observe(one, facts(shown));
    if ('code' in seen) throw new Error(seen.code);
    return seen;
  };
  const withNewLicense = person({
    licenses: [
      ...person().licenses,
      { licenseId: '52', type: 'one', recurring: true, nextMethod: '', nextAmount: null },
    ],
  });

  it('is a license that was not there before', () => {
    const before = beforeOf(observed(license, person()));
    expect(isMet(observed(license, person()), before)).toBe(false);
    expect(isMet(observed(license, withNewLicense), before)).toBe(true);
    expect(changedSince(observed(license, withNewLicense), before)).toHaveLength(1);
  });

  it('is an end that is set, or a subscription that is gone', () => {
    const end = change('subscription.end', { systemid: '501' });
    const before = beforeOf(observed(end, person()));
    const ended = person({ subscriptions: [{ guid: '81', systemId: '501', endTime: '2026-03-02 10:00:00' }] });
    expect([person(), ended, person({ subscriptions: [] })].map((one) => isMet(observed(end, one), before))).toEqual([
      false,
      true,
      true,
    ]);
  });

  it.each([
    ['2026-03-02 10:04', '2026-03-02T15:00:00Z'],
    ['2026-11-01 01:30', '2026-11-01T05:40:00Z'],
  ])('is the end that was set, also if it is only minutes ahead: %s', (at, now) => {
    const end = change('subscription.end', { systemid: '501', unsubAtYYYYMMDDhhmm: at });
    const seen = (endTime: string) => {
      const found = observe(end, {
        ...facts(person({ subscriptions: [{ guid: '81', systemId: '501', endTime }] })),
        now: Date.parse(now),
      });
      return 'code' in found ? found.code : isMet(found, { subscription_ends: '' });
    };
    expect([seen(''), seen(`${at}:00`), seen('2026-02-02 10:00:00')]).toEqual([false, true, 'change.not-subscribed']);
  });

  it('is missing if no read shows the value', () => {
    const credits = change('strategy.credits', { systemid: '601', freeSignalEntryCredits: '5' });
    const seen = observed(credits, person());
    expect(isMet(seen, beforeOf(seen))).toBeNull();
  });
});
