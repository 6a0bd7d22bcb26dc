// Sets of changes on a private platform: staged, planned, applied and proven through the practice
// service.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommandInput } from '#contract/commands.ts';
import type { ChangeRun, NewChange } from '#contract/model/change-set.ts';
import type { Person } from '#contract/model/person.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';
import { writtenForms } from '#tests/fixtures/repeating-platform.ts';

let program: CoreOnPractice;
beforeEach(async () => {
  program = await CoreOnPractice.start();
  await program.call('profiles.select', { profileId: 'practice-operator' });
});
afterEach(() => program.dispose());

const people = async (): Promise<Person[]> => {
  const reading = await program.sessions.inUse().people.freshPeople(0);
  if (!reading.ok) throw new Error(JSON.stringify(reading.text));
  return reading.people.filter(({ deleted, listed }) => listed && deleted.text === '');
};
const findPerson = async (personId: string) => (await people()).find((person) => person.personId === personId);
const currentRun = async (): Promise<ChangeRun> => {
  const found = (await program.call('changes.get', {})).run;
  if (found === null) throw new Error('no run');
  return found;
};
const expectRunState = (state = 'ended') =>
  expect.poll(async () => (await currentRun()).state, { timeout: 40_000 }).toBe(state);
const add = (...changes: NewChange[]) => program.call('changes.add', { changes });
const plan = () => program.call('changes.plan', {});

async function applyPlan(overrides: Partial<CommandInput<'changes.apply'>> = {}) {
  const { checks, planId, rows } = await plan();
  const typed = Object.fromEntries(rows.map((row) => [row.change.id, row.textToType ?? '']));
  return program.outcome('changes.apply', { planId, confirmed: checks.map(({ code }) => code), typed, ...overrides });
}
async function apply(...changes: NewChange[]): Promise<ChangeRun> {
  await add(...changes);
  const outcome = await applyPlan();
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  await expectRunState();
  return await currentRun();
}
const states = ({ rows }: ChangeRun) => rows.map(({ state }) => state);
type Received = { readonly url: string; readonly body: string };
const received = async (command: string): Promise<Received[]> => {
  const { requests } = (await program.control('GET', 'requests')) as { requests: Received[] };
  return requests.filter(({ url }) => url.endsWith(`/${command}`));
};
/** What another operator does on the pages of the platform. */
async function asAnotherOperator(command: string, fields: object): Promise<void> {
  const { baseUrl, platform } = program.practice;
  const answer = await fetch(`${baseUrl}/platform/apiv3/${platform.platformid}/${command}`, {
    method: 'POST',
    body: JSON.stringify({ apikey: platform.apikey, ...fields }),
  });
  expect(await answer.json()).toMatchObject({ ok: '1' });
}
const addFault = (command: string, kind: string, count = 1) =>
  program.control('POST', 'faults', { command, kind, count });

describe('a CSV of changes', () => {
  test('is imported, planned, applied, resumed after a restart, verified, and listed in the acts', async () => {
    const all = (await people()).slice(0, 40);
    const lines = all.map(({ personId }, index) => `person.change,${personId},Renamed ${index}`);
    const text = `\uFEFFop,personid,firstname\r\n${lines.join('\r\n')}\r\n`;
    expect(await program.call('changes.import', { text })).toMatchObject({ added: all.length, faultCount: 0 });
    await addFault('changePersonAttribute', 'dropAfter');
    expect((await applyPlan()).ok).toBe(true);
    await expect.poll(async () => states(await currentRun()).includes('unknown'), { timeout: 20_000 }).toBe(true);
    await program.stopCore();
    await program.startCore();
    await program.call('profiles.select', { profileId: 'practice-operator' });
    expect(await currentRun()).toMatchObject({ state: 'paused', verified: null });
    await expect
      .poll(async () => (await program.outcome('changes.resume', {})).ok, { timeout: 30_000, interval: 500 })
      .toBe(true);
    await expectRunState();
    const endedRun = await currentRun();
    expect(endedRun.verified).toMatchObject({ asPlanned: all.length, of: all.length });
    expect(new Set(states(endedRun))).toEqual(new Set(['done']));
    expect(await received('changePersonAttribute')).toHaveLength(all.length);
    const { acts } = await program.call('acts.list', {});
    expect(acts.filter((act) => act.run?.digest === endedRun.digest)).toHaveLength(all.length);
    expect((await findPerson(all[0]?.personId ?? ''))?.firstName).toBe('Renamed 0');
  });

  test('adds nothing if it has faults, and each fault is reported by line and column', async () => {
    const text = 'op,personid,firstname\nperson.change,1.2E+10,A\nperson.change,7,B\nperson.change,7,C\nnope,7,D\n';
    const { added, faults, faultCount } = await program.call('changes.import', { text });
    expect([added, faultCount]).toEqual([0, 3]);
    expect(faults.map(({ line, column, problem }) => [line, column, problem.code])).toEqual([
      [2, 2, 'change.exponent'],
      [5, 1, 'change.unknown-op'],
      [4, 1, 'change.twice'],
    ]);
    expect((await program.call('changes.get', {})).changes).toEqual([]);
  });
});

