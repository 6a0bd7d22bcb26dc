import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PersonAttributes } from '#contract/model/own-person.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';

let program: CoreOnPractice;
let ownSystemId: string;
let person: string;
const password = 'CANARY-person-pass';

beforeEach(async () => {
  program = await CoreOnPractice.start();
  ownSystemId = program.practice.world.systemids[0] ?? '';
  person = program.practice.world.personid;
  await program.call('sync.refresh', { systemId: null, datasets: [] });
});
afterEach(() => program.dispose());

async function makePlan(attributes: PersonAttributes, hasPassword = false) {
  return program.call('person.plan', { request: { personId: person, attributes, password: hasPassword } });
}

async function send(attributes: PersonAttributes, typed: string | null = null) {
  const plan = await makePlan(attributes, typed !== null);
  return program.outcome('person.send', {
    intentId: crypto.randomUUID(),
    planId: plan.planId,
    confirmed: plan.checks.map(({ code }) => code),
    password: typed,
  });
}

const receivedCount = async (): Promise<number> => {
  const { requests } = (await program.control('GET', 'requests')) as { requests: readonly { url: string }[] };
  return requests.filter(({ url }) => url.endsWith('/changePersonAttribute')).length;
};
const fault = (kind: string) => program.control('POST', 'faults', { command: 'changePersonAttribute', kind, count: 1 });

test('the person to whom the key belongs is read from an own strategy, else from a person change', async () => {
  expect(await program.call('person.get', {})).toMatchObject({ personId: null, source: null, lastChange: null });
  await send({ firstName: 'Ada' });
  expect(await program.call('person.get', {})).toMatchObject({
    personId: person,
    source: 'change',
    lastChange: { state: 'DONE' },
  });
  await program.call('sync.refresh', { systemId: ownSystemId, datasets: ['details', 'margin'] });
  expect(await program.call('person.get', {})).toMatchObject({ personId: person, source: 'strategy' });
});

test('a change is sent once, and only after its warnings were confirmed', async () => {
  const plan = await makePlan({ firstName: 'Ada', email: 'ada@example.com' });
  const input = { intentId: crypto.randomUUID(), planId: plan.planId, confirmed: [], password: null };
  expect(await program.outcome('person.send', input)).toMatchObject({ failure: { code: 'unconfirmed' } });
  expect(await receivedCount()).toBe(0);
  // `not-read` warns that the present values of the person are not known.
  expect(await program.outcome('person.send', { ...input, confirmed: ['not-read'] })).toMatchObject({
    value: { state: 'DONE' },
  });
  expect(await program.outcome('person.send', { ...input, confirmed: ['not-read'] })).toMatchObject({ ok: false });
  expect(await receivedCount()).toBe(1);
});

test.each([
  ['x'.repeat(5), false],
  ['日'.repeat(6), true],
  ['𝔸'.repeat(30), true],
  ['x'.repeat(31), false],
  ['password', true],
])('the password %j is accepted: %s', async (typed, isAccepted) => {
  expect(await send({}, typed)).toMatchObject(
    isAccepted ? { value: { state: 'DONE' } } : { failure: { code: 'password' } },
  );
  expect(await receivedCount()).toBe(Number(isAccepted));
});

test('a password that is not part of the plan is not sent', async () => {
  const plan = await makePlan({ lastName: 'Ng' });
  const input = { intentId: crypto.randomUUID(), planId: plan.planId, confirmed: ['not-read'] };
  expect(await program.outcome('person.send', { ...input, password })).toMatchObject({ failure: { code: 'password' } });
  expect(await receivedCount()).toBe(0);
});

test.each(['firstName', 'lastName', 'screenName', 'email'] as const)(
  'a value outside the bounds of %s is blocked at its field',
  async (field) => {
    const maxLength = field === 'email' ? 60 : 40;
    for (const [size, isValid] of [
      [1, true],
      [maxLength, true],
      [maxLength + 1, false],
    ] as const) {
      const { checks } = await makePlan({ [field]: '日'.repeat(size) });
      expect(checks.filter(({ level }) => level === 'block').map((check) => check.field)).toEqual(
        isValid ? [] : [field],
      );
    }
  },
);

test('a change with a lost answer stays unknown, because no read proves it, and blocks another', async () => {
  await fault('dropAfter');
  expect(await send({ firstName: 'Lost' })).toMatchObject({ value: { state: 'UNKNOWN' } });
  expect(await send({ firstName: 'Again' })).toMatchObject({ failure: { code: 'busy' } });
  await program.stopCore();
  await program.startCore();
  expect(await program.call('person.get', {})).toMatchObject({ lastChange: { state: 'UNKNOWN' } });
  expect(await receivedCount()).toBe(1);
});

test('an empty plan is not possible, another person is refused, the kill switch stops a change', async () => {
  expect(
    await program.outcome('person.plan', { request: { personId: person, attributes: {}, password: false } }),
  ).toMatchObject({ failure: { code: 'not-possible' } });
  const plan = await program.call('person.plan', {
    request: { personId: '999', attributes: { firstName: 'Eve' }, password: false },
  });
  const input = { intentId: crypto.randomUUID(), planId: plan.planId, confirmed: ['not-read'], password: null };
  expect(await program.outcome('person.send', input)).toMatchObject({ failure: { code: 'refused' } });
  await program.call('risk.kill', { reason: 'test' });
  expect(await send({ firstName: 'Ada' })).toMatchObject({ failure: { code: 'killed' } });
});

test('the password is in no file, log, event or answer, also after a lost answer (acts A8)', async () => {
  const heard: unknown[] = [];
  program.listenToAll(ownSystemId, (_name, payload) => heard.push(payload));
  heard.push(await send({ firstName: 'Ada' }, password));
  await fault('dropAfter');
  heard.push(await send({}, password));
  heard.push(await program.call('acts.list', {}), await program.call('person.get', {}));
  heard.push(await program.call('activity.query', { offset: 0, limit: 100, text: '' }));
  await program.stopCore();
  const files = readdirSync(program.dataDir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const texts = files.map(({ parentPath, name }) => ({ name, text: readFileSync(join(parentPath, name), 'latin1') }));
  const all = [...texts, { name: 'events and log', text: JSON.stringify([heard, program.log]) }];
  expect(all.some(({ text }) => text.includes('"password":"set"') || text.includes('\\"password\\":\\"set\\"'))).toBe(
    true,
  );
  expect(all.filter(({ text }) => text.includes(password)).map(({ name }) => name)).toEqual([]);
});
