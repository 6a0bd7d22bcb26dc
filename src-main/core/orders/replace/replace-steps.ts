import { platformWords } from '../platform-words.ts';
import { limits } from '#contract/limits.ts';
import type { Text } from '#contract/message.ts';
import type { SignalRecord } from '#core/signal-record.ts';
import type { Clock, Random } from '#core/ports.ts';
import type { CancelDesk } from '#core/orders/cancel/cancel-desk.ts';
import { planCancel } from '#core/orders/cancel/cancel-plan.ts';
import type { CancelRow } from '#core/orders/journal/cancel-row.ts';
import type { DeskRows } from '#core/orders/blotter/desk-rows.ts';
import type { EvidenceRecord } from '#core/orders/journal/evidence-record.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { isAccepted, isOpenOrder, onlyTraderSends } from '#core/orders/journal/row-states.ts';
import type { Recorder } from '#core/orders/journal/recorder.ts';
import { sharesGroup } from '#core/orders/signal-state.ts';
import { replacedOrder } from './replacement.ts';
import { sameContract } from '#rules/option-symbol.ts';

type Parts = {
  readonly clock: Clock;
  readonly random: Random;
  readonly rows: DeskRows;
  readonly recorder: Recorder;
  readonly cancels: CancelDesk;
  readonly positions: (systemId: string) => readonly { readonly symbol: string }[];
};

/** Sends the new order, or returns why it stays on hold. */
type Release = (row: OrderRow) => Text | null;
type Started = { readonly at: number; readonly release: Release; readonly stopTimer: () => void };

/**
 * Replaces in two steps. The new order is on hold (HELD) in the journal before the cancel of the
 * old one is sent, and is sent only on proof that the old one is canceled. If no list shows the
 * old one, that proves nothing. A replacement that has no proof within `orderQueueMs`, or that an
 * earlier run started, waits for a new confirmation.
 */
export class ReplaceSteps {
  readonly #parts: Parts;
  /** Replacements of this run, by row. */
  readonly #started = new Map<string, Started>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether a new order waits for the proof that the old one is canceled. */
  get isRunning(): boolean {
    return this.#started.size > 0;
  }

