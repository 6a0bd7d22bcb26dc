// The people of a private platform, read by its operator through the practice service.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isDeleted } from '#contract/model/person.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';

let program: CoreOnPractice;
beforeEach(async () => {
  program = await CoreOnPractice.start();
});
afterEach(() => program.dispose());

const asOperator = () => program.call('profiles.select', { profileId: 'practice-operator' });

/** The number of requests for the list of people. */
async function listRequestCount(): Promise<number> {
  const { requests } = (await program.control('GET', 'requests')) as { requests: readonly { url: string }[] };
  return requests.filter(({ url }) => url.endsWith('/listAllPeople')).length;
}

test('an operator lists the people with the time of the reading, and opens one person', async () => {
  await asOperator();
  expect(await program.call('people.list', { fresh: false })).toMatchObject({ readAt: null, people: [] });
  const { people, readAt, failure } = await program.call('people.list', { fresh: true });
  expect(failure).toBeNull();
  expect(readAt).not.toBeNull();
  const notDeleted = people.filter((one) => !isDeleted(one)).map(({ personId }) => personId);
  expect(notDeleted.toSorted()).toEqual([...program.practice.platform.personids].toSorted());
  expect(people.length).toBeGreaterThan(notDeleted.length);
  expect(people.every(({ unreadable }) => unreadable === 0)).toBe(true);
  const owner = people.find(({ strategies }) => (strategies ?? []).length > 0);
  const { person } = await program.call('people.get', { personId: owner?.personId ?? '' });
  expect(person.strategies?.[0]).toMatchObject({ unreadable: [] });
  expect(await program.outcome('people.get', { personId: '1' })).toMatchObject({ failure: { code: 'unknown-person' } });
  await program.until('people.changed', {}, ({ reading, revision }) => !reading && revision === 1);
});

test('a recent reading is reused, unless the caller demands a new one', async () => {
  await asOperator();
  const { people } = program.sessions.inUse();
  const first = await people.freshPeople();
  expect(first).toMatchObject({ ok: true });
  expect(await listRequestCount()).toBe(1);
  expect(await people.freshPeople()).toEqual(first);
  expect(await listRequestCount()).toBe(1);
  expect(await people.freshPeople(0)).toMatchObject({ ok: true });
  expect(await listRequestCount()).toBe(2);
});

test('a world key is refused with the reason, and nothing is sent', async () => {
  await program.call('profiles.select', { profileId: 'practice' });
  const refused = { ok: false, failure: { code: 'not-possible', message: { code: 'people.platform-only' } } };
  expect(await program.outcome('people.list', { fresh: true })).toMatchObject(refused);
  expect(await program.outcome('people.get', { personId: '1' })).toMatchObject(refused);
  expect(await program.sessions.inUse().people.freshPeople()).toEqual({
    ok: false,
    text: { code: 'people.platform-only' },
  });
  expect(await listRequestCount()).toBe(0);
});
