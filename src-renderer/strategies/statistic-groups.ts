import type { Statistic } from '#contract/model/strategy.ts';

export interface StatisticGroup {
  readonly title: string;
  readonly statistics: readonly Statistic[];
}

/**
 * Groups by the platform's own groups, in their order. Statistics without a group are last, under
 * `Other`.
 */
export function statisticGroups(statistics: readonly Statistic[]): readonly StatisticGroup[] {
  const groups = Map.groupBy(statistics, ({ group }) => group.trim());
  const named = [...groups].filter(([title]) => title !== '').map(([title, list]) => ({ title, statistics: list }));
  const rest = groups.get('');
  return rest === undefined
    ? named
    : [...named, { title: named.length === 0 ? 'Statistics' : 'Other', statistics: rest }];
}
