import type { Signal } from '#contract/model/signal.ts';
import { newRunRow, type RunRow } from '#core/orders/journal/run-row.ts';
import type { ExitDeskDeps } from './exit-desk-deps.ts';
import type { PlannedExit } from './exit-steps.ts';

export type ExitAct = Extract<RunRow['act'], { kind: 'exit' }>;
export type ExitActRow = RunRow & { readonly act: ExitAct };

export const isExitAct = (row: RunRow): row is ExitActRow => row.act.kind === 'exit';

/**
 * The journal row of a run that is about to start. It contains the entry of a reversal, so that the
 * entry can be resumed alone.
 */
export function beginRun(deps: ExitDeskDeps, intentId: string, planId: string, plan: PlannedExit): ExitActRow {
  const { request } = plan;
  const entry = plan.steps.find(({ newRisk }) => newRisk)?.task;
  const act: ExitAct = {
    kind: 'exit',
    planId,
    request,
    entry: entry?.kind === 'order' ? entry.ticket : null,
    steps: [],
    choice: null,
  };
  const { clock, profile } = deps;
  return { ...newRunRow({ intentId, systemId: request.systemId, act, profile, at: clock.now() }), act };
}

/** Unix seconds at which the latest exit of unknown outcome was sent. Null where there is none. */
export function unknownExitSentAt(signals: readonly Signal[]): number | null {
  const sent = signals.flatMap(({ action, state, journal }) => {
    const isOpen = state === 'unknown' || (state === 'absent' && journal?.state === 'PROBABLY_ABSENT');
    return isOpen && (action === 'STC' || action === 'BTC') && journal?.sentAt != null ? [journal.sentAt] : [];
  });
  return sent.length === 0 ? null : Math.max(...sent);
}
