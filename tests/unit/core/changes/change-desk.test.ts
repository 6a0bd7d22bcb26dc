import { expect, it, vi } from 'vitest';
import type { ActState } from '#contract/model/act.ts';
import type { NewChange } from '#contract/model/change-set.ts';
import { createLicense, subscribePerson } from '#core/acts/platform-acts.ts';
import { createNewSystem } from '#core/acts/strategy-acts.ts';
import { ChangeDesk, type ChangeDeskDeps } from '#core/changes/change-desk.ts';
import { ChangeFile, type StoredRun } from '#core/changes/change-file.ts';
import { ChangeRunner, type ChangeRunnerDeps } from '#core/changes/change-runner.ts';
import { openChangeRun } from '#core/changes/open-change-run.ts';
import { newYorkText } from '#rules/calendar/new-york.ts';
import { parsePeople } from '#core/platform/parse/person.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { startWall, temporaryFolder } from '../orders/order-fixtures.ts';
import { FakePeoplePlatform } from './fake-people-platform.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const rename = (firstname: string, personId: string): NewChange => ({
  op: 'person.change',
  personId,
  fields: { firstname },
});

type Act = { readonly command: string; readonly state: ActState; readonly isProvable?: boolean };

/**
 * A desk whose readings of the people wait for `release` once `hold` was called. `acts` were sent
 * before, the oldest first.
 */
function deskRig(acts: readonly Act[] = []) {
  const clock = new FakeClock(startWall);
  const platform = new FakePeoplePlatform(clock);
  for (const id of ['101', '102'])
    platform.people.set(id, {
      ...{ id, firstName: 'Bea', deleted: '', password: '', licenses: [], subscriptions: [], strategies: [] },
    });
  let held = Promise.resolve();
  let release = (): void => undefined;
  const sent: unknown[] = [];
  const fileDeps = { dataDir: temporaryFolder(), log, lost: () => undefined };
  const file = new ChangeFile(fileDeps);
  let writesLeft = Infinity;
  const deps = {
    ...{ clock, log, profileId: 'operator', platformId: '7' },
    random: { uuid: () => crypto.randomUUID(), fraction: () => 0 },
    file: {
      of: (profileId: string) => file.of(profileId),
      save: (...saved: Parameters<ChangeFile['save']>) => {
        writesLeft -= 1;
        return writesLeft >= 0 && file.save(...saved);
      },
    },
    acts: {
      listen: () => undefined,
      rowsOf: (kind: string) => acts.filter((one) => (one.command === subscribePerson.command) === (kind !== 'person')),
      isProvable: ({ isProvable = true }: Act) => isProvable,
      actsOfRun: () => new Map(),
      send: (_: unknown, { wanted }: { readonly wanted: unknown }) => {
        sent.push(wanted);
        return new Promise(() => undefined);
      },
    },
    people: {
      freshPeople: async () => {
        await held;
        const read = parsePeople(platform.peopleAnswer()['people']);
        const people = (read?.items ?? []).map((person) => ({ ...person, listed: true }));
        return { ok: true, readAt: Math.floor(clock.now() / 1000), people };
      },
    },
    cache: { strategies: () => [], details: () => null, positions: () => [], datasets: () => ({}) },
    ...{ serviceClockOffsetMs: () => 0, paceMs: () => 1_000, deleteLimit: () => 10, keyRefusal: () => null },
    ...{ notify: () => undefined, changed: () => undefined },
  };
  const hold = (): void => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    held = promise.then(() => undefined);
    release = () => resolve(undefined);
  };
  return {
    desk: new ChangeDesk(deps as unknown as ChangeDeskDeps),
    ...{ platform, sent, hold, release: () => release() },
    /** Makes the disk full after this many more writes. */
    fillDiskAfter: (writes: number) => (writesLeft = writes),
    onDisk: () => new ChangeFile(fileDeps).of('operator'),
  };
}

type Edit = readonly [string, (desk: ChangeDesk, id: string) => unknown, readonly string[]];
const edits: readonly Edit[] = [
  ['added', (desk) => desk.add({ changes: [rename('Ada', '102')] }), ['101', '102']],
  ['removed', (desk, id) => desk.remove({ ids: [id] }), []],
];

