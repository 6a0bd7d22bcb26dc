import { expect, it } from 'vitest';
import { done, failed } from '#contract/outcome.ts';
import { PeopleStore } from '#renderer/people/people-store.svelte.ts';
import { bridgeOf } from '../bridge-of.ts';

const now = 1_800_000_000;

/** The store of a page that was just opened, and the event of its list. */
function opened(answers: readonly unknown[] = []) {
  const left = [...answers];
  let receive: (payload: unknown) => void = () => undefined;
  const { bridge, calls } = bridgeOf(
    () => left.shift() ?? done({ people: [] }),
    (_params, listener) => {
      receive = listener;
      return () => undefined;
    },
  );
  const store = new PeopleStore(
    bridge,
    () => null,
    () => now,
  );
  const read = (readAt: number | null) => receive({ readAt, failure: null, reading: false, revision: 1 });
  return { store, read, calls };
}

it('shows the failure of a refresh until the list is read again', async () => {
  const { store, read } = opened([failed('not-possible', 'No connection.')]);
  read(now - 100);
  await store.refresh();
  expect(store.state).toMatchObject({ readAt: now - 100, failure: 'No connection.' });
  // A plan or a run read all people.
  read(now);
  expect(store.state).toMatchObject({ readAt: now, failure: null });
  store.dispose();
});

it.each([
  [true, null],
  // Old from its limit on, as the label says.
  [true, now - 3_600],
  // The clock was set back since: the list may be of any age.
  [true, now + 600],
  [false, now - 3_599],
])('reads the list when the page is opened: %s, where it was read at %s', (isRead, readAt) => {
  const { store, read, calls } = opened();
  read(readAt);
  expect(calls.some(([, input]) => input['fresh'] === true)).toBe(isRead);
  store.dispose();
});
