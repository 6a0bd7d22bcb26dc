import { describe, expect, it } from 'vitest';
import { openPractice } from '#practice/service.ts';
import { openDatabase } from '#practice/store/schema.ts';
import { Store } from '#practice/store/store.ts';

describe('the people of a new data folder', () => {
  it.each([1, 2, 3])('people subscribe only after they and the strategy were created, with seed %i', (seed) => {
    const store = new Store(openDatabase(':memory:'));
    openPractice({ seed, clock: 'manual', hours: 'always' }, store);
    const subscriptions = store.strategies().flatMap((strategy) =>
      store.subscriptions.ofStrategy(strategy.id).map((one) => ({
        ...one,
        possibleSince: Math.max(strategy.createdAt, store.people.get(one.personId)?.createdAt ?? NaN),
      })),
    );
    expect(subscriptions.length).toBeGreaterThan(300);
    expect(subscriptions.filter((one) => !(one.startedAt >= one.possibleSince))).toEqual([]);
    expect(subscriptions.filter((one) => one.endedAt !== null && one.endedAt <= one.startedAt)).toEqual([]);
    expect(new Set(subscriptions.map(({ state }) => state))).toEqual(new Set(['trial', 'current', 'ended']));
  });
});
