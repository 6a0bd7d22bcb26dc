import type { ExitProgress, PlanRow } from '#contract/model/exit.ts';

/** The rows of a running plan: the confirmed table, and steps that were added since. */
export function stepRows({ steps }: Pick<ExitProgress, 'steps'>, agreed: readonly PlanRow[]): PlanRow[] {
  const shown = new Set(agreed.map(({ step }) => step));
  const added = steps.filter(({ id }) => !shown.has(id)).map(({ id, text }) => plainRow(id, text));
  return [...agreed, ...added];
}

const plainRow = (step: string, what: PlanRow['what']): PlanRow => ({
  step,
  symbol: null,
  what,
  size: null,
  profit: null,
  stopLost: null,
  trades: null,
  requests: 0,
  seconds: 0,
  newRisk: false,
});
