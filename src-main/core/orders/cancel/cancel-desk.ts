import { unsentFacts } from '#core/sending/sending-facts.ts';
import { done, failed } from '#contract/outcome.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { CancelPlan } from '#contract/model/ticket.ts';
import { planCancel, type CancelSteps, type PlannedCancel } from './cancel-plan.ts';
import type { CancelRow } from '#core/orders/journal/cancel-row.ts';
import type { CancelRunner } from './cancel-runner.ts';
import type { DeskRows } from '#core/orders/blotter/desk-rows.ts';
import type { OrderDeskDeps } from '#core/orders/order-desk-deps.ts';
import type { Recorder } from '#core/orders/journal/recorder.ts';
import { unreadableRecords } from '#core/orders/blotter/unreadable-records.ts';

type Parts = {
  readonly deps: Pick<OrderDeskDeps, 'clock' | 'journal' | 'profile' | 'state'>;
  readonly rows: DeskRows;
  readonly recorder: Recorder;
  readonly runner: CancelRunner;
};

/** Plans and sends cancels. No lock, no cap and no kill switch applies here. */
export class CancelDesk {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  plan(systemId: string, rowIds: readonly string[]): CancelPlan {
    return this.#planned(systemId, rowIds).plan;
  }

  cancel(intentId: string, systemId: string, rowIds: readonly string[]): CommandOutcome<'orders.cancel'> {
    const { deps, recorder, runner } = this.#parts;
    if (deps.journal.knowsIntent(intentId)) return this.#answerAgain(intentId, systemId, rowIds);
    if (runner.isClosed) return failed('blocked', { code: 'cancel.connection-closed' });
    const { plan, requests, withdrawn } = this.#planned(systemId, rowIds);
    for (const rowId of withdrawn) recorder.record(rowId, { type: 'abandoned', at: deps.clock.now() });
    this.#dropResends(requests);
    this.send(intentId, systemId, requests);
    const queued = [...withdrawn, ...requests.map(({ rowId }) => rowId)];
    return done({ queued, skipped: plan.skipped.map(({ rowId }) => rowId) });
  }

  /**
   * Answers the same press again without sending anything. The request is refused if the intent id
   * was not used for cancels of this strategy, or if it names an order that the first request did
   * not cancel and that can be canceled now.
   */
  #answerAgain(intentId: string, systemId: string, rowIds: readonly string[]): CommandOutcome<'orders.cancel'> {
    const earlier = [...this.#parts.deps.journal.cancels()].filter(
      (row) => row.intentId === intentId && row.systemId === systemId,
    );
    const canceled = new Set(earlier.flatMap(({ rowId, covers }) => [rowId, ...covers]));
    const others = rowIds.filter((rowId) => !canceled.has(rowId));
    const { plan, requests, withdrawn } = this.#planned(systemId, others);
    const isDifferentRequest = earlier.length === 0 || requests.length > 0 || withdrawn.length > 0;
    if (isDifferentRequest) return failed('blocked', { code: 'order.intent-used' });
    return done({ queued: earlier.map(({ rowId }) => rowId), skipped: plan.skipped.map(({ rowId }) => rowId) });
  }

  /** Sends these cancels as they are. `first` is the number of the first one within the intent. */
  send(intentId: string, systemId: string, requests: readonly PlannedCancel[], first = 0): readonly CancelRow[] {
    const rows = requests.map((request, index) => this.#row(intentId, first + index, systemId, request));
    this.#parts.runner.enqueue(rows);
    return rows;
  }

  /**
   * Drops pending requests to send these orders again: the orders would be sent after the cancel.
   */
  #dropResends(requests: readonly PlannedCancel[]): void {
    const { deps, recorder, rows } = this.#parts;
    for (const { rowId } of requests) {
      if (rows.find(rowId)?.resendAsked !== true || recorder.hasUnwritten(rowId)) continue;
      recorder.record(rowId, { type: 'resend-dropped', at: deps.clock.now(), reason: { code: 'hold.canceled' } });
    }
  }

  #planned(systemId: string, rowIds: readonly string[]): CancelSteps {
    const { deps, rows } = this.#parts;
    const signals = rows.signals(systemId);
    return planCancel(
      signals,
      rowIds,
      unreadableRecords(deps.state.unreadable(systemId), () => signals),
    );
  }

  #row(intentId: string, index: number, systemId: string, request: PlannedCancel): CancelRow {
    const { clock, profile } = this.#parts.deps;
    return {
      ...request,
      covers: [...request.covers],
      cancelId: `${intentId}#${index}`,
      intentId,
      profileId: profile.id,
      mode: profile.mode,
      systemId,
      state: 'QUEUED',
      ...unsentFacts(clock.now()),
    };
  }
}
