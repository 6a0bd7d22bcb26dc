import { answerLines, readEnvelope } from '#core/platform/envelope.ts';
import { parseCancelAnswer } from '#core/platform/parse/cancel-answer.ts';
import type { PlatformResult } from '#core/platform/platform-client.ts';
import type { DurableRequest, TurnEnd } from '#core/sending/durable-request.ts';
import { SendQueue } from '#core/sending/send-queue.ts';
import type { SignalReader } from '#core/sync/signal-reader.ts';
import { cancelAlarm } from './cancel-echo.ts';
import { cancelAttempts, isPendingCancel, type CancelRow } from '#core/orders/journal/cancel-row.ts';
import type { OrderDeskDeps } from '#core/orders/order-desk-deps.ts';
import { stateOfRecord } from '#core/orders/signal-state.ts';

interface CancelListener {
  cancelChanged(row: CancelRow): void;
}

type Parts = {
  readonly deps: Pick<OrderDeskDeps, 'clock' | 'log' | 'journal' | 'sender' | 'state'>;
  readonly reader: SignalReader;
  readonly listener: CancelListener;
};

type Step = Pick<CancelRow, 'state' | 'answer' | 'serviceId' | 'alarm'>;

/**
 * Sends cancels to the platform, one at a time for each strategy. Canceled is a final state, so an
 * unclear answer may be followed by the same request, with three attempts in all. After that the
 * working list decides. No lock of order entry applies here, and an unwritable journal does not
 * stop a cancel.
 */
export class CancelRunner {
  readonly #parts: Parts;
  readonly #queue: SendQueue;
  /** The rows without an outcome, also while the journal cannot be written. */
  readonly #rows = new Map<string, CancelRow>();
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#queue = new SendQueue(parts.deps.sender);
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Adds QUEUED rows to the send queue. Once the runner is closed, they are dropped. */
  enqueue(rows: readonly CancelRow[]): void {
    for (const row of rows) {
      this.#save(row);
      if (this.#closed) this.#step(row, { state: 'DROPPED', answer: [] });
      else this.#queue.add(this.#request(row));
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { id } of this.#queue.clear()) this.#step(this.#row(id), { state: 'DROPPED', answer: [] });
    await this.#queue.whenIdle();
  }

  #request({ cancelId, systemId, signalId }: CancelRow): DurableRequest {
    return {
      id: cancelId,
      target: systemId,
      isWaiting: () => !this.#closed,
      wire: () => ({
        command: 'cancelSignal',
        body: { systemid: systemId, signalid: signalId },
        lane: 'cancel',
        systemId,
      }),
      mayBeSent: () => true,
      recordSending: () => this.#recordSending(this.#row(cancelId)),
      recordOutcome: (sent) => this.#ended(this.#row(cancelId), sent),
    };
  }

  #row(cancelId: string): CancelRow {
    const row = this.#rows.get(cancelId);
    if (row === undefined) throw new Error(`no cancel ${cancelId}`);
    return row;
  }

  #recordSending(row: CancelRow): void {
    const at = this.#parts.deps.clock.now();
    const attempts = row.attempts + 1;
    this.#save({ ...row, state: 'SENDING', attempts, sentAt: at, changedAt: at, version: row.version + 1 });
  }

  /**
   * An attempt that ended before anything was sent counts too. Otherwise it could be repeated
   * without end.
   */
  #ended(before: CancelRow, { begun, result }: TurnEnd): 'over' | 'again' {
    const attempts = begun ? before.attempts : before.attempts + 1;
    const row = this.#step({ ...before, attempts }, cancelOutcome(result, before));
    if (row.state !== 'UNKNOWN' || this.#closed) return 'over';
    if (row.attempts < cancelAttempts) return 'again';
    void this.#readWorkingList(row);
    return 'over';
  }

  /** After the last unclear attempt, reads the working list to see whether the signal is there. */
  async #readWorkingList(row: CancelRow): Promise<void> {
    const reading = await this.#parts.reader.readWorking(row.systemId);
    if (this.#closed) return;
    if (!reading.ok) {
      this.#step(row, { state: 'FAILED', answer: [...row.answer, reading.text] });
      return;
    }
    const isThisSignal = ({ serviceId, ownId }: { serviceId: string | null; ownId: string | null }): boolean =>
      serviceId === row.signalId || ownId === row.signalId;
    // A record whose id cannot be read may be this signal.
    const mayBeThere = reading.unreadable.some((record) => record.serviceId === null || isThisSignal(record));
    // A parked or conditional signal need not be in the working list while it waits.
    const isWaiting = this.#parts.deps.state
      .signals(row.systemId)
      .some((record) => isThisSignal(record) && stateOfRecord(record) === 'waiting');
    // The lists need not show own ids (platform-notes 36). The order may be a record without one.
    const namesOwnId = [...this.#parts.deps.journal.orders()].some(
      ({ ownId, parentOwnId }) => ownId === row.signalId || parentOwnId === row.signalId,
    );
    const isThere = reading.records.some(isThisSignal) || mayBeThere || isWaiting || namesOwnId;
    this.#step(row, { state: isThere ? 'FAILED' : 'GONE', answer: row.answer });
  }

  #step(row: CancelRow, step: Step): CancelRow {
    return this.#save({ ...row, ...step, version: row.version + 1, changedAt: this.#parts.deps.clock.now() });
  }

  #save(row: CancelRow): CancelRow {
    const isOpen = isPendingCancel(row) || row.state === 'UNKNOWN';
    if (isOpen) this.#rows.set(row.cancelId, row);
    else this.#rows.delete(row.cancelId);
    this.#parts.deps.journal.saveCancel(row);
    this.#parts.listener.cancelChanged(row);
    return row;
  }
}

/**
 * Interprets the result of a cancel as documented (platform-api "Errors"). Traded and canceled are
 * final, and the echo or the title of the answer states them. Any other refusal, and any unclear
 * answer, proves nothing.
 */
export function cancelOutcome(result: PlatformResult, row: Pick<CancelRow, 'signalId' | 'meant' | 'systemId'>): Step {
  if (result.kind === 'withdrawn') return { state: 'FAILED', answer: [result.text] };
  if (result.kind !== 'answer') return { state: 'UNKNOWN', answer: [result.text] };
  const envelope = readEnvelope(result.bytes);
  const answer = answerLines(envelope);
  const echo = parseCancelAnswer(envelope);
  const isNamed = [echo.answerId, echo.serviceId].some((id) => id === row.signalId);
  const alarm = cancelAlarm(row, echo);
  const learned: Pick<Step, 'serviceId' | 'alarm'> = {
    ...(isNamed && echo.serviceId !== null ? { serviceId: echo.serviceId } : {}),
    ...(alarm === null ? {} : { alarm }),
  };
  if (echo.verdict === 'ok') return { state: isNamed ? 'CANCELED' : 'UNKNOWN', answer, ...learned };
  if (echo.verdict === 'refused' && echo.title === 'Signal already canceled') return { state: 'CANCELED', answer };
  if (echo.verdict === 'refused' && echo.title === 'Signal was traded') return { state: 'TOO_LATE', answer };
  return echo.verdict === 'refused' ? { state: 'FAILED', answer } : { state: 'UNKNOWN', answer };
}
