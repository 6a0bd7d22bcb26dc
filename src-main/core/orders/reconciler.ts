import type { Clock, Log } from '#core/ports.ts';
import type { SignalReader, SignalReading } from '#core/sync/signal-reader.ts';
import { decide, type DecisionLists } from './decide.ts';
import type { PostedWindow } from './match.ts';
import type { OrderRow } from './order-row.ts';
import { windowOfAll } from './posted-window.ts';
import type { Recorder } from './recorder.ts';
import { isUnderCheck } from './row-states.ts';

/** Milliseconds after the send at which both lists are looked at; after the last, every `lastInterval` until one is clean. */
const looks = [2_000, 5_000, 10_000, 20_000, 40_000, 60_000, 120_000] as const;
const lastInterval = 20_000;
type Parts = {
  readonly clock: Clock;
  readonly log: Log;
  readonly reader: SignalReader;
  readonly recorder: Recorder;
  /** This connection's rows. */
  readonly rows: () => readonly OrderRow[];
  /** Those of which something may still come. */
  readonly open: () => readonly OrderRow[];
  readonly serviceClockOffsetMs: () => number | null;
  /** Title with which the platform refuses a used own id, as the probe learned it. */
  readonly reuseTitle: () => string | null;
  /** When the platform posted a signal, named by either id, in unix seconds; null when that is not known. */
  readonly postedAt: (systemId: string, id: string) => number | null;
  readonly decided: (row: OrderRow) => void;
};

type Checked = { readonly base: number; lookedAt: number };

/**
 * Finds out what became of orders without a clear answer (order-safety 4): reads both lists again and again, and decides
 * only on what they show. A failing read proves nothing. An order of an earlier run gets the whole time again, because the
 * wall clock may have been set since.
 */
export class Reconciler {
  readonly #parts: Parts;
  readonly #checks = new Map<string, Checked>();
  readonly #timers = new Map<string, () => void>();
  readonly #looking = new Map<string, Promise<void>>();
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Takes up a row under check. `sentMonotonic` is null for a row of an earlier run. */
  take(row: OrderRow, sentMonotonic: number | null): void {
    this.#checks.set(row.rowId, { base: sentMonotonic ?? this.#parts.clock.monotonic(), lookedAt: -1 });
    this.#schedule(row.ticket.systemId);
  }

  /** Looks at once; the user asked. */
  now(systemId: string): void {
    void this.#look(systemId);
  }

  /** What a look under way still brings is ignored: the row stays unknown and is taken up again. */
  close(): void {
    this.#closed = true;
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  #open(systemId: string): OrderRow[] {
    return this.#parts
      .open()
      .filter((row) => row.ticket.systemId === systemId && isUnderCheck(row) && this.#checks.has(row.rowId));
  }

  #schedule(systemId: string): void {
    this.#timers.get(systemId)?.();
    this.#timers.delete(systemId);
    const due = this.#open(systemId).map((row) => this.#dueAt(row));
    if (this.#closed || due.length === 0) return;
    const wait = Math.max(0, Math.min(...due) - this.#parts.clock.monotonic());
    this.#timers.set(
      systemId,
      this.#parts.clock.after(wait, () => void this.#look(systemId)),
    );
  }

  #dueAt(row: OrderRow): number {
    const check = this.#checks.get(row.rowId) ?? { base: 0, lookedAt: 0 };
    if (row.state === 'REJECTED_SOFT' && check.lookedAt < 0) return check.base;
    const next = looks.find((at) => at > check.lookedAt) ?? check.lookedAt + lastInterval;
    return check.base + next;
  }

  #look(systemId: string): Promise<void> {
    const running = this.#looking.get(systemId);
    if (running) return running;
    const look = this.#readBoth(systemId)
      .catch((error: unknown) => {
        this.#parts.log.error('reconcile-threw', { error: error instanceof Error ? error.name : 'unknown' });
      })
      .finally(() => {
        this.#looking.delete(systemId);
        this.#schedule(systemId);
      });
    this.#looking.set(systemId, look);
    return look;
  }

  async #readBoth(systemId: string): Promise<void> {
    const { clock, reader } = this.#parts;
    const rows = this.#open(systemId);
    if (rows.length === 0) return;
    // Before the reads: a look that fails in whatever way is over, and the next one waits for its time.
    for (const { rowId } of rows) this.#begin(rowId, clock.monotonic());
    const window = this.#readWindow(rows);
    const working = await reader.working(systemId);
    // Both, also for a refused order: the working list alone misses what has already traded (order-safety 4.2).
    const posted = await reader.posted(systemId, window.from, window.to);
    if (this.#closed) return;
    for (const { rowId } of rows) {
      const check = this.#checks.get(rowId);
      const row = this.#open(systemId).find((one) => one.rowId === rowId);
      if (!check || !row || this.#parts.recorder.waits(rowId)) continue;
      const decided = this.#decide(row, working, posted, check);
      if (!decided) continue;
      this.#checks.delete(rowId);
      this.#parts.decided(decided);
    }
  }

  #begin(rowId: string, now: number): void {
    const check = this.#checks.get(rowId);
    if (check) check.lookedAt = now - check.base;
  }

  /** Back to the posting of what lost replacements were to replace: how that ended tells what became of them. */
  #readWindow(rows: readonly OrderRow[]): PostedWindow {
    const window = this.#window(rows);
    const replaced = rows.flatMap(({ ticket }) => {
      const at = ticket.replaces ? this.#parts.postedAt(ticket.systemId, ticket.replaces.serviceId) : null;
      return at === null ? [] : [Math.max(0, at - 1)];
    });
    return { from: Math.min(window.from, ...replaced), to: window.to };
  }

  /** From the earliest send to now, in the service's seconds. */
  #window(rows: readonly OrderRow[]): PostedWindow {
    const { clock, serviceClockOffsetMs } = this.#parts;
    return windowOfAll(rows, clock.now(), serviceClockOffsetMs());
  }

  /** The row after the event that the reading decided, null when it decided nothing that ends the check. */
  #decide(row: OrderRow, working: SignalReading, posted: SignalReading, check: Checked): OrderRow | null {
    const { clock, reader, recorder, reuseTitle, rows } = this.#parts;
    const event = decide(row, listsOf(working, posted), {
      rows: rows(),
      window: this.#window([row]),
      now: clock.now(),
      elapsedMs: check.lookedAt,
      showsAll: reader.showsAll(row.ticket.systemId),
      reuseTitle: reuseTitle(),
    });
    if (event === null) return null;
    const decided = recorder.record(row.rowId, event);
    return decided && isUnderCheck(decided) ? null : decided;
  }
}

const listsOf = (working: SignalReading, posted: SignalReading): DecisionLists => ({
  working: working.ok ? working.records : null,
  posted: posted.ok ? posted.records : null,
  unreadable: [working, posted].flatMap((one) => (one.ok ? one.unreadable : [])),
});