describe('a run', () => {
  test('carries out the operations in the order of their stages, and the last reading shows all of them', async () => {
    const all = await people();
    const currentSubscription = all.flatMap(({ personId, subscriptions }) =>
      (subscriptions ?? []).flatMap(({ ended, systemId }) =>
        ended.text === '' && systemId !== null ? [{ personId, systemid: systemId }] : [],
      ),
    )[0];
    const unsubscribed = all.find(({ subscriptions }) => (subscriptions ?? []).length === 0) ?? all[0];
    const licensed = all.find(({ licenses }) => (licenses ?? []).some(({ recurring }) => recurring === true));
    const license = licensed?.licenses?.find(({ recurring }) => recurring === true);
    const owner = all.find(({ strategies }) => (strategies ?? []).some(({ alive }) => alive === true));
    const systemid = owner?.strategies?.find(({ alive }) => alive === true)?.systemId ?? '';
    const other = all.find(
      ({ personId }) => personId !== owner?.personId && personId !== currentSubscription?.personId,
    );
    if (!currentSubscription || !unsubscribed || !licensed || !license || !owner || !other)
      throw new Error('not seeded');
    const license_id = license.licenseId ?? '';
    const endedRun = await apply(
      {
        op: 'subscription.end',
        personId: currentSubscription.personId,
        fields: { systemid: currentSubscription.systemid },
      },
      { op: 'subscription.begin', personId: unsubscribed.personId, fields: { systemid } },
      { op: 'license.create', personId: other.personId, fields: { license_type_requested: 'data_monthly' } },
      { op: 'license.recurring', personId: licensed.personId, fields: { license_id, recurring_billing_status: '0' } },
      { op: 'license.method', personId: licensed.personId, fields: { license_id, payment_method: 'bank_transfer' } },
      { op: 'strategy.change', personId: owner.personId, fields: { systemid, name: 'Renamed here', monthlyfee: '31' } },
      { op: 'strategy.credits', personId: owner.personId, fields: { systemid, freeSignalEntryCredits: '40' } },
      {
        op: 'strategy.create',
        personId: other.personId,
        fields: { name: 'From a set', longDescription: 'New', startingcapital: '20000' },
      },
    );
    expect({
      states: states(endedRun),
      verified: endedRun.verified,
      errors: endedRun.rows.flatMap(({ errors }) => errors),
    }).toEqual({
      states: endedRun.rows.map(() => 'done'),
      verified: { at: expect.any(Number) as number, asPlanned: endedRun.rows.length, of: endedRun.rows.length },
      errors: [],
    });
    expect(endedRun.rows.at(-1)?.change.op).toBe('subscription.end');
    // The platform manages a subscription that it began itself, and can end it at a given time.
    const fields = { systemid, unsubAtYYYYMMDDhhmm: '2031-05-05 09:30' };
    const secondRun = await apply({ op: 'subscription.end', personId: unsubscribed.personId, fields });
    expect([states(secondRun), secondRun.verified]).toMatchObject([['done'], { asPlanned: 1, of: 1 }]);
    const [request] = await received('privateSubManagement_endSubscription');
    expect(JSON.parse(request?.body ?? '{}')).toMatchObject({ unsubAtYYYYMMDDhhmm: '2031-05-05 09:30' });
  });

  test('does not store the person whom it changes as the person to whom the key belongs', async () => {
    const personId = (await people())[0]?.personId ?? '';
    const endedRun = await apply({ op: 'person.change', personId, fields: { firstname: 'Ada' } });
    expect(states(endedRun)).toEqual(['done']);
    expect(await program.call('person.get', {})).toMatchObject({ personId: null, source: null });
  });

  test('does not send a row whose values were changed elsewhere, shows the values, and continues', async () => {
    const [first, second] = await people();
    if (!first || !second) throw new Error('not seeded');
    await add(
      { op: 'person.change', personId: first.personId, fields: { lastname: 'Wanted' } },
      { op: 'person.change', personId: second.personId, fields: { lastname: 'Second' } },
    );
    await addFault('changePersonAttribute', 'dropBefore');
    await applyPlan();
    await expectRunState('paused');
    expect(states(await currentRun())).toContain('unknown');
    expect(await program.outcome('changes.resume', {})).toMatchObject({ failure: { code: 'busy' } });
    expect(await program.outcome('changes.apply', { planId: 'x', confirmed: [], typed: {} })).toMatchObject({
      failure: { code: 'unknown-plan' },
    });
    await asAnotherOperator('changePersonAttribute', { personid: second.personId, lastname: 'Elsewhere' });
    const openIntentId = (await currentRun()).rows[0]?.intentId ?? '';
    await program.call('acts.give-up', { intentId: openIntentId });
    await program.call('changes.resume', {});
    await expectRunState();
    const endedRun = await currentRun();
    expect(states(endedRun)).toEqual(['given-up', 'changed-since']);
    expect(endedRun.rows[1]).toMatchObject({
      values: [{ field: 'lastname', before: second.lastName, after: 'Second' }],
      found: [{ field: 'lastname', now: 'Elsewhere' }],
    });
    expect(endedRun.verified).toMatchObject({ asPlanned: 0, of: 2 });
    expect((await findPerson(second.personId))?.lastName).toBe('Elsewhere');
  });

  test('does not delete a person who was renamed after the plan, and marks the row as changed', async () => {
    const all = await people();
    const [personToDelete] = all.filter(({ strategies }) => (strategies ?? []).length === 0);
    const personId = personToDelete?.personId ?? '';
    await add({ op: 'user.delete', personId, fields: {} });
    const { checks, planId, rows } = await plan();
    await asAnotherOperator('changePersonAttribute', { personid: personId, firstname: 'Another', lastname: 'Person' });
    const typed = Object.fromEntries(rows.map((row) => [row.change.id, row.textToType ?? '']));
    await program.call('changes.apply', { planId, confirmed: checks.map(({ code }) => code), typed });
    await expectRunState();
    const endedRun = await currentRun();
    expect(states(endedRun)).toEqual(['changed-since']);
    expect(endedRun.rows[0]).toMatchObject({ name: rows[0]?.name, found: [{ field: 'name', now: 'Another Person' }] });
    expect(await received('deleteUser')).toHaveLength(0);
    expect(endedRun.verified).toMatchObject({ asPlanned: 0, of: 1 });
  });

  test('deletes people after all other changes, only with typed names, and not above the limit', async () => {
    const all = await people();
    const peopleToDelete = all.filter(({ strategies }) => (strategies ?? []).length === 0).slice(0, 2);
    const other = all.find((person) => !peopleToDelete.includes(person));
    await add(...peopleToDelete.map(({ personId }) => ({ op: 'user.delete' as const, personId, fields: {} })), {
      op: 'person.change',
      personId: other?.personId ?? '',
      fields: { screenname: 'before the end' },
    });
    const { caps } = await program.call('risk.get', {});
    await program.call('risk.set', { caps: { ...caps, deletesPerRun: 1 } });
    expect((await plan()).checks).toContainEqual(expect.objectContaining({ level: 'block', code: 'delete-limit' }));
    expect(await applyPlan()).toMatchObject({ failure: { code: 'blocked' } });
    await program.call('risk.set', { caps });
    expect(await applyPlan({ typed: {} })).toMatchObject({ failure: { code: 'not-typed' } });
    expect(await received('deleteUser')).toHaveLength(0);
    expect((await applyPlan()).ok).toBe(true);
    await expectRunState();
    const endedRun = await currentRun();
    expect(endedRun.rows.map(({ change }) => change.op)).toEqual(['person.change', 'user.delete', 'user.delete']);
    expect(endedRun.verified).toMatchObject({ asPlanned: 3, of: 3 });
    const remaining = (await people()).map(({ personId }) => personId);
    expect(peopleToDelete.some(({ personId }) => remaining.includes(personId))).toBe(false);
  });

  test('pauses after the current row, and skips the waiting rows when it is stopped', async () => {
    const all = (await people()).slice(0, 4);
    await add(
      ...all.map(({ personId }) => ({ op: 'person.change' as const, personId, fields: { firstname: 'Paused' } })),
    );
    await applyPlan();
    await program.call('changes.pause', { stop: false });
    await expectRunState('paused');
    const waiting = states(await currentRun()).filter((state) => state === 'waiting').length;
    expect(waiting).toBeGreaterThan(0);
    await program.call('changes.pause', { stop: true });
    await expectRunState();
    const endedRun = await currentRun();
    expect(states(endedRun).filter((state) => state === 'skipped')).toHaveLength(waiting);
    expect(endedRun.verified).toMatchObject({ asPlanned: 4 - waiting, of: 4 });
  });

  test('is paused by the kill switch, shows the reason, and sends nothing', async () => {
    const [first] = await people();
    await add({ op: 'person.change', personId: first?.personId ?? '', fields: { firstname: 'Never' } });
    await program.call('risk.kill', { reason: 'drill' });
    await applyPlan();
    await expectRunState('paused');
    expect(JSON.stringify((await currentRun()).reason)).toContain('kill');
    expect(await received('changePersonAttribute')).toHaveLength(0);
  });
});

