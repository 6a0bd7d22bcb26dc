import { expect, it } from 'vitest';
import { done, failed } from '#contract/outcome.ts';
import { PeopleStore } from '#renderer/people/people-store.svelte.ts';
import { bridgeOf } from '../bridge-of.ts';

const now = 1_800_000_000;

it('a failure of a refresh is shown until the list is read again', async () => {
  const answers = [failed('not-possible', 'No connection.'), done({ people: [] })];
  let change: (payload: unknown) => void = () => undefined;
  const { bridge } = bridgeOf(
    () => answers.shift() ?? done({ people: [] }),
    (_params, receive) => {
      change = receive;
      return () => undefined;
    },
  );
  const store = new PeopleStore(
    bridge,
    () => 'live',
    () => now,
  );
  const read = (readAt: number) => change({ readAt, failure: null, reading: false, revision: readAt });
  read(now - 100);
  await store.refresh();
  expect(store.state).toMatchObject({ readAt: now - 100, failure: 'No connection.' });
  // A plan or a run read all people.
  read(now);
  expect(store.state).toMatchObject({ readAt: now, failure: null });
  store.dispose();
});
