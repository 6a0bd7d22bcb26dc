import { Check } from 'typebox/value';
import { Id } from '#contract/model/scalars.ts';
import type { Strategy } from '#contract/model/strategy.ts';
import type { ActRow } from '#core/acts/act-row.ts';
import { isActOf } from '#core/acts/act-type.ts';
import { createdIds } from '#core/acts/created-ids.ts';
import { createNewSystem, type StrategiesBeforeCreation } from '#core/acts/strategy-acts.ts';

/** What was known of the strategies just before a creation. `acts`: the earlier acts. */
export function strategiesBefore(strategies: readonly Strategy[], acts: readonly ActRow[]): StrategiesBeforeCreation {
  const listed = strategies.filter((one) => one.listed !== false);
  const times = listed.flatMap(({ createdAt }) => createdAt ?? []);
  const created = createdIds(acts.filter((row) => isActOf(createNewSystem, row)));
  return {
    systemIds: [...new Set([...listed.map(({ systemId }) => systemId), ...created])].filter((id) => Check(Id, id)),
    newestCreatedAt: times.length === 0 ? null : Math.max(...times),
  };
}