  /**
   * Starts the replacement. The row is on hold in the journal and names the order that is canceled
   * first.
   */
  begin(row: OrderRow, release: Release): void {
    const { cancels, clock, random, rows } = this.#parts;
    const { systemId, replaces } = row.ticket;
    if (replaces === null) return;
    this.#started.get(row.rowId)?.stopTimer();
    const stopTimer = clock.after(limits.orderQueueMs + 1, () => this.#expire(row.rowId));
    this.#started.set(row.rowId, { at: clock.monotonic(), release, stopTimer });
    const signals = rows.signals(systemId);
    const old = replacedOrder(row.ticket, signals)?.signal;
    const [planned] = old ? planCancel(signals, [old.rowId]).requests : [];
    const unplanned = { rowId: old?.rowId ?? `s${replaces.serviceId}`, signalId: replaces.serviceId, covers: [] };
    cancels.send(random.uuid(), systemId, [planned ?? unplanned]);
  }

  /**
   * Recovers the replacements that an earlier run left open. The proof of their cancel may be in
   * the journal, but nothing is sent automatically.
   */
  recoverPending(): void {
    const cancels = this.#parts.rows.cancels();
    for (const row of this.#parts.rows.open().filter(isOnHold)) {
      const lastCancel = cancels.findLast((cancel) => cancel.createdAt >= row.confirmedAt && concerns(row, cancel));
      const isAnswered = lastCancel?.state === 'CANCELED' || lastCancel?.state === 'TOO_LATE';
      if (isAnswered && !isProved(row)) this.#applyAnswer(row, lastCancel);
      const current = this.#parts.rows.find(row.rowId);
      if (!current || !isOnHold(current)) continue;
      const { reason } = current;
      const isWarned = typeof reason !== 'string' && reason.code === 'replace.replaced-already';
      this.#recordNotSent(current, isWarned ? reason : { code: 'replace.interrupted', canceled: isProved(current) });
    }
  }

  /**
   * Called when a cancel has changed its state. After an unclear answer the cancel is sent again or
   * the working list is read, so UNKNOWN decides nothing.
   */
  cancelAnswered(cancel: CancelRow): void {
    if (cancel.state === 'QUEUED' || cancel.state === 'SENDING' || cancel.state === 'UNKNOWN') return;
    for (const row of this.#unproved(cancel.systemId)) if (concerns(row, cancel)) this.#applyAnswer(row, cancel);
  }

  /**
   * Called when an order has changed its state. If the old order is canceled and only the trader
   * can send the new one, the position may have no stop, which raises an alarm.
   */
  orderChanged(row: OrderRow): void {
    if (isProved(row) && onlyTraderSends(row)) this.#recordNotSent(row, row.reason);
  }

  /**
   * Called when the proof is in the journal. If the proof came late, the new order waits for a
   * confirmation.
   */
  proofWritten(row: OrderRow): void {
    if (!this.#started.has(row.rowId)) this.#recordNotSent(row, { code: 'replace.proved-late' });
  }

  /**
   * Called after the lists of this strategy were read. `cancelFirst.names` are the ids of the old
   * order.
   */
  listsRead(systemId: string, records: readonly SignalRecord[]): void {
    for (const row of this.#unproved(systemId)) {
      const ids = row.cancelFirst?.names ?? [];
      const old = records.find(({ serviceId, ownId }) => ids.includes(serviceId) || ids.includes(ownId ?? ''));
      if (old?.status === 'traded')
        this.#recordTraded(row, {
          rule: 'record',
          serviceId: old.serviceId,
          status: old.statusText,
        });
      else if (old?.status === 'canceled' && old.canceledAt !== null) {
        // The platform cancels the siblings of a fill. In that case the new order is not wanted.
        const isSiblingFilled = this.#isSiblingFilled(systemId, old, records);
        this.#prove(row, { rule: 'canceled-time', serviceId: old.serviceId }, !isSiblingFilled);
      }
    }
  }

  /**
   * Called when the connection was lost or closed. An order that is not sent yet waits for a new
   * confirmation.
   */
  stop(): void {
    for (const { stopTimer } of this.#started.values()) stopTimer();
    this.#started.clear();
  }

  #unproved(systemId: string): OrderRow[] {
    const { recorder, rows } = this.#parts;
    return rows
      .open()
      .filter(
        (row) =>
          row.ticket.systemId === systemId && isOnHold(row) && !isProved(row) && !recorder.hasUnwritten(row.rowId),
      );
  }

  /**
   * Looks at the records of the group first, because the row of an own order may get its new state
   * only after this reading.
   */
  #isSiblingFilled(systemId: string, old: SignalRecord, records: readonly SignalRecord[]): boolean {
    const { ocaId } = old;
    if (ocaId !== null && records.some((one) => one.ocaId === ocaId && one.status === 'traded')) return true;
    const signals = this.#parts.rows.signals(systemId);
    const replaced = signals.find(({ serviceId }) => serviceId === old.serviceId);
    return replaced !== undefined && signals.some((one) => one.state === 'traded' && sharesGroup(one, replaced));
  }

