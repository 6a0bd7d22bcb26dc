import { limits } from '#contract/limits.ts';
import type { Text } from '#contract/message.ts';
import type { SignalRecord } from '#core/signal-record.ts';
import type { Clock, Random } from '#core/ports.ts';
import type { CancelEntry } from '../cancel-entry.ts';
import { planCancel } from '../cancel-plan.ts';
import type { CancelRow } from '../cancel-row.ts';
import type { DeskRows } from '../desk-rows.ts';
import type { OrderRow } from '../order-row.ts';
import type { Recorder } from '../recorder.ts';
import { replacedOrder } from './replacement.ts';

type Parts = {
  readonly clock: Clock;
  readonly random: Random;
  readonly rows: DeskRows;
  readonly recorder: Recorder;
  readonly cancels: CancelEntry;
  readonly positions: (systemId: string) => readonly { readonly symbol: string }[];
};

/** Sends the new order, or says why it stays on hold. */
type Release = (row: OrderRow) => Text | null;
type Begun = { readonly at: number; readonly release: Release; readonly stopTimer: () => void };

/**
 * Replacing in two steps: the new order is HELD in the journal before the cancel of the old one leaves, and is sent only on
 * proof that the old one is canceled. An order that is in no list any more proves nothing. What is not proved within
 * `orderQueueMs`, or was begun by an earlier run, waits for a new confirm.
 */
export class ReplaceSteps {
  readonly #parts: Parts;
  /** Asked for in this run, by row. */
  readonly #begun = new Map<string, Begun>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The row is HELD and says in the journal what is to be canceled first. */
  begin(row: OrderRow, release: Release): void {
    const { cancels, clock, random, rows } = this.#parts;
    const { systemId, replaces } = row.ticket;
    if (replaces === null) return;
    this.#begun.get(row.rowId)?.stopTimer();
    const stopTimer = clock.after(limits.orderQueueMs + 1, () => this.#tooLate(row.rowId));
    this.#begun.set(row.rowId, { at: clock.monotonic(), release, stopTimer });
    const signals = rows.signals(systemId);
    const old = replacedOrder(row.ticket, signals)?.signal;
    const [planned] = old ? planCancel(signals, [old.rowId]).requests : [];
    const plain = { rowId: old?.rowId ?? `s${replaces.serviceId}`, signalId: replaces.serviceId, covers: [] };
    cancels.send(random.uuid(), systemId, [planned ?? plain]);
  }

  /** What an earlier run left: its proof may be in the journal, and nothing goes by itself. */
  takeUp(): void {
    const cancels = this.#parts.rows.cancels();
    for (const row of this.#parts.rows.open().filter(isOnHold)) {
      const last = cancels.findLast((cancel) => cancel.createdAt >= row.confirmedAt && names(row, cancel));
      const isAnswered = last?.state === 'CANCELED' || last?.state === 'TOO_LATE';
      if (isAnswered && !isProved(row)) this.#answered(row, last);
      const now = this.#parts.rows.find(row.rowId);
      if (now && isOnHold(now)) this.#stay(now, { code: 'replace.interrupted', canceled: isProved(now) });
    }
  }

  /** A cancel has its answer. */
  moved(cancel: CancelRow): void {
    if (cancel.state === 'QUEUED' || cancel.state === 'SENDING') return;
    for (const row of this.#waiting(cancel.systemId)) if (names(row, cancel)) this.#answered(row, cancel);
  }

  /** The lists of this strategy were read. */
  listed(systemId: string, records: readonly SignalRecord[]): void {
    for (const row of this.#waiting(systemId)) {
      const ids = row.cancelFirst?.names ?? [];
      const old = records.find(({ serviceId, ownId }) => ids.includes(serviceId) || ids.includes(ownId ?? ''));
      if (old?.status === 'traded') this.#traded(row, `signal ${old.serviceId} is traded`);
      else if (old?.status === 'canceled' && old.canceledAt !== null) {
        this.#proved(row, `signal ${old.serviceId} has a canceled_time`, true);
      }
    }
  }

  /** The connection was lost or left: what is not on its way waits for a new confirm. */
  forget(): void {
    for (const { stopTimer } of this.#begun.values()) stopTimer();
    this.#begun.clear();
  }

  #waiting(systemId: string): OrderRow[] {
    const { recorder, rows } = this.#parts;
    return rows
      .open()
      .filter(
        (row) => row.ticket.systemId === systemId && isOnHold(row) && !isProved(row) && !recorder.waits(row.rowId),
      );
  }

  #answered(row: OrderRow, cancel: CancelRow): void {
    const answer = cancel.answer.join(' · ');
    if (cancel.state === 'TOO_LATE') this.#traded(row, answer);
    else if (cancel.state !== 'CANCELED') this.#stay(row, { code: 'replace.cancel-not-proved' });
    // Canceled before, in a group: a filled sibling may have done it, and then the new order is one too many.
    else this.#proved(row, answer, cancel.covers.length === 0 || !cancel.answer.includes('Signal already canceled'));
  }

  #proved(row: OrderRow, evidence: string, mayGo: boolean): void {
    const { clock, recorder } = this.#parts;
    const next = recorder.record(row.rowId, { type: 'cancel-first-proved', at: clock.now(), evidence });
    const begun = this.#end(row.rowId);
    if (next === null) return;
    const inTime =
      begun !== undefined &&
      Math.max(clock.monotonic() - begun.at, clock.now() - row.confirmedAt) <= limits.orderQueueMs;
    const reason: Text | null = inTime && mayGo ? begun.release(next) : { code: 'replace.proved-late' };
    const now = this.#parts.rows.find(row.rowId);
    if (reason !== null && now?.state === 'HELD') this.#stay(now, reason);
  }

  #traded(row: OrderRow, evidence: string): void {
    this.#end(row.rowId);
    this.#parts.recorder.record(row.rowId, { type: 'replaced-traded', at: this.#parts.clock.now(), evidence });
  }

  #tooLate(rowId: string): void {
    const row = this.#parts.rows.find(rowId);
    this.#end(rowId);
    if (row && isOnHold(row) && !isProved(row)) this.#stay(row, { code: 'replace.cancel-not-proved' });
  }

  #end(rowId: string): Begun | undefined {
    const begun = this.#begun.get(rowId);
    begun?.stopTimer();
    this.#begun.delete(rowId);
    return begun;
  }

  /** It stays on hold, with the reason; an alarm where its position has lost its stop. */
  #stay(row: OrderRow, reason: Text): void {
    const { clock, positions, recorder } = this.#parts;
    const { symbol, systemId } = row.ticket;
    const isHeld = positions(systemId).some((position) => position.symbol === symbol);
    const isBare = isHeld && isProved(row) && row.cancelFirst?.isStop === true;
    const alarm: Text | null = isBare ? { code: 'replace.stop-missing', symbol } : null;
    if (JSON.stringify([row.reason, row.cancelFirst?.alarm ?? null]) === JSON.stringify([reason, alarm])) return;
    recorder.record(row.rowId, { type: 'cancel-first-open', at: clock.now(), reason, alarm });
  }
}

const isOnHold = ({ state, cancelFirst }: OrderRow): boolean => state === 'HELD' && cancelFirst !== undefined;
const isProved = ({ cancelFirst }: OrderRow): boolean => cancelFirst != null && cancelFirst.proof !== null;

const names = ({ cancelFirst }: OrderRow, { signalId, serviceId }: CancelRow): boolean =>
  cancelFirst?.names.some((id) => id === signalId || id === serviceId) === true;
