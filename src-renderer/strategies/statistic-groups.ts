import type { Statistic } from '#contract/model/strategy.ts';

export interface StatisticGroup {
  readonly title: string;
  readonly statistics: readonly Statistic[];
}

/**
 * Groups the statistics by the platform's own groups, in their order. Statistics without a group
 * come last, under `Other`, together with those of a platform group of that name. If no statistic
 * has a group, all of them are under `Statistics`.
 */
export function statisticGroups(statistics: readonly Statistic[]): readonly StatisticGroup[] {
  const hasAnyGroup = statistics.some(({ group }) => group.trim() !== '');
  const restTitle = hasAnyGroup ? 'Other' : 'Statistics';
  const groups = Map.groupBy(statistics, ({ group }) => group.trim() || restTitle);
  const named = [...groups].filter(([title]) => title !== restTitle);
  const restStatistics = groups.get(restTitle);
  return [...named, ...(restStatistics === undefined ? [] : [[restTitle, restStatistics] as const])].map(
    ([title, list]) => ({
      title,
      statistics: list,
    }),
  );
}