it.each(edits)('an apply is outdated if a change is %s while the people are read', async (_, edit, kept) => {
  const { desk, hold, release, sent } = deskRig();
  desk.add({ changes: [rename('Ada', '101')] });
  const plan = await desk.plan();
  if (!plan.ok) throw new Error(JSON.stringify(plan.failure));
  const { checks, planId, rows } = plan.value;
  hold();
  const applying = desk.apply({ planId, confirmed: checks.map(({ code }) => code), typed: {} });
  edit(desk, rows[0]?.change.id ?? '');
  release();
  expect(await applying).toMatchObject({ ok: false, failure: { code: 'outdated' } });
  const got = desk.get();
  expect(got.ok && got.value.run).toBeNull();
  expect(got.ok && got.value.changes.map(({ personId }) => personId)).toEqual(kept);
  expect(sent).toEqual([]);
});

it('a person whose deletion is asked for twice is marked once', () => {
  const { desk } = deskRig();
  const marked = desk.add({ changes: [{ op: 'user.delete', personId: '101', fields: {} }] });
  if (!marked.ok) throw new Error(JSON.stringify(marked.failure));
  expect(desk.add({ changes: [{ op: 'user.delete', personId: '101', fields: {} }] })).toEqual({
    ok: true,
    value: { ids: [] },
  });
  const added = desk.add({
    changes: ['101', '102'].map((personId) => ({ op: 'user.delete' as const, personId, fields: {} })),
  });
  expect(added).toMatchObject({ ok: true, value: { ids: { length: 1 } } });
  expect(desk.get()).toMatchObject({ ok: true, value: { changes: [{ personId: '101' }, { personId: '102' }] } });
});

it('a deletion is confirmed by the name as it is shown, with one blank where the stored name has two', async () => {
  const { desk, platform } = deskRig();
  Object.assign(platform.people.get('101') ?? {}, { firstName: 'Ada  Jane ' });
  desk.add({ changes: [{ op: 'user.delete', personId: '101', fields: {} }] });
  const plan = await desk.plan();
  if (!plan.ok) throw new Error(JSON.stringify(plan.failure));
  const { checks, planId, rows } = plan.value;
  const shownName = (rows[0]?.textToType ?? '').replace(/ +/g, ' ').trim();
  const applied = (text: string) =>
    desk.apply({ planId, confirmed: checks.map(({ code }) => code), typed: { [rows[0]?.change.id ?? '']: text } });
  expect(await applied('AdaJane')).toMatchObject({ ok: false, failure: { code: 'not-typed' } });
  expect(await applied(shownName)).toMatchObject({ ok: true });
});

it.each([
  ['a deletion', { op: 'user.delete', personId: '101', fields: {} }],
  ['a new name', rename('Ada', '101')],
] as const)('an apply of %s is outdated if the person was renamed after the plan', async (_, change) => {
  const { desk, platform, sent } = deskRig();
  desk.add({ changes: [change] });
  const plan = await desk.plan();
  if (!plan.ok) throw new Error(JSON.stringify(plan.failure));
  const { checks, planId, rows } = plan.value;
  Object.assign(platform.people.get('101') ?? {}, { firstName: 'Another' });
  const typed = Object.fromEntries(rows.map((row) => [row.change.id, row.textToType ?? '']));
  expect(await desk.apply({ planId, confirmed: checks.map(({ code }) => code), typed })).toMatchObject({
    ok: false,
    failure: { code: 'outdated' },
  });
  await new Promise(setImmediate);
  expect(sent).toEqual([]);
});

it('a set has the same digest for two operators, even if their languages sort differently', async () => {
  const digestIn = async (language: string): Promise<string> => {
    const { compare } = new Intl.Collator(language);
    vi.spyOn(String.prototype, 'localeCompare').mockImplementation(function (this: string, other) {
      return compare(this, other);
    });
    const { desk, platform } = deskRig();
    const subscription = { guid: 'g1', systemId: '7001', ended: '' };
    Object.assign(platform.people.get('101') ?? {}, { subscriptions: [subscription] });
    const fields = { systemid: '7001', subscription_guid: 'g1' };
    desk.add({ changes: [{ op: 'subscription.end', personId: '101', fields }] });
    const plan = await desk.plan();
    if (!plan.ok) throw new Error(JSON.stringify(plan.failure));
    expect(plan.value).toMatchObject({ rows: [{ change: { fields } }], problems: [] });
    return plan.value.digest;
  };
  expect(await digestIn('lt')).toBe(await digestIn('en'));
});

