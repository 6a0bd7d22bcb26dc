import type { Clock, Log } from '#core/ports.ts';
import type { SignalReader, SignalReading } from '#core/sync/signal-reader.ts';
import { nextReadBack } from '#core/sending/read-back-times.ts';
import { decide, type DecisionLists } from './decide.ts';
import type { PostedWindow } from './match.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { windowOfAll } from './posted-window.ts';
import type { Recorder } from '#core/orders/journal/recorder.ts';
import { isUnderCheck } from '#core/orders/journal/row-states.ts';
import type { ServiceClock } from '#core/service-now.ts';

type Parts = {
  readonly clock: Clock;
  readonly log: Log;
  readonly reader: SignalReader;
  readonly recorder: Recorder;
  /** This connection's rows. */
  readonly rows: () => readonly OrderRow[];
  /** The rows whose state may still change. */
  readonly openRows: () => readonly OrderRow[];
  readonly serviceClockOffsetMs: ServiceClock['serviceClockOffsetMs'];
  /** Title of the platform's refusal of a used own id, as the probe recorded it. */
  readonly reuseTitle: () => string | null;
  /** When the platform posted a signal, named by either id, in unix seconds; null if unknown. */
  readonly postedAt: (systemId: string, id: string) => number | null;
  readonly onDecided: (row: OrderRow) => void;
};

/**
 * `base`: monotonic ms of the send or, for a row of an earlier run, of the start of its checks.
 * `polledAfterMs`: ms from `base` to the last poll; negative before the first.
 */
type RowCheck = { readonly base: number; polledAfterMs: number };

/**
 * Finds the outcome of orders without a clear answer (order-safety 4). It reads both lists
 * repeatedly and decides only on what they show. A failed read proves nothing. An order of an
 * earlier run gets the whole schedule again, because the wall clock may have been set since.
 */
export class Reconciler {
  readonly #parts: Parts;
  readonly #checks = new Map<string, RowCheck>();
  readonly #timers = new Map<string, () => void>();
  readonly #polls = new Map<string, Promise<void>>();
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Starts checking a row. `sentMonotonic` is null for a row of an earlier run. */
  add(row: OrderRow, sentMonotonic: number | null): void {
    this.#checks.set(row.rowId, { base: sentMonotonic ?? this.#parts.clock.monotonic(), polledAfterMs: -1 });
    this.#schedule(row.ticket.systemId);
  }

  /** Polls at once, because the user asked for it. */
  pollNow(systemId: string): void {
    void this.#poll(systemId);
  }

  /**
   * The result of a poll in progress is ignored. The row stays unknown, and the next run checks it
   * again.
   */
  close(): void {
    this.#closed = true;
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  #underCheck(systemId: string): OrderRow[] {
    return this.#parts
      .openRows()
      .filter((row) => row.ticket.systemId === systemId && isUnderCheck(row) && this.#checks.has(row.rowId));
  }

  #schedule(systemId: string): void {
    this.#timers.get(systemId)?.();
    this.#timers.delete(systemId);
    const dueTimes = this.#underCheck(systemId).map((row) => this.#dueAt(row));
    if (this.#closed || dueTimes.length === 0) return;
    const wait = Math.max(0, Math.min(...dueTimes) - this.#parts.clock.monotonic());
    this.#timers.set(
      systemId,
      this.#parts.clock.after(wait, () => void this.#poll(systemId)),
    );
  }

  #dueAt(row: OrderRow): number {
    const check = this.#checks.get(row.rowId) ?? { base: 0, polledAfterMs: 0 };
    if (row.state === 'REJECTED_SOFT' && check.polledAfterMs < 0) return check.base;
    return check.base + nextReadBack(check.polledAfterMs);
  }

  #poll(systemId: string): Promise<void> {
    const running = this.#polls.get(systemId);
    if (running) return running;
    const poll = this.#readBoth(systemId)
      .catch((error: unknown) => {
        this.#parts.log.error('reconcile-threw', { error: error instanceof Error ? error.name : 'unknown' });
      })
      .finally(() => {
        this.#polls.delete(systemId);
        this.#schedule(systemId);
      });
    this.#polls.set(systemId, poll);
    return poll;
  }

  async #readBoth(systemId: string): Promise<void> {
    const { clock, reader } = this.#parts;
    const rows = this.#underCheck(systemId);
    if (rows.length === 0) return;
    // The time is set before the reads, so that a poll counts even if it fails, and the next poll
    // waits for its scheduled time.
    for (const { rowId } of rows) this.#markPolled(rowId, clock.monotonic());
    const window = this.#readWindow(rows);
    const working = await reader.readWorking(systemId);
    // Both lists are read, also for a refused order: the working list alone misses orders that have
    // already traded (order-safety 4.2).
    const posted = await reader.readPosted(systemId, window.from, window.to);
    if (this.#closed) return;
    for (const { rowId } of rows) {
      const check = this.#checks.get(rowId);
      const row = this.#underCheck(systemId).find((one) => one.rowId === rowId);
      if (!check || !row || this.#parts.recorder.hasUnwritten(rowId)) continue;
      const decidedRow = this.#decide(row, working, posted, check);
      if (!decidedRow) continue;
      this.#checks.delete(rowId);
      this.#parts.onDecided(decidedRow);
    }
  }

  #markPolled(rowId: string, now: number): void {
    const check = this.#checks.get(rowId);
    if (check) check.polledAfterMs = now - check.base;
  }

  /**
   * The window for a read. It starts early enough to include the postings of the replaced orders,
   * because their end shows whether the replacements were made.
   */
  #readWindow(rows: readonly OrderRow[]): PostedWindow {
    const window = this.#window(rows);
    const replacedPostedAt = rows.flatMap(({ ticket }) => {
      const at = ticket.replaces ? this.#parts.postedAt(ticket.systemId, ticket.replaces.serviceId) : null;
      return at === null ? [] : [Math.max(0, at - 1)];
    });
    return { from: Math.min(window.from, ...replacedPostedAt), to: window.to };
  }

  /** From the earliest send to now, in the service's seconds. */
  #window(rows: readonly OrderRow[]): PostedWindow {
    const { clock, serviceClockOffsetMs } = this.#parts;
    return windowOfAll(rows, clock.now(), serviceClockOffsetMs());
  }

  /**
   * Records the event that the reading proves and returns the new row; null while the order stays
   * under check.
   */
  #decide(row: OrderRow, working: SignalReading, posted: SignalReading, check: RowCheck): OrderRow | null {
    const { clock, reader, recorder, reuseTitle, rows } = this.#parts;
    const event = decide(row, listsOf(working, posted), {
      rows: rows(),
      window: this.#window([row]),
      now: clock.now(),
      elapsedMs: check.polledAfterMs,
      showsAll: reader.showsAll(row.ticket.systemId),
      reuseTitle: reuseTitle(),
    });
    if (event === null) return null;
    const newRow = recorder.record(row.rowId, event);
    return newRow && isUnderCheck(newRow) ? null : newRow;
  }
}

const listsOf = (working: SignalReading, posted: SignalReading): DecisionLists => ({
  working: working.ok ? working.records : null,
  posted: posted.ok ? posted.records : null,
  unreadable: [working, posted].flatMap((one) => (one.ok ? one.unreadable : [])),
});
