import { platformWords } from '#core/orders/platform-words.ts';
import type { Clock, Random } from '#core/ports.ts';
import { serviceNow, type ServiceClock } from '#core/service-now.ts';
import type { CancelDesk } from './cancel-desk.ts';
import { isPendingCancel, type CancelRow } from '#core/orders/journal/cancel-row.ts';
import { claimedByOthers } from '#core/orders/journal/claims.ts';
import type { DeskRows } from '#core/orders/blotter/desk-rows.ts';
import type { OrderEvent } from '#core/orders/journal/order-event.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import type { Recorder } from '#core/orders/journal/recorder.ts';

type Parts = {
  readonly clock: Clock;
  readonly random: Random;
  readonly serviceClockOffsetMs: ServiceClock['serviceClockOffsetMs'];
  readonly rows: DeskRows;
  readonly recorder: Recorder;
  readonly cancels: CancelDesk;
  /** Asks for both signal lists of the strategy to be read again. */
  readonly scheduleRefresh: (systemId: string) => void;
};

/** A check that proved nothing is sent once more after this time (T_late), milliseconds. */
const retryMs = 120_000;
const unresolvedStates = ['UNKNOWN', 'AMBIGUOUS', 'PROBABLY_ABSENT', 'CLOSED_ABSENT'];

/**
 * Checks by a cancel whether an order of unknown outcome arrived (order-safety 4.5). The cancel
 * names the order's own signal id. The order arrived if the answer says that it is canceled now,
 * was canceled before, or has traded. Any other answer proves nothing: the lists are read again,
 * and the check is sent once more after T_late.
 */
export class CancelCheck {
  readonly #parts: Parts;
  readonly #checks = new Map<string, { readonly rowId: string; readonly isLast: boolean }>();
  readonly #timers = new Map<string, () => void>();
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  sendCancel(row: OrderRow): void {
    this.#send(row, false);
  }

  /**
   * Called when any cancel changed its state. A cancel of the trader proves the same as a check, if
   * it named the order's own signal id.
   */
  cancelChanged(cancel: CancelRow): void {
    if (isPendingCancel(cancel)) return;
    const row = this.#parts.rows.find(cancel.rowId);
    const check = this.#checks.get(cancel.cancelId);
    if (
      row?.ownId !== cancel.signalId ||
      !unresolvedStates.includes(row.state) ||
      this.#parts.recorder.hasUnwritten(row.rowId)
    )
      return;
    if (cancel.state === 'CANCELED' || cancel.state === 'TOO_LATE') {
      this.#parts.recorder.record(row.rowId, this.#proof(row, cancel));
      return;
    }
    if (cancel.state === 'UNKNOWN' || cancel.state === 'DROPPED' || !check) return;
    this.#parts.scheduleRefresh(row.ticket.systemId);
    if (!check.isLast && !this.#closed) this.#retryLater(row);
  }

  /** Cancels in flight may still end, and are not repeated. */
  close(): void {
    this.#closed = true;
    for (const stopTimer of this.#timers.values()) stopTimer();
    this.#timers.clear();
  }

  #proof(row: OrderRow, cancel: CancelRow): Extract<OrderEvent, { type: 'cancel-proved' }> {
    const at = this.#parts.clock.now();
    const status = cancel.state === 'TOO_LATE' ? 'traded' : 'canceled';
    const { serviceId } = cancel;
    // A record of another row is never claimed (order-safety J7): the answer proves that the order
    // arrived, not which record it is.
    const isFree = serviceId != null && !claimedByOthers(this.#parts.rows.all(), row.rowId).has(serviceId);
    return {
      type: 'cancel-proved',
      at,
      serviceIds: { ...row.serviceIds, signal: row.serviceIds.signal ?? (isFree ? serviceId : null) },
      // By the platform's clock, like the end that a list shows.
      mirror: { status, tradedPrice: null, at: Math.floor(serviceNow(this.#parts) / 1000) },
      alarm: null,
      evidence: { rule: 'cancel-answer', answer: platformWords(cancel.answer) },
    };
  }

  #retryLater({ rowId, attempts }: OrderRow): void {
    this.#timers.get(rowId)?.();
    const stopTimer = this.#parts.clock.after(retryMs, () => {
      this.#timers.delete(rowId);
      const row = this.#parts.rows.find(rowId);
      // The check was about an earlier send. If the order was sent again since, the trader wants
      // it, so it must not be canceled.
      const isSameSend = row?.attempts === attempts && row.resendAsked !== true;
      if (row && isSameSend && unresolvedStates.includes(row.state)) this.#send(row, true);
    });
    this.#timers.set(rowId, stopTimer);
  }

  #send(row: OrderRow, isLast: boolean): void {
    const intentId = this.#parts.random.uuid();
    // Registered before it is sent, because its answer may arrive before `send` returns.
    this.#checks.set(`${intentId}#0`, { rowId: row.rowId, isLast });
    const request = { rowId: row.rowId, signalId: row.ownId, covers: [] };
    this.#parts.cancels.send(intentId, row.ticket.systemId, [request]);
  }
}
