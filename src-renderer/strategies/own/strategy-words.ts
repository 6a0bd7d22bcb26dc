import type { ActState } from '#contract/model/act.ts';
import type { StrategyPlan } from '#contract/model/strategy-change.ts';
import type { TaskKind } from './strategy-draft.ts';

export const taskWords: Readonly<Record<TaskKind, { readonly title: string; readonly apply: string }>> = {
  create: { title: 'New strategy', apply: 'Create strategy' },
  clone: { title: 'Clone', apply: 'Create clone' },
  change: { title: 'Edit', apply: 'Send change' },
};

/** What each request of a plan does. */
export const actTitles: Readonly<Record<StrategyPlan['acts'][number]['command'], string>> = {
  createNewSystem: 'Created with',
  changeSystemAttribute: 'Then set',
};

const confirmedTexts: Readonly<Record<TaskKind, string>> = {
  create: 'The platform confirmed the new strategy.',
  clone: 'The platform confirmed the clone.',
  change: 'The platform confirmed the change.',
};
const unclearTexts: Readonly<Record<TaskKind, string>> = {
  create: 'The new strategy has no clear answer: it may exist. The list of strategies is read to find out.',
  clone: 'The clone has no clear answer: it may exist. The list of strategies is read to find out.',
  change: 'The change has no clear answer. The details are read to find out.',
};

/** The outcome of a request that was sent. */
export function sentText(kind: TaskKind, state: ActState, unfinished: boolean): string {
  if (unfinished)
    return 'The clone was created, but not all of its attributes were set. Press Continue in its details.';
  if (state === 'DONE') return confirmedTexts[kind];
  if (state === 'DIFFERS') return 'The platform confirmed less than was sent. Look at the change under Activity.';
  return unclearTexts[kind];
}
