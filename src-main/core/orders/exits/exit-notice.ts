import type { Text } from '#contract/message.ts';
import type { ExitProgress } from '#contract/model/exit.ts';
import type { Notice } from '#contract/model/status.ts';

export const incompleteNoticeId = (planId: string): string => `exit-${planId}`;

/**
 * The notice for a run that did not do all. It reaches the trader also while another strategy is
 * chosen. The note of the last reading names what is not closed.
 */
export function incompleteNotice(
  { planId, systemId, steps }: Pick<ExitProgress, 'planId' | 'systemId' | 'steps'>,
  { summary, strategy, at }: { readonly summary: Text; readonly strategy: string; readonly at: number },
): Notice {
  const open = steps.filter(({ state }) => state !== 'done').map(({ text, note }) => ({ text, note }));
  return {
    id: incompleteNoticeId(planId),
    level: 'danger',
    title: { code: 'exit.incomplete', summary },
    text: { code: 'exit.incomplete-steps', strategy, steps: open },
    at,
    rowId: null,
    systemId,
  };
}