  #applyAnswer(row: OrderRow, cancel: CancelRow): void {
    const evidence: EvidenceRecord = { rule: 'cancel-answer', answer: platformWords(cancel.answer) };
    if (cancel.state === 'TOO_LATE') this.#recordTraded(row, evidence);
    else if (cancel.state !== 'CANCELED') this.#recordNotSent(row, { code: 'replace.cancel-not-proved' });
    // `covers` are the orders that are canceled with the old one. If there are any, and the
    // platform says that the old order was canceled already, a filled sibling may have canceled it.
    else this.#prove(row, evidence, cancel.covers.length === 0 || !cancel.answer.includes('Signal already canceled'));
  }

  /** Records that the old order is canceled. Then sends the new one, or records why not. */
  #prove(row: OrderRow, evidence: EvidenceRecord, isReleasable: boolean): void {
    const { clock, recorder } = this.#parts;
    const next = recorder.record(row.rowId, { type: 'cancel-first-proved', at: clock.now(), evidence });
    const started = this.#end(row.rowId);
    if (next === null) return;
    const isInTime =
      started !== undefined &&
      Math.max(clock.monotonic() - started.at, clock.now() - row.confirmedAt) <= limits.orderQueueMs;
    const other = isAnswerOf(evidence, 'Signal canceled') ? undefined : this.#otherReplacementOf(row);
    const notReleased: Text =
      other === undefined
        ? { code: 'replace.proved-late' }
        : { code: 'replace.replaced-already', serviceId: other.serviceIds.signal ?? other.ownId };
    const mayRelease = isInTime && isReleasable && other === undefined;
    const reason: Text | null = mayRelease ? started.release(next) : notReleased;
    const current = this.#parts.rows.find(row.rowId);
    if (reason !== null && current?.state === 'HELD') this.#recordNotSent(current, reason);
  }

  /**
   * Another order that replaces the old one in one request, and that was or may have been sent. If
   * that request canceled the old order, the new order would be a second replacement.
   */
  #otherReplacementOf({ cancelFirst, rowId, ticket }: OrderRow): OrderRow | undefined {
    return this.#parts.rows
      .of(ticket.systemId)
      .filter((other) => other.rowId !== rowId && other.cancelFirst === undefined)
      .filter((other) => !onlyTraderSends(other) && other.state !== 'ABANDONED')
      .find((other) => cancelFirst?.names.includes(other.ticket.replaces?.serviceId ?? '') === true);
  }

  #recordTraded(row: OrderRow, evidence: EvidenceRecord): void {
    this.#end(row.rowId);
    this.#parts.recorder.record(row.rowId, { type: 'replaced-traded', at: this.#parts.clock.now(), evidence });
  }

  #expire(rowId: string): void {
    const row = this.#parts.rows.find(rowId);
    this.#end(rowId);
    if (row && isOnHold(row) && !isProved(row)) this.#recordNotSent(row, { code: 'replace.cancel-not-proved' });
  }

  #end(rowId: string): Started | undefined {
    const started = this.#started.get(rowId);
    started?.stopTimer();
    this.#started.delete(rowId);
    return started;
  }

  /** Records why the row was not sent, with an alarm if its position has lost its stop. */
  #recordNotSent(row: OrderRow, reason: Text): void {
    const { clock, positions, recorder } = this.#parts;
    const { symbol, systemId } = row.ticket;
    const hasPosition = positions(systemId).some((position) => sameContract(position.symbol, symbol));
    const other = this.#otherReplacementOf(row);
    // The order that replaced the old one is the stop now.
    const hasOtherStop = other?.ticket.price.kind === 'stop' && isAccepted(other) && isOpenOrder(other);
    const isStopMissing = hasPosition && isProved(row) && row.cancelFirst?.isStop === true && !hasOtherStop;
    const alarm: Text | null = isStopMissing ? { code: 'replace.stop-missing', symbol } : null;
    if (JSON.stringify([row.reason, row.cancelFirst?.alarm ?? null]) === JSON.stringify([reason, alarm])) return;
    recorder.record(row.rowId, { type: 'cancel-first-open', at: clock.now(), reason, alarm });
  }
}

const isAnswerOf = (evidence: EvidenceRecord, title: string): boolean =>
  typeof evidence !== 'string' && evidence.rule === 'cancel-answer' && evidence.answer.includes(title);

const isOnHold = ({ state, cancelFirst }: OrderRow): boolean => state === 'HELD' && cancelFirst !== undefined;
const isProved = ({ cancelFirst }: OrderRow): boolean => cancelFirst != null && cancelFirst.proof !== null;

const concerns = ({ cancelFirst }: OrderRow, { signalId, serviceId }: CancelRow): boolean =>
  cancelFirst?.names.some((id) => id === signalId || id === serviceId) === true;
