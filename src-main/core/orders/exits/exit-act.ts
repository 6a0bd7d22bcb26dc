import type { CommandOutcome } from '#contract/commands.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import type { Position } from '#contract/model/trade.ts';
import { failed } from '#contract/outcome.ts';
import { newRunRow, type RunRow } from '#core/orders/journal/run-row.ts';
import type { ExitDeskDeps } from './exit-desk-deps.ts';
import type { PlannedExit } from './exit-steps.ts';
import type { PlannedRequest } from './plan-exit.ts';

export type ExitAct = Extract<RunRow['act'], { kind: 'exit' }>;
export type ExitRunRow = RunRow & { readonly act: ExitAct };

export const isExitRun = (row: RunRow): row is ExitRunRow => row.act.kind === 'exit';

/**
 * The journal row of a run that is about to start. It contains the entry of a reversal, so that the
 * entry can be resumed alone.
 */
export function newExitRunRow(deps: ExitDeskDeps, intentId: string, planId: string, plan: PlannedExit): ExitRunRow {
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

/**
 * `entry` is set if only the entry of the reversal remains. It is null if the whole request is
 * planned again.
 */
type RemainingPlan = { readonly request: PlannedRequest; readonly entry: Ticket | null };

/**
 * What remains to be planned of an interrupted run, or why the run cannot be resumed. A partial
 * close has to be requested again, because the part may be closed already.
 */
export function restOf(
  { entry, request, steps }: ExitAct,
  positions: readonly Position[],
): RemainingPlan | Extract<CommandOutcome<'orders.plan-exit'>, { ok: false }> {
  if (request.kind === 'resume' || request.kind === 'scale-out') {
    return failed('not-possible', { code: 'exit.plan-again' });
  }
  if (request.kind !== 'reverse' || entry === null) return { request, entry: null };
  if (positions.some(({ id }) => id === request.positionId)) return { request, entry: null };
  const last = steps.at(-1)?.state;
  const entryBegan = last !== 'waiting' && last !== 'skipped';
  return entryBegan ? failed('nothing-to-do', { code: 'exit.entry-begun' }) : { request, entry };
}

/** Unix seconds at which the latest exit of unknown outcome was sent. Null if there is none. */
export function unknownExitSentAt(signals: readonly Signal[]): number | null {
  const sent = signals.flatMap(({ action, state, journal }) => {
    const isUnknown = state === 'unknown' || (state === 'absent' && journal?.state === 'PROBABLY_ABSENT');
    return isUnknown && (action === 'STC' || action === 'BTC') && journal?.sentAt != null ? [journal.sentAt] : [];
  });
  return sent.length === 0 ? null : Math.max(...sent);
}
