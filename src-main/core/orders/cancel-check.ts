import type { Clock, Random } from '#core/ports.ts';
import type { CancelEntry } from './cancel-entry.ts';
import type { CancelRow } from './cancel-row.ts';
import { claimedByOthers } from './claims.ts';
import type { DeskRows } from './desk-rows.ts';
import type { OrderEvent } from './order-event.ts';
import type { OrderRow } from './order-row.ts';
import type { Recorder } from './recorder.ts';

type Parts = {
  readonly clock: Clock;
  readonly random: Random;
  readonly rows: DeskRows;
  readonly recorder: Recorder;
  readonly cancels: CancelEntry;
  /** Asks for both lists to be read again. */
  readonly nudge: (systemId: string) => void;
};

/** Milliseconds after which a check that proved nothing is made once more (T_late). */
const againMs = 120_000;
const doubtful = ['UNKNOWN', 'AMBIGUOUS', 'PROBABLY_ABSENT', 'CLOSED_ABSENT'];

/**
 * What a cancel under our own id proves of an order whose fate is open (order-safety 4.5): canceled now or before, or
 * traded, and it had landed. Any other answer proves nothing: the lists are read again, and a check that the user asked
 * for is made once more when a late order must be there.
 */
export class CancelCheck {
  readonly #parts: Parts;
  readonly #checks = new Map<string, { readonly rowId: string; readonly isLast: boolean }>();
  readonly #timers = new Map<string, () => void>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  ask(row: OrderRow): void {
    this.#send(row, false);
  }

  /** A cancel moved: of a check, or any other that named an order by our own id. */
  moved(cancel: CancelRow): void {
    if (cancel.state === 'QUEUED' || cancel.state === 'SENDING') return;
    const row = this.#parts.rows.find(cancel.rowId);
    const check = this.#checks.get(cancel.cancelId);
    if (row?.ownId !== cancel.signalId || !doubtful.includes(row.state) || this.#parts.recorder.waits(row.rowId))
      return;
    if (cancel.state === 'CANCELED' || cancel.state === 'TOO_LATE') {
      this.#parts.recorder.record(row.rowId, this.#proof(row, cancel));
      return;
    }
    if (cancel.state === 'UNKNOWN' || cancel.state === 'DROPPED' || !check) return;
    this.#parts.nudge(row.ticket.systemId);
    if (!check.isLast) this.#later(row.rowId);
  }

  close(): void {
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  #proof(row: OrderRow, cancel: CancelRow): Extract<OrderEvent, { type: 'cancel-proved' }> {
    const at = this.#parts.clock.now();
    const status = cancel.state === 'TOO_LATE' ? 'traded' : 'canceled';
    const { serviceId } = cancel;
    // Another row's record is never taken (J7): the answer proves the landing, not which record it is.
    const free = serviceId != null && !claimedByOthers(this.#parts.rows.all(), row.rowId).has(serviceId);
    return {
      type: 'cancel-proved',
      at,
      serviceIds: { ...row.serviceIds, signal: row.serviceIds.signal ?? (free ? serviceId : null) },
      mirror: { status, tradedPrice: null, at: Math.floor(at / 1000) },
      alarm: null,
      evidence: `the answer to cancelling its own id: ${cancel.answer.join(' · ')}`,
    };
  }

  #later(rowId: string): void {
    this.#timers.get(rowId)?.();
    const cancel = this.#parts.clock.after(againMs, () => {
      this.#timers.delete(rowId);
      const row = this.#parts.rows.find(rowId);
      if (row && doubtful.includes(row.state)) this.#send(row, true);
    });
    this.#timers.set(rowId, cancel);
  }

  #send(row: OrderRow, isLast: boolean): void {
    const intentId = this.#parts.random.uuid();
    // Known before it is sent: its answer may come before `send` returns.
    this.#checks.set(`${intentId}#0`, { rowId: row.rowId, isLast });
    const request = { rowId: row.rowId, signalId: row.ownId, covers: [] };
    this.#parts.cancels.send(intentId, row.ticket.systemId, [request]);
  }
}
