import { expect, it } from 'vitest';
import type { ActState } from '#contract/model/act.ts';
import { createNewSystem } from '#core/acts/strategy-acts.ts';
import { StrategyDesk, type StrategyDeskDeps } from '#core/strategies/strategy-desk.ts';

const now = 1_800_000_000_000;

let readCount = 0;

/**
 * The desk of person 7001 with creations of the strategy `Trend`, the oldest first. `isProvable`:
 * a reading can prove whether a creation took effect. `readAt`: when the list of strategies was
 * read, unix seconds. `msBetween`: from one creation to the next, below zero if the clock was set
 * back.
 */
function desk(states: readonly ActState[], isProvable: boolean, readAt = now / 1000, msBetween = 1): StrategyDesk {
  readCount = 0;
  const { command } = createNewSystem;
  const rows = states.map((state, index) => ({
    ...{ command, state, createdAt: now - 1_000 + index * msBetween, changedAt: now - 1_000 + index * msBetween },
    target: { kind: 'person', id: '7001' },
    wanted: { strategy: { name: 'Trend' } },
  }));
  const deps = {
    clock: { now: () => now },
    random: { uuid: () => 'plan' },
    acts: {
      listen: () => undefined,
      rowsOf: (...kinds: string[]) => (kinds.includes('person') ? rows : []),
      isProvable: () => isProvable,
    },
    cache: { strategies: () => [], details: () => null, strategiesState: () => ({ readAt }) },
    sync: { readStrategies: async () => void (readCount += 1) },
    notify: () => undefined,
  };
  return new StrategyDesk(deps as unknown as StrategyDeskDeps);
}

const creation = {
  kind: 'create',
  strategy: {
    ...{ name: 'Trend', longDescription: 'New', ownerPersonId: '7001', startingCapital: 50_000 },
    ...{ visible: null, creditSeconds: null },
  },
} as const;

const histories: readonly (readonly [mayBeSecond: boolean, states: readonly ActState[], isProvable: boolean])[] = [
  [true, ['ABSENT'], true],
  [true, ['ABSENT', 'REFUSED'], true],
  [true, ['ABSENT', 'NOT_SENT'], true],
  [true, ['DIFFERS'], true],
  [true, ['UNKNOWN'], false],
  [false, ['UNKNOWN'], true],
  [false, ['REFUSED'], true],
  [false, ['ABSENT', 'DONE'], true],
];

it.each(histories)('warns of a second strategy: %s after %j, provable: %s', async (mayBeSecond, states, isProvable) => {
  const plan = await desk(states, isProvable).plan(creation);
  expect(plan.ok && plan.value.checks.some(({ code }) => code === 'second-strategy')).toBe(mayBeSecond);
});

it('warns of a second strategy if the clock was set back before the creation that was not found', async () => {
  const plan = await desk(['DONE', 'ABSENT'], true, now / 1000, -3_600_000).plan(creation);
  expect(plan.ok && plan.value.checks.some(({ code }) => code === 'second-strategy')).toBe(true);
});

it.each([
  [0, 60],
  [1, 61],
  // The clock was set back after the reading, so the list may be of any age.
  [1, -600],
])('reads the list of strategies %s times if it was read %s seconds earlier', async (count, age) => {
  await desk([], true, now / 1000 - age).plan(creation);
  expect(readCount).toBe(count);
});

it.each([
  ['once if it was read in the same second as the last creation', 1, 1],
  ['not again if it was read after the last creation', 0, 0],
])('before a change of an unlisted strategy, reads the list of strategies %s', async (_, count, age) => {
  const change = { kind: 'change', systemId: '102', attributes: { monthlyFee: 49 }, complete: false } as const;
  const plan = await desk(['DONE'], true, now / 1000 - age).plan(change);
  expect(readCount).toBe(count);
  expect(plan).toMatchObject({ ok: false, failure: { code: 'unknown-strategy' } });
});

/** The clones that are shown as unfinished if the new strategy has this monthly fee. */
function unfinishedClones(monthlyFee: string): unknown {
  const { command } = createNewSystem;
  const strategy = { ...creation.strategy, name: 'Trend 2' };
  const cloned = {
    ...{ command, state: 'DONE', createdAt: now - 1_000, changedAt: now - 1_000, intentId: 'clone' },
    target: { kind: 'person', id: '7001' },
    wanted: { strategy, clone: { sourceId: '101', attributes: { monthlyFee: 49 } } },
    shown: { systemId: '102' },
  };
  const deps = {
    acts: { listen: () => undefined, rowsOf: (...kinds: string[]) => (kinds.includes('person') ? [cloned] : []) },
    cache: { strategies: () => [], details: (systemId: string) => (systemId === '102' ? { monthlyFee } : null) },
    notify: () => undefined,
  };
  const shown = new StrategyDesk(deps as unknown as StrategyDeskDeps).changes();
  return shown.ok && shown.value.unfinished.map(({ systemId }) => systemId);
}

it('shows a clone as unfinished only while an attribute differs from the requested one', () => {
  expect(unfinishedClones('49.00')).toEqual([]);
  expect(unfinishedClones('29.00')).toEqual(['102']);
});
