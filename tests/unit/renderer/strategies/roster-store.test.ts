import { SvelteMap } from 'svelte/reactivity';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '#contract/model/profile.ts';
import { done, failed } from '#contract/outcome.ts';
import { demoProfiles } from '#renderer/gallery/demo-status.ts';
import { RosterStore } from '#renderer/strategies/roster-store.svelte.ts';
import { bridgeOf, settle } from '../bridge-of.ts';

const now = 1_000_000;
let answers: Promise<unknown>[];
let connection: SvelteMap<'profileIndex', number>;
let store: RosterStore;

const roster = (systemId: string) => Promise.resolve(done({ entries: [{ systemId }], readAt: now, failure: null }));
const shownIds = () => store.entries.map(({ systemId }) => systemId);

beforeEach(() => {
  answers = [];
  connection = new SvelteMap([['profileIndex', 0]]);
  const { bridge } = bridgeOf(() => answers.shift());
  const profiles: readonly Profile[] = demoProfiles;
  store = new RosterStore(bridge, {
    get profile() {
      return profiles[connection.get('profileIndex') ?? 0] ?? null;
    },
  });
});

describe('the roster', () => {
  it('of one connection is not shown for another', async () => {
    answers.push(roster('1'));
    await store.open(now);
    expect([shownIds(), store.readAt]).toEqual([['1'], now]);
    connection.set('profileIndex', 1);
    expect([shownIds(), store.known, store.readAt]).toEqual([[], false, null]);
    answers.push(roster('2'));
    await store.open(now);
    expect(shownIds()).toEqual(['2']);
  });

  it('that arrives after the connection changed is dropped, and does not block a new reading', async () => {
    const lateAnswer = Promise.withResolvers<unknown>();
    answers.push(lateAnswer.promise);
    void store.refresh();
    expect(store.reading).toBe(true);
    connection.set('profileIndex', 1);
    expect(store.reading).toBe(false);
    answers.push(roster('2'));
    await store.refresh();
    lateAnswer.resolve(await roster('1'));
    await settle();
    expect([shownIds(), store.reading]).toEqual([['2'], false]);
  });

  it.each([
    ['a day old', now + 86_400],
    ['from before the clock was set back', now - 600],
  ])('that is %s is read again when its page is opened', async (_, openedAt) => {
    answers.push(roster('1'));
    await store.open(now);
    answers.push(roster('1'), roster('2'));
    await store.open(openedAt);
    expect(shownIds()).toEqual(['2']);
  });

  it('stays on screen when a later reading fails, and the reason is shown', async () => {
    answers.push(roster('1'));
    await store.open(now);
    answers.push(Promise.resolve(failed('offline', 'No network.')));
    await store.refresh();
    expect([shownIds(), store.failure]).toEqual([['1'], 'No network.']);
  });
});