it('an immediate end names its subscription if the person has another one to the same strategy', async () => {
  const sentFor = async (second: string) => {
    const { desk, platform, sent } = deskRig();
    const subscriptions = [
      { guid: 'g1', systemId: '7001', ended: second },
      { guid: 'g2', systemId: '7001', ended: '' },
    ];
    Object.assign(platform.people.get('101') ?? {}, { subscriptions });
    const fields = { systemid: '7001', subscription_guid: 'g2' };
    desk.add({ changes: [{ op: 'subscription.end', personId: '101', fields }] });
    const plan = await desk.plan();
    if (!plan.ok) throw new Error(JSON.stringify(plan.failure));
    const { checks, planId } = plan.value;
    await desk.apply({ planId, confirmed: checks.map(({ code }) => code), typed: {} });
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    return sent[0];
  };
  const at = newYorkText(startWall).slice(0, 16);
  expect(await sentFor('')).toEqual({ personId: '101', systemId: '7001', subscriptionGuid: 'g2', at });
  expect(await sentFor('2025-01-06 10:00:00')).toEqual({ personId: '101', systemId: '7001' });
});

it('an apply that lacks the password of a row is refused, naming the person, and sends nothing', async () => {
  const { desk, onDisk, platform, sent } = deskRig();
  Object.assign(platform.people.get('102') ?? {}, { firstName: 'Carl' });
  const password = { op: 'person.password', fields: {} } as const;
  desk.add({ changes: [rename('Ada', '101'), ...['101', '102'].map((personId) => ({ ...password, personId }))] });
  const plan = await desk.plan();
  if (!plan.ok) throw new Error(JSON.stringify(plan.failure));
  const { checks, planId, rows } = plan.value;
  const idOf = (personId: string): string =>
    rows.find(({ change }) => change.op === 'person.password' && change.personId === personId)?.change.id ?? '';
  const given = 'CANARY-given';
  for (const [passwords, name] of [
    [undefined, 'Bea L101'],
    [{ [idOf('102')]: given }, 'Bea L101'],
    [{ [idOf('101')]: given }, 'Carl L102'],
    [{ [idOf('101')]: given, [idOf('102')]: '' }, 'Carl L102'],
    // A password that is given for another row does not count for this one.
    [{ [idOf('101')]: given, [rows[0]?.change.id ?? '']: given }, 'Carl L102'],
  ] as const) {
    const input = { planId, confirmed: checks.map(({ code }) => code), typed: {} };
    expect(await desk.apply({ ...input, ...(passwords && { passwords }) })).toMatchObject({
      ok: false,
      failure: { code: 'password', message: { code: 'change.password', name } },
    });
  }
  await new Promise(setImmediate);
  expect([sent, onDisk().run]).toEqual([[], null]);
  expect(onDisk().changes).toHaveLength(3);
});

it('a change of a person sends only the fields that differ', async () => {
  const { desk, sent } = deskRig();
  desk.add({ changes: [{ op: 'person.change', personId: '101', fields: { firstname: 'Bea', lastname: 'Other' } }] });
  const plan = await desk.plan();
  if (!plan.ok) throw new Error(JSON.stringify(plan.failure));
  const { checks, planId } = plan.value;
  await desk.apply({ planId, confirmed: checks.map(({ code }) => code), typed: {} });
  await expect.poll(() => sent).toEqual([{ attributes: { lastName: 'Other' }, password: null }]);
});

const license = { op: 'license.create', personId: '101', fields: { license_type_requested: 'basic' } } as const;
const strategy = {
  op: 'strategy.create',
  personId: '101',
  fields: { name: 'Trend', longDescription: 'Text', startingcapital: '50000' },
} as const;
const subscription = { op: 'subscription.begin', personId: '101', fields: { systemid: '7' } } as const;
const creations: readonly (readonly [string, NewChange, object])[] = [
  [
    'second license',
    license,
    {
      command: createLicense.command,
      target: { kind: 'person', id: '101' },
      wanted: { license_type_requested: 'basic' },
    },
  ],
  [
    'second strategy',
    strategy,
    {
      command: createNewSystem.command,
      target: { kind: 'person', id: '101' },
      wanted: { strategy: { name: 'Trend' } },
    },
  ],
  [
    'second subscription',
    subscription,
    { command: subscribePerson.command, target: { kind: 'subscription', id: '7/101' }, wanted: {} },
  ],
];
/** States of earlier acts, and whether the user must type a text after them. */
const histories: readonly (readonly [isTextRequired: boolean, states: readonly ActState[], isProvable: boolean])[] = [
  [true, ['ABSENT'], true],
  [true, ['ABSENT', 'REFUSED'], true],
  [true, ['ABSENT', 'NOT_SENT'], true],
  [true, ['DIFFERS'], true],
  [true, ['UNKNOWN'], false],
  [false, ['UNKNOWN'], true],
  [false, ['REFUSED'], true],
  [false, ['ABSENT', 'DONE'], true],
];