describe('passwords of people', () => {
  const secrets = ['CANARY-first', 'CANARY-second', 'CANARY-wrong'] as const;
  const withoutId = ({ op, personId, fields }: NewChange): NewChange => ({ op, personId, fields });

  test('are typed again after an unknown row, are sent once, and are in no file, event or answer', async () => {
    const events: unknown[] = [];
    const answers: unknown[] = [];
    program.listenToAll(
      program.practice.world.systemids[0] ?? '',
      (name, payload) => void events.push([name, payload]),
    );
    const [first, second] = await people();
    if (!first || !second) throw new Error('not seeded');
    const changes = [first, second].map(({ personId }) => ({ op: 'person.password' as const, personId, fields: {} }));
    const csv = `op,personid\n${changes.map(({ op, personId }) => `${op},${personId}`).join('\n')}\n`;
    expect(await program.call('changes.import', { text: csv })).toMatchObject({ added: 2 });
    const staged = (await program.call('changes.get', {})).changes;
    expect(staged.map(withoutId)).toEqual(changes);
    const [firstId, secondId] = staged.map(({ id }) => id);
    if (firstId === undefined || secondId === undefined) throw new Error('not staged');
    const missing = { failure: { code: 'password', message: { code: 'change.password', min: 6, max: 30 } } };
    for (const passwords of [undefined, { [firstId]: secrets[0] }, { [firstId]: secrets[0], [secondId]: 'short' }])
      expect(await applyPlan(passwords === undefined ? {} : { passwords })).toMatchObject(missing);
    await addFault('changePersonAttribute', 'dropAfter');
    answers.push(await applyPlan({ passwords: { [firstId]: secrets[0], [secondId]: secrets[2] } }));
    await expectRunState('paused');
    expect(states(await currentRun())).toEqual(['unknown', 'waiting']);
    // No read shows a password, so the user ends the unknown row. The program has not kept the
    // password of the waiting row.
    await program.call('acts.give-up', { intentId: (await currentRun()).rows[0]?.intentId ?? '' });
    expect(await program.outcome('changes.resume', {})).toMatchObject(missing);
    answers.push(await program.outcome('changes.resume', { passwords: { [secondId]: secrets[1] } }));
    await expectRunState();
    const endedRun = await currentRun();
    expect(states(endedRun)).toEqual(['given-up', 'done']);
    expect(endedRun.verified).toMatchObject({ asPlanned: 1, of: 2 });
    const bodies = (await received('changePersonAttribute')).map(({ body }) => JSON.parse(body) as object);
    // The practice service removes received passwords from its log.
    expect(bodies).toMatchObject(
      [first, second].map(({ personId }) => ({ personid: personId, password: '[removed]' })),
    );
    answers.push(
      endedRun,
      await program.call('acts.list', {}),
      await program.call('activity.query', { text: '', offset: 0, limit: 500 }),
    );
    await program.stopCore();
    const files = readdirSync(program.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('practice'))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
    expect(files.some((file) => file.includes(endedRun.runId))).toBe(true);
    const places = [JSON.stringify(answers), JSON.stringify(events), JSON.stringify(program.log), ...files];
    const hits = secrets.flatMap(writtenForms).filter((form) => places.some((place) => place.includes(form)));
    expect(hits).toEqual([]);
  });
});

