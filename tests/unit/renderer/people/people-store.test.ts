import { expect, it } from 'vitest';
import { done, failed } from '#contract/outcome.ts';
import { PeopleStore } from '#renderer/people/people-store.svelte.ts';
import { bridgeOf } from '../bridge-of.ts';

const now = 1_800_000_000;

/** The store of a page that was just opened. `emitRead` emits a reading of its list. */
function openPage(answers: readonly unknown[] = []) {
  const remainingAnswers = [...answers];
  let receive: (payload: unknown) => void = () => undefined;
  const { bridge, calls } = bridgeOf(
    () => remainingAnswers.shift() ?? done({ people: [] }),
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
  const emitRead = (readAt: number | null) => receive({ readAt, failure: null, reading: false, revision: 1 });
  return { store, emitRead, calls };
}

it('shows the failure of a refresh until the list is read again', async () => {
  const { store, emitRead } = openPage([failed('not-possible', 'No connection.')]);
  emitRead(now - 100);
  await store.refresh();
  expect(store.state).toMatchObject({ readAt: now - 100, failure: 'No connection.' });
  // Then a plan or a run reads all people.
  emitRead(now);
  expect(store.state).toMatchObject({ readAt: now, failure: null });
  store.dispose();
});

it.each([
  [true, null],
  // A list is stale as soon as its age reaches the limit.
  [true, now - 3_600],
  // The clock was set back after the list was read, so the list may be of any age.
  [true, now + 600],
  [false, now - 3_599],
])('reads the list when the page is opened: %s, if it was last read at %s', (isRead, readAt) => {
  const { store, emitRead, calls } = openPage();
  emitRead(readAt);
  expect(calls.some(([, input]) => input['fresh'] === true)).toBe(isRead);
  store.dispose();
});