it.each(
  creations.flatMap(([text, change, act]) =>
    histories.map(([isTextRequired, states, isProvable]) => ({
      text,
      isTextRequired,
      states,
      isProvable,
      change,
      act,
    })),
  ),
)(
  'after $states (provable: $isProvable), "$text" must be typed: $isTextRequired',
  async ({ act, change, isProvable, isTextRequired, states, text }) => {
    const { desk } = deskRig(states.map((state) => ({ ...act, state, isProvable, changedAt: 0 }) as unknown as Act));
    desk.add({ changes: [change] });
    const plan = await desk.plan();
    expect(plan.ok && plan.value.rows.map(({ textToType: typed }) => typed)).toEqual([isTextRequired ? text : null]);
  },
);

it.each(creations)(
  '"%s" must be typed if the list of people does not show yet what was just created',
  async (...row) => {
    const [text, change, act] = row;
    const typedAfter = async (secondsAgo: number, shown: object) => {
      const created = { ...act, state: 'DONE', changedAt: startWall - secondsAgo * 1000, shown };
      const { desk, platform } = deskRig([created as unknown as Act]);
      Object.assign(platform.people.get('101') ?? {}, {
        licenses: [{ id: '51', type: 'basic', recurring: '1', method: 'card' }],
        subscriptions: [{ guid: '52', systemId: '7', ended: '2025-01-06 10:00:00' }],
        strategies: [{ systemId: '53', name: 'Trend', alive: '1' }],
      });
      desk.add({ changes: [change] });
      const plan = await desk.plan();
      return plan.ok && plan.value.rows[0]?.textToType;
    };
    expect(await typedAfter(5, { licenseId: '9' })).toBe(text);
    expect(await typedAfter(130, { licenseId: '9' })).toBeNull();
    for (const shown of [{ licenseId: '51' }, { subscriptionGuid: '52' }, { systemId: '53' }])
      expect(await typedAfter(5, shown)).toBeNull();
  },
);

it.each([
  ['second license', { ...license, fields: { license_type_requested: 'Basic' } }, creations[0]?.[2]],
  ['second strategy', { ...strategy, fields: { ...strategy.fields, name: 'trend' } }, creations[1]?.[2]],
] as const)('"%s" must be typed if only capital letters differ', async (text, change, act) => {
  const { desk } = deskRig([{ ...act, state: 'ABSENT' } as unknown as Act]);
  desk.add({ changes: [change] });
  const plan = await desk.plan();
  expect(plan.ok && plan.value.rows.map(({ textToType: typed }) => typed)).toEqual([text]);
});

it('an apply is outdated if an earlier creation became absent after the plan was made', async () => {
  const acts: Act[] = [];
  const { desk, sent } = deskRig(acts);
  desk.add({ changes: [license] });
  const plan = await desk.plan();
  if (!plan.ok) throw new Error(JSON.stringify(plan.failure));
  const { checks, planId } = plan.value;
  acts.push({ ...creations[0]?.[2], state: 'ABSENT' } as unknown as Act);
  const applied = await desk.apply({ planId, confirmed: checks.map(({ code }) => code), typed: {} });
  expect(applied).toMatchObject({ ok: false, failure: { code: 'outdated' } });
  await new Promise(setImmediate);
  expect(sent).toEqual([]);
});

it.each([
  ['moves the changes into its run with one write', 1, { staged: 0, rows: 1 }],
  ['is refused, and keeps the changes, if the one write fails', 0, { staged: 1, rows: 0 }],
] as const)('an apply %s', async (_, writes, kept) => {
  const { desk, fillDiskAfter, onDisk, sent } = deskRig();
  desk.add({ changes: [rename('Ada', '101')] });
  const plan = await desk.plan();
  if (!plan.ok) throw new Error(JSON.stringify(plan.failure));
  const { checks, planId } = plan.value;
  fillDiskAfter(writes);
  const applied = await desk.apply({ planId, confirmed: checks.map(({ code }) => code), typed: {} });
  expect(applied.ok ? 'applied' : applied.failure.code).toBe(writes === 1 ? 'applied' : 'not-stored');
  const { changes, run } = onDisk();
  expect({ staged: changes.length, rows: run?.rows.length ?? 0 }).toEqual(kept);
  const got = desk.get();
  expect(got.ok && got.value.changes).toHaveLength(kept.staged);
  await new Promise(setImmediate);
  expect(sent).toHaveLength(kept.rows);
});

