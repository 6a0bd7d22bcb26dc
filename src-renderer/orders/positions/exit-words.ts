import type { ExitPlan, ExitProgress, ExitRequest } from '#contract/model/exit.ts';
import { failureLines, type FailureTexts } from '#renderer/messages/failure-lines.ts';
import { words } from '#renderer/messages/words.ts';

export const exitKindWords: Readonly<Record<Exclude<ExitRequest['kind'], 'resume'>, string>> = {
  flatten: 'Flatten',
  close: 'Close',
  reverse: 'Reverse',
  'scale-out': 'Partial close',
  protect: 'Protect',
  'keep-overnight': 'Keep overnight',
  trim: 'Cancel excess',
};

/** The words of the dialog that flattens a strategy or resumes a run. */
type RunWords = { readonly label: string; readonly running: string; readonly hint: string };

export const panicWords: RunWords = {
  label: 'Flatten all',
  running: 'Flattening…',
  hint: 'Enter flattens · Esc cancels',
};

/** The words for resuming an interrupted run of any kind. */
export const resumeWords: RunWords = {
  label: 'Resume',
  running: 'Resuming…',
  hint: 'Enter resumes · Esc cancels',
};

/** The text of a refusal, for a toast. It begins with the summary of the plan. */
export const refusalText = ({ summary }: ExitPlan, failure: FailureTexts): string =>
  `${words(summary)}: ${failureLines(failure).join(' ')}`;

/** `openCount`: the number of positions that the plan leaves open. */
export function runTitle(
  { kind, state, verifiedFlatAt }: Pick<ExitProgress, 'kind' | 'state' | 'verifiedFlatAt'>,
  { running }: RunWords,
  openCount: number,
): string {
  if (state === 'running') return running;
  if (verifiedFlatAt !== null) return 'Flat';
  if (state === 'incomplete') return kind === 'flatten' ? 'Not verified flat' : 'Not all was done';
  if (openCount === 0) return 'Done';
  return `Done: ${openCount} ${openCount === 1 ? 'position remains' : 'positions remain'} open`;
}
