import type { Statistic } from '#contract/model/strategy.ts';

export interface StatisticGroup {
  readonly title: string;
  readonly statistics: readonly Statistic[];
}

/**
 * Groups by the platform's own groups, in their order. Statistics without a group are last, under
 * `Other`, with those of a group of that name. Without any group all are under `Statistics`.
 */
export function statisticGroups(statistics: readonly Statistic[]): readonly StatisticGroup[] {
  const isAnyNamed = statistics.some(({ group }) => group.trim() !== '');
  const rest = isAnyNamed ? 'Other' : 'Statistics';
  const groups = Map.groupBy(statistics, ({ group }) => group.trim() || rest);
  const named = [...groups].filter(([title]) => title !== rest);
  const last = groups.get(rest);
  return [...named, ...(last === undefined ? [] : [[rest, last] as const])].map(([title, list]) => ({
    title,
    statistics: list,
  }));
}
