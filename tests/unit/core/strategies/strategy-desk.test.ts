import { expect, it } from 'vitest';
import type { ActState } from '#contract/model/act.ts';
import { createNewSystem } from '#core/acts/strategy-acts.ts';
import { StrategyDesk, type StrategyDeskDeps } from '#core/strategies/strategy-desk.ts';

const now = 1_800_000_000_000;

/** The desk of person 7001 with creations of the strategy `Trend`, the oldest first. */
function desk(states: readonly ActState[], isProvable: boolean): StrategyDesk {
  const { command } = createNewSystem;
  const rows = states.map((state, index) => ({
    ...{ command, state, createdAt: now - 1_000 + index },
    target: { kind: 'person', id: '7001' },
    wanted: { strategy: { name: 'Trend' } },
  }));
  const deps = {
    clock: { now: () => now },
    random: { uuid: () => 'plan' },
    acts: {
      listen: () => undefined,
      rowsOf: (kind: string) => (kind === 'person' ? rows : []),
      isProvable: () => isProvable,
    },
    cache: { strategies: () => [], strategiesState: () => ({ readAt: now / 1000 }) },
    sync: { readStrategies: () => Promise.resolve() },
    notify: () => undefined,
  };
  return new StrategyDesk(deps as unknown as StrategyDeskDeps);
}

const histories: readonly (readonly [boolean, readonly ActState[], boolean])[] = [
  [true, ['ABSENT'], true],
  [true, ['ABSENT', 'REFUSED'], true],
  [true, ['ABSENT', 'NOT_SENT'], true],
  [true, ['DIFFERS'], true],
  [true, ['UNKNOWN'], false],
  [false, ['UNKNOWN'], true],
  [false, ['REFUSED'], true],
  [false, ['ABSENT', 'DONE'], true],
];

it.each(histories)('may be a second strategy: %s after %j, provable %s', async (isSecond, states, isProvable) => {
  const optional = { visible: null, creditSeconds: null };
  const strategy = { name: 'Trend', longDescription: 'New', ownerPersonId: '7001', startingCapital: 50_000 };
  const plan = await desk(states, isProvable).plan({ kind: 'create', strategy: { ...strategy, ...optional } });
  expect(plan.ok && plan.value.checks.some(({ code }) => code === 'second-strategy')).toBe(isSecond);
});