describe('a plan', () => {
  test('is blocked if it was imported from a file with the digest of another plan', async () => {
    const [first] = await people();
    const changes = [
      { op: 'person.change' as const, personId: first?.personId ?? '', fields: { firstname: 'Checked' } },
    ];
    await add(...changes);
    const { digest } = await plan();
    const file = JSON.stringify({ stratdesk: 'change-set', version: 1, digest, changes });
    await program.call('changes.clear', {});
    expect(await program.call('changes.import', { text: file })).toMatchObject({ added: 1 });
    expect((await plan()).checks.map(({ code }) => code)).not.toContain('other-plan');
    const otherPlanFile = JSON.stringify({ ...JSON.parse(file), digest: '0123456789abcdef' });
    await program.call('changes.import', { text: otherPlanFile });
    expect((await plan()).checks).toContainEqual(expect.objectContaining({ level: 'block', code: 'other-plan' }));
    expect(await applyPlan()).toMatchObject({ failure: { code: 'blocked' } });
  });

  test('is refused as outdated after a change was added to the set', async () => {
    const [first] = await people();
    await add({ op: 'person.change', personId: first?.personId ?? '', fields: { firstname: 'Old plan' } });
    const { checks, planId } = await plan();
    await program.call('changes.add', {
      changes: [{ op: 'person.change', personId: first?.personId ?? '', fields: { email: 'a@example.com' } }],
    });
    const outcome = await program.outcome('changes.apply', {
      planId,
      confirmed: checks.map(({ code }) => code),
      typed: {},
    });
    expect(outcome).toMatchObject({ failure: { code: 'outdated' } });
  });
});

test('the set survives a restart; with a world key, each command is refused with the reason', async () => {
  const [first] = await people();
  await add({ op: 'person.change', personId: first?.personId ?? '', fields: { firstname: 'Kept' } });
  await program.stopCore();
  await program.startCore();
  await program.call('profiles.select', { profileId: 'practice-operator' });
  expect((await program.call('changes.get', {})).changes).toHaveLength(1);
  await program.call('profiles.select', { profileId: 'practice' });
  const refused = { ok: false, failure: { code: 'not-possible', message: { code: 'change.platform-only' } } };
  const changes = [{ op: 'user.delete' as const, personId: '7', fields: {} }];
  for (const outcome of await Promise.all([
    program.outcome('changes.get', {}),
    program.outcome('changes.add', { changes }),
    program.outcome('changes.remove', { ids: [] }),
    program.outcome('changes.clear', {}),
    program.outcome('changes.import', { text: 'op,personid' }),
    program.outcome('changes.plan', {}),
    program.outcome('changes.apply', { planId: 'x', confirmed: [], typed: {} }),
    program.outcome('changes.pause', { stop: true }),
    program.outcome('changes.resume', {}),
  ]))
    expect(outcome).toMatchObject(refused);
});