const end = { op: 'subscription.end', personId: '101', fields: { systemid: '7001' } };
const newLicense = { op: 'license.create', personId: '101', fields: { license_type_requested: 'basic' } };

/**
 * The end of a run with one row, of which nothing may be sent. When it was planned, the subscription
 * of person 101 to strategy 7001 had no end, and there was no license. `endTime`: its end now; null
 * if it is not listed. `how`: what the user presses while the run is paused. With `refused` the
 * platform refused the row before.
 */
async function unsentRowOf(change: object, endTime: string | null, how: 'resume' | 'stop' | 'refused' = 'resume') {
  const person = {
    ...{ personId: '101', firstName: 'Bea', lastName: 'L', screenName: 'bea', email: '', deleted: '' },
    subscriptions: endTime === null ? [] : [{ guid: 'g1', systemId: '7001', endTime }],
    ...{ licenses: [{ licenseId: '51', type: 'basic' }], strategies: [], isReadable: true },
  };
  const row = {
    ...{ change, intentId: crypto.randomUUID(), name: 'Bea L', state: 'waiting', values: [], found: [], errors: [] },
    ...{ at: null, asPlanned: null, planned: change === end ? { subscription_ends: '' } : { license_id: '' } },
  };
  const refused = { state: 'REFUSED', answer: [], steps: [], changedAt: startWall };
  const run = {
    ...{ runId: crypto.randomUUID(), digest: 'd', startedAt: 1, state: 'paused', ending: false },
    ...{ reason: null, verified: null, rows: [row] },
  };
  const facts = { now: startWall, people: new Map([['101', person]]), strategies: new Map() };
  const deps = {
    ...{ clock: new FakeClock(startWall), log, random: { uuid: () => crypto.randomUUID(), fraction: () => 0 } },
    acts: {
      actsOfRun: () => new Map(how === 'refused' ? [[row.intentId, refused]] : []),
      send: () => expect.unreachable('nothing may be sent'),
    },
    reader: { read: () => Promise.resolve({ ok: true, facts, readAt: 0 }) },
    readStrategiesBefore: () => expect.unreachable('no strategy is created'),
    ...{ keyRefusal: () => null, load: () => run, store: () => true, changed: () => undefined },
  };
  const runner = new ChangeRunner(deps as unknown as ChangeRunnerDeps);
  expect(how === 'stop' ? runner.pause('stop') : runner.resume({})).toBeNull();
  await runner.whenIdle();
  const shown = runner.shown();
  return [shown?.state, shown?.rows[0]?.state, shown?.rows[0]?.asPlanned, shown?.verified?.asPlanned];
}

it('a row that is not sent is as planned only if the platform already shows its change', async () => {
  const later = '2027-01-04 10:00:00';
  expect(await unsentRowOf(end, later)).toEqual(['ended', 'changed-since', false, 0]);
  expect(await unsentRowOf(end, later, 'stop')).toEqual(['ended', 'skipped', false, 0]);
  expect(await unsentRowOf(end, null)).toEqual(['ended', 'no-op', true, 1]);
  expect(await unsentRowOf(newLicense, '')).toEqual(['ended', 'changed-since', false, 0]);
  // Somebody else made the end and the license.
  expect(await unsentRowOf(end, later, 'refused')).toEqual(['ended', 'refused', false, 0]);
  expect(await unsentRowOf(newLicense, '', 'refused')).toEqual(['ended', 'refused', false, 0]);
});

it('a run counts as open on its connection while one of its rows still has to be sent', () => {
  const run = (state: string, ...rows: readonly (readonly [intentId: string, state: string])[]) => ({
    run: { state, rows: rows.map(([intentId, rowState]) => ({ intentId, state: rowState })) } as unknown as StoredRun,
  });
  const acts = [{ intentId: 'a', state: 'DONE' }] as unknown as Parameters<typeof openChangeRun>[1];
  const line = [{ code: 'open-orders.changes', count: 1 }];
  expect(openChangeRun(run('paused', ['a', 'waiting'], ['b', 'waiting']), acts)).toEqual(line);
  // After a stop the rest is skipped, also if the last reading fails and the run does not end.
  expect(openChangeRun(run('paused', ['a', 'waiting'], ['b', 'skipped']), acts)).toEqual([]);
  expect(openChangeRun(run('ended', ['a', 'waiting']), [])).toEqual([]);
  expect(openChangeRun({ run: null }, [])).toEqual([]);
});
