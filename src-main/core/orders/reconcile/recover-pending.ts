import { alarmNotice } from '#core/orders/order-notices.ts';
import type { CancelRow } from '#core/orders/journal/cancel-row.ts';
import type { DeskParts } from '#core/orders/desk-parts.ts';
import { isUnderCheck } from '#core/orders/journal/row-states.ts';

/**
 * Continues with the rows that an earlier run left without an outcome. Nothing is sent
 * automatically, and no order that may have been sent is forgotten.
 */
export function recoverPending({
  deps,
  rows,
  recorder,
  reconciler,
  absentWatch,
  journalWatch,
  cancelChanged,
  replaceSteps,
}: DeskParts): void {
  const at = deps.clock.now();
  for (const row of rows.all()) {
    // Notices are not stored, and the row itself is shown only in its own strategy.
    const alarm = alarmNotice(undefined, row);
    if (alarm !== null) deps.notify(alarm);
    const reason = { code: 'hold.program-ended' } as const;
    if (row.state === 'QUEUED') recorder.record(row.rowId, { type: 'held', at, reason });
    if (row.resendAsked === true) recorder.record(row.rowId, { type: 'resend-dropped', at, reason });
    if (row.state === 'SENDING') {
      recorder.record(row.rowId, { type: 'found-at-start', at, reason: { code: 'lost.program-ended' } });
    }
    if (isUnderCheck(row)) reconciler.add(row, null);
  }
  for (const row of rows.cancels()) {
    if (row.state !== 'QUEUED' && row.state !== 'SENDING' && row.state !== 'UNKNOWN') continue;
    const dropped: CancelRow = { ...row, state: 'DROPPED', version: row.version + 1, changedAt: at };
    deps.journal.saveCancel(dropped);
    cancelChanged(dropped);
  }
  replaceSteps.recoverPending();
  absentWatch.begin();
  journalWatch.start();
}
