import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ActionsStore } from '#renderer/stores/actions-store.svelte.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

const action = (id: string, run: () => void) => ({ id, label: id, group: 'Strategy', run }) as const;

it('runs an available action immediately, and a missing one when its page adds it, only once', async () => {
  const actions = new ActionsStore();
  const run = vi.fn();
  actions.runWhenAdded('new');
  const remove = actions.add(action('other', vi.fn()), action('new', run));
  // The action runs only after its page was built.
  expect(run).not.toHaveBeenCalled();
  await Promise.resolve();
  expect(run).toHaveBeenCalledTimes(1);
  remove();
  actions.add(action('new', run));
  await Promise.resolve();
  expect(run).toHaveBeenCalledTimes(1);
  actions.runWhenAdded('new');
  expect(run).toHaveBeenCalledTimes(2);
});

it('forgets a requested action after 10 s, or when another one is requested', async () => {
  const actions = new ActionsStore();
  const [late, first, second] = [vi.fn(), vi.fn(), vi.fn()];
  actions.runWhenAdded('late');
  vi.advanceTimersByTime(10_001);
  actions.add(action('late', late));
  actions.runWhenAdded('first');
  actions.runWhenAdded('second');
  actions.add(action('first', first), action('second', second));
  await Promise.resolve();
  expect([late, first, second].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 1]);
});
