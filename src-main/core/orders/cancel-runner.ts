import { readEnvelope } from '#core/platform/envelope.ts';
import { parseCancelAnswer } from '#core/platform/parse/cancel-answer.ts';
import type { PlatformClient, PlatformResult } from '#core/platform/platform-client.ts';
import type { Clock, Log } from '#core/ports.ts';
import type { SignalReader } from '#core/sync/signal-reader.ts';
import { cancelDifferences } from './cancel-echo.ts';
import { cancelAttempts, type CancelRow } from './cancel-row.ts';
import { answerLines } from './classify.ts';
import type { InFlight } from './in-flight.ts';
import type { Journal } from './journal.ts';

type Parts = {
  readonly clock: Clock;
  readonly log: Log;
  readonly client: PlatformClient;
  readonly reader: SignalReader;
  readonly journal: Journal;
  readonly inFlight: InFlight;
  readonly changed: (row: CancelRow) => void;
};

type Step = Pick<CancelRow, 'state' | 'answer' | 'serviceId' | 'alarm'>;
type Attempt = { row: CancelRow; isBlocked: boolean };

/**
 * Sends cancels to the platform, one at a time for each system. Canceled is a final state, so an
 * unclear answer may be followed by the same request, three in all. After that the working list
 * decides. No lock of order entry applies here, and an unwritable journal does not stop a cancel.
 */
export class CancelRunner {
  readonly #parts: Parts;
  readonly #queues = new Map<string, CancelRow[]>();
  readonly #busy = new Map<string, Promise<void>>();
  /** Requests that may be in flight. */
  readonly #sending = new Set<Promise<Attempt>>();
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.inFlight.onFree((systemId) => this.#sendNext(systemId));
  }

  /** Queues rows that are QUEUED. */
  enqueue(rows: readonly CancelRow[]): void {
    for (const row of rows) {
      this.#save(row);
      const queue = this.#queues.get(row.systemId) ?? [];
      this.#queues.set(row.systemId, [...queue, row]);
      this.#sendNext(row.systemId);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const queue of this.#queues.values())
      for (const row of queue) this.#step(row, { state: 'DROPPED', answer: [] });
    this.#queues.clear();
    await Promise.all(this.#sending);
  }

  #sendNext(systemId: string): void {
    if (this.#busy.has(systemId)) return;
    const [row, ...rest] = this.#queues.get(systemId) ?? [];
    if (!row) return;
    this.#queues.set(systemId, rest);
    const work = this.#run(row).finally(() => {
      this.#busy.delete(systemId);
      // Another request of the system calls this again when it ends.
      if (this.#parts.inFlight.isFree(systemId)) this.#sendNext(systemId);
    });
    this.#busy.set(systemId, work);
  }

  async #run(first: CancelRow): Promise<void> {
    let row = first;
    while (row.attempts < cancelAttempts && !this.#closed) {
      const sending = this.#send(row);
      this.#sending.add(sending);
      const sent = await sending.finally(() => this.#sending.delete(sending));
      row = sent.row;
      if (sent.isBlocked) {
        // An order of this system is in flight; its end starts this queue again.
        this.#queues.set(row.systemId, [row, ...(this.#queues.get(row.systemId) ?? [])]);
        return;
      }
      if (row.state !== 'UNKNOWN') return;
    }
    if (row.state === 'UNKNOWN' && !this.#closed) await this.#read(row);
  }

  async #send(row: CancelRow): Promise<Attempt> {
    const { client, inFlight } = this.#parts;
    const attempt: Attempt = { row, isBlocked: false };
    try {
      const result = await client.send({
        command: 'cancelSignal',
        body: { systemid: row.systemId, signalid: row.signalId },
        lane: 'cancel',
        systemId: row.systemId,
        beforeSend: () => this.#begin(attempt),
      });
      if (!attempt.isBlocked) attempt.row = this.#step(counted(attempt.row, row), outcome(result, row));
    } catch (error) {
      this.#parts.log.error('cancel-threw', { error: error instanceof Error ? error.name : 'unknown' });
      const answer = ['The program failed while it was sending.'];
      attempt.row = this.#step(counted(attempt.row, row), { state: 'UNKNOWN', answer });
    }
    inFlight.end(row.systemId, row.cancelId);
    return attempt;
  }

  #begin(attempt: Attempt): boolean {
    const { clock, inFlight } = this.#parts;
    const { row } = attempt;
    if (!inFlight.begin(row.systemId, row.cancelId)) {
      attempt.isBlocked = true;
      return false;
    }
    const at = clock.now();
    const { attempts, version } = row;
    attempt.row = this.#save({
      ...row,
      state: 'SENDING',
      attempts: attempts + 1,
      sentAt: at,
      changedAt: at,
      version: version + 1,
    });
    return true;
  }

  /** All attempts were unclear: the working list shows whether the signal is still there. */
  async #read(row: CancelRow): Promise<void> {
    const reading = await this.#parts.reader.working(row.systemId);
    if (this.#closed) return;
    if (!reading.ok) {
      this.#step(row, { state: 'FAILED', answer: [...row.answer, reading.text] });
      return;
    }
    const isNamed = ({ serviceId, ownId }: { serviceId: string | null; ownId: string | null }): boolean =>
      serviceId === row.signalId || ownId === row.signalId;
    // A record whose id cannot be read may be this signal.
    const mayBeThere = reading.unreadable.some((record) => record.serviceId === null || isNamed(record));
    const there = reading.records.some(isNamed) || mayBeThere;
    this.#step(row, { state: there ? 'FAILED' : 'GONE', answer: row.answer });
  }

  #step(row: CancelRow, step: Step): CancelRow {
    return this.#save({ ...row, ...step, version: row.version + 1, changedAt: this.#parts.clock.now() });
  }

  #save(row: CancelRow): CancelRow {
    this.#parts.journal.saveCancel(row);
    this.#parts.changed(row);
    return row;
  }
}

/**
 * An attempt that failed before it got its slot counts too: it must not be repeated without end.
 */
const counted = (after: CancelRow, before: CancelRow): CancelRow =>
  after.attempts === before.attempts ? { ...after, attempts: before.attempts + 1 } : after;

/**
 * The documented results (platform-api "Errors"). A signal that is traded or canceled stays so, and
 * the echo or the title says it. Any other refusal, and any unclear answer, proves nothing.
 */
function outcome(result: PlatformResult, row: CancelRow): Step {
  if (result.kind === 'withdrawn') return { state: 'FAILED', answer: [result.text] };
  if (result.kind !== 'answer') return { state: 'UNKNOWN', answer: [result.text] };
  const envelope = readEnvelope(result.bytes);
  const answer = answerLines(envelope);
  const echo = parseCancelAnswer(envelope);
  const named = [echo.answerId, echo.serviceId].some((id) => id === row.signalId);
  const differences = cancelDifferences(row, echo.order);
  const learned: Pick<Step, 'serviceId' | 'alarm'> = {
    ...(named && echo.serviceId !== null ? { serviceId: echo.serviceId } : {}),
    ...(differences.length === 0 ? {} : { alarm: { code: 'cancel.different', differences } }),
  };
  if (echo.verdict === 'ok') return { state: named ? 'CANCELED' : 'UNKNOWN', answer, ...learned };
  if (echo.verdict === 'refused' && echo.title === 'Signal already canceled') return { state: 'CANCELED', answer };
  if (echo.verdict === 'refused' && echo.title === 'Signal was traded') return { state: 'TOO_LATE', answer };
  return echo.verdict === 'refused' ? { state: 'FAILED', answer } : { state: 'UNKNOWN', answer };
}
