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
 * back. `listed`: the ids in the list. Each creation made strategy 500.
 */
function desk(
  states: readonly ActState[],
  isProvable: boolean,
  readAt = now / 1000,
  msBetween = 1,
  listed: readonly string[] = ['500'],
): StrategyDesk {
  readCount = 0;
  const { command } = createNewSystem;
  const rows = states.map((state, index) => ({
    ...{ command, state, createdAt: now - 1_000 + index * msBetween, changedAt: now - 1_000 + index * msBetween },
    target: { kind: 'person', id: '7001' },
    wanted: { strategy: { name: 'Trend' } },
    shown: { systemId: '500' },
  }));
  const deps = {
    clock: { now: () => now },
    random: { uuid: () => 'plan' },
    acts: {
      listen: () => undefined,
      rowsOf: (...kinds: string[]) => (kinds.includes('person') ? rows : []),
      isProvable: () => isProvable,
    },
    cache: {
      strategies: () => listed.map((systemId) => ({ systemId, name: 'Trend 500' })),
      details: () => null,
      strategiesState: () => ({ readAt }),
    },
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
  [true, 'does not show yet', 1, []],
  [false, 'shows', 1, ['500']],
  [false, 'does not show two minutes later', 121, []],
])('warns of a second strategy: %s after a creation that the list %s', async (mayBeSecond, _, seconds, listed) => {
  const readAt = now / 1000 + seconds - 1;
  const plan = await desk(['DONE'], true, readAt, 1, listed).plan(creation);
  expect(plan.ok && plan.value.checks.some(({ code }) => code === 'second-strategy')).toBe(mayBeSecond);
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

/** The codes of the checks of a plan that ends strategy 101, whose lists were read 20 s earlier. */
async function checksOfEnd(parts: {
  readonly signals?: readonly { readonly state: string }[];
  readonly unreadable?: readonly { readonly working: boolean }[];
  readonly filledSince?: boolean;
  readonly failure?: string;
}): Promise<string[]> {
  const { signals = [], unreadable = [], filledSince = false, failure = null } = parts;
  let positions: object[] = [];
  const read = { failure, readAt: now / 1000 - 20 };
  const names = ['details', 'signalsWorking', 'tradesOpen', 'subscribers'];
  const strategy = { systemId: '101', name: 'Trend', alive: true };
  const deps = {
    clock: { now: () => now },
    random: { uuid: () => 'plan' },
    acts: { listen: () => undefined, rowsOf: () => [], isProvable: () => false },
    cache: {
      strategies: () => [strategy],
      strategiesState: () => ({ readAt: now / 1000 }),
      details: () => strategy,
      datasets: () => Object.fromEntries(names.map((name) => [name, read])),
      positions: () => positions,
      signals: () => [],
      subscribers: () => [],
    },
    autoTrade: { links: () => [] },
    sync: {
      access: { of: () => 'owner' },
      readAgain: async (_: string, datasets: readonly string[]) => {
        if (filledSince && datasets.includes('tradesOpen')) positions = [{}];
        return failure === null;
      },
    },
    signals: () => signals,
    unreadable: () => unreadable,
    notify: () => undefined,
  };
  const end = { kind: 'change', systemId: '101', attributes: { alive: false }, complete: false } as const;
  const plan = await new StrategyDesk(deps as unknown as StrategyDeskDeps).plan(end);
  return plan.ok ? plan.value.checks.map(({ code }) => code) : [plan.failure.code];
}

it.each([
  [['ends'], 'nothing is held and no order is under way', {}],
  [['not-flat', 'ends'], 'an order filled after the lists were read', { filledSince: true }],
  [['not-flat', 'ends'], 'an order waits to be sent', { signals: [{ state: 'queued' }] }],
  [['not-flat', 'ends'], 'an order works that no list shows yet', { signals: [{ state: 'working' }] }],
  [['not-flat', 'ends'], 'a working order cannot be read', { unreadable: [{ working: true }] }],
  [['ends'], 'an ended order cannot be read', { unreadable: [{ working: false }] }],
  [['not-flat', 'ends'], 'the outcome of an order is not known', { signals: [{ state: 'unknown' }] }],
  [['ends'], 'an order has ended', { signals: [{ state: 'traded' }] }],
  [['holdings-old', 'ends'], 'the lists cannot be read now', { failure: 'No answer.' }],
] as const)('the end of a strategy has the checks %j if %s', async (codes, _, parts) => {
  expect(await checksOfEnd(parts)).toEqual(codes);
});
