// Reads the subscribers of an own strategy from the practice service, and compares the readings.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Subscriber } from '#contract/model/people.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';

let program: CoreOnPractice;
let systemId: string;
beforeEach(async () => {
  program = await CoreOnPractice.start();
  await program.call('profiles.select', { profileId: 'practice-operator' });
  systemId = program.practice.world.systemids[0] ?? '';
  await program.control('POST', 'switches', { trialStatus: 'trial' });
});
afterEach(() => program.dispose());

const day = 86_400;
const list = async (): Promise<Subscriber[]> => (await program.call('subscribers.list', { systemId })).subscribers;
const readings = async () => (await program.call('subscribers.readings', { systemId })).readings;
async function listRequestCount(): Promise<number> {
  const { requests } = (await program.control('GET', 'requests')) as { requests: readonly { url: string }[] };
  return requests.filter(({ url }) => url.endsWith('/getListSubscribers')).length;
}
/** Reads the list again. A refresh within the least interval reads nothing, so it is repeated. */
const read = async (): Promise<Subscriber[]> => {
  const before = await listRequestCount();
  const refreshAndCount = async (): Promise<number> => {
    expect(await program.outcome('sync.refresh', { systemId, datasets: ['subscribers'] })).toMatchObject({ ok: true });
    return listRequestCount();
  };
  await expect.poll(refreshAndCount, { timeout: 10_000 }).toBeGreaterThan(before);
  return list();
};
const advance = (seconds: number) => program.control('POST', 'clock', { advanceSeconds: seconds });
const find = (subscribers: readonly Subscriber[], matches: (one: Subscriber) => boolean): Subscriber => {
  const found = subscribers.find(matches);
  if (found === undefined) throw new Error('the practice world has no such subscriber');
  return found;
};
const notices = async () =>
  (await program.until('status.changed', {}, () => true)).notices.filter(
    ({ title }) => typeof title === 'object' && title.code === 'subscribers.differ',
  );

test('a practice strategy has subscribers in every state, with failed payments and end dates', async () => {
  const all = await read();
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(['current', 'trial', 'ended']));
  for (const matches of [
    ({ terms }: Subscriber) => terms?.failedPayments === '1',
    ({ terms }: Subscriber) => terms?.billingOffText !== '',
    ({ isPrivate, terms }: Subscriber) => isPrivate === true && terms?.privateEndsText === '',
    ({ isPrivate, terms }: Subscriber) => isPrivate === true && terms?.privateEndsText !== '',
    ({ terms }: Subscriber) => terms?.customId !== null,
    ({ firstName, lastName, name }: Subscriber) => `${firstName} ${lastName}` === name,
  ])
    expect(all.some(matches)).toBe(true);
});

test('two readings show who joined, left and changed status, and each person has a history', async () => {
  await program.call('preferences.set', { subscriberNotices: true });
  const first = await read();
  const trial = find(first, ({ status }) => status === 'trial');
  const ending = find(first, ({ isPrivate, terms }) => isPrivate === true && terms?.privateEndsText !== '');
  await read();
  const [firstReading, ...furtherReadings] = await readings();
  expect(furtherReadings).toEqual([]);
  // Each member counts subscriptions: `status` those with a new status, `other` other changes.
  expect(firstReading).toMatchObject({ joined: 0, left: 0, status: 0, other: 0 });
  expect(await notices()).toEqual([]);

  // The trial and the private subscription end in these 26 days. Then somebody joins.
  await advance(26 * day);
  const { personids } = program.practice.platform;
  const subscribed = new Set(first.map(({ personId }) => personId));
  const joiningPersonId = personids.find((id) => !subscribed.has(id)) ?? '';
  await program.call('changes.add', {
    changes: [{ op: 'subscription.begin', personId: joiningPersonId, fields: { systemid: systemId } }],
  });
  const plan = await program.call('changes.plan', {});
  expect(plan.problems).toEqual([]);
  await program.call('changes.apply', {
    planId: plan.planId,
    confirmed: plan.checks.map(({ code }) => code),
    typed: Object.fromEntries(plan.rows.map(({ change, textToType: typed }) => [change.id, typed ?? ''])),
  });
  await expect.poll(async () => (await program.call('changes.get', {})).run?.state, { timeout: 30_000 }).toBe('ended');
  await read();
  const after = await readings();
  const [newest] = after;
  const from = after.at(-1)?.at ?? 0;
  const to = newest?.at ?? 0;
  const { changes } = await program.call('subscribers.changes', { systemId, from, to });
  const kindOf = (id: string) => changes.find(({ subscriptionId }) => subscriptionId === id)?.kind;
  expect(kindOf(trial.subscriptionId)).toBe('status');
  expect(kindOf(ending.subscriptionId)).toBe('left');
  const { subscriptionId = '' } = changes.find(({ personId }) => personId === joiningPersonId) ?? {};
  expect(kindOf(subscriptionId)).toBe('joined');
  const { steps } = await program.call('subscribers.history', { systemId, subscriptionId: ending.subscriptionId });
  expect(steps.map(({ kind }) => kind)).toEqual(['left', 'seen']);
  expect(steps[0]?.values).toContainEqual({ member: 'status', before: 'current', after: 'ended' });
  await expect
    .poll(notices)
    .toMatchObject([{ systemId, level: 'info', text: { code: 'subscribers.differ-text', joined: 1 } }]);

  await program.stopCore();
  await program.startCore();
  await program.call('profiles.select', { profileId: 'practice-operator' });
  expect(await readings()).toEqual(after);
  expect(await program.call('subscribers.changes', { systemId, from, to })).toEqual({ changes });
  expect(await notices()).toEqual([]);
});

test('without the preference for subscriber notices, a reading that differs gives no notice', async () => {
  await read();
  await advance(26 * day);
  await read();
  expect(await readings()).toHaveLength(2);
  expect(await notices()).toEqual([]);
});

test('invalid input is refused, and so is a time without a reading', async () => {
  const invalidTimes = [
    ...[
      { from: -1, to: 0 },
      { from: 1.5, to: 0 },
      { from: '0', to: 0 },
      { from: 0, to: Number.MAX_SAFE_INTEGER },
    ],
    ...[{ from: 0 }, { from: 0, to: 0, at: 0 }, { from: null, to: 0 }, { from: 0, to: [0] }, { from: {}, to: true }],
  ];
  const invalid = { ok: false, failure: { code: 'invalid-input' } };
  for (const times of invalidTimes)
    expect(await program.outcome('subscribers.changes', { systemId, ...times } as never)).toMatchObject(invalid);
  for (const id of ['', 'x'.repeat(201), 81, null, undefined, {}, [], true])
    expect(await program.outcome('subscribers.history', { systemId, subscriptionId: id } as never)).toMatchObject(
      invalid,
    );
  for (const id of ['', 'x', 7, null, undefined])
    expect(await program.outcome('subscribers.readings', { systemId: id } as never)).toMatchObject(invalid);
  await read();
  const at = (await readings())[0]?.at ?? 0;
  expect(await program.call('subscribers.changes', { systemId, from: at, to: at })).toEqual({ changes: [] });
  for (const [from, to] of [
    [at, at + 1],
    [0, at],
  ] as const)
    expect(await program.outcome('subscribers.changes', { systemId, from, to })).toMatchObject({
      ok: false,
      failure: { code: 'unknown-reading' },
    });
});
