import type { Clock } from '#core/ports.ts';
import { isStored, type SignalReader } from '#core/sync/signal-reader.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import type { ServiceClock } from '#core/service-now.ts';
import { windowOfAll } from './posted-window.ts';

type Parts = {
  readonly clock: Clock;
  readonly reader: SignalReader;
  /** This connection's rows whose state may still change. */
  readonly openRows: () => readonly OrderRow[];
  readonly serviceClockOffsetMs: ServiceClock['serviceClockOffsetMs'];
  /** Called after each attempt to read the lists of a strategy. What was read is in the cache. */
  readonly onRead: (systemId: string) => void;
};

/**
 * Milliseconds between two polls. The interval can be long, because the user was notified. It is
 * still short compared with the 24 hours of the watch.
 */
const pollIntervalMs = 300_000;

/**
 * The watch of order-safety 4.6: an order believed absent is looked for during the 24 hours after
 * its send, even if no window shows its strategy. This class only reads the lists. `evidence.ts`
 * decides what was found and ends the watch.
 */
export class AbsentWatch {
  readonly #parts: Parts;
  /** By strategy, when the last stored reading of both lists began, wall clock milliseconds. */
  readonly #bothListsReadAt = new Map<string, number>();
  #timer: (() => void) | null = null;
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Called at the start of the run and when an order becomes absent. Schedules the next poll,
   * unless a poll is scheduled or no order is absent.
   */
  begin(): void {
    if (this.#closed || this.#timer !== null || this.#absent().length === 0) return;
    this.#timer = this.#parts.clock.after(pollIntervalMs, () => void this.#poll());
  }

  bothListsReadAt(systemId: string): number | null {
    return this.#bothListsReadAt.get(systemId) ?? null;
  }

  close(): void {
    this.#closed = true;
    this.#timer?.();
  }

  #absent(): OrderRow[] {
    return this.#parts.openRows().filter(({ state }) => state === 'PROBABLY_ABSENT');
  }

  async #poll(): Promise<void> {
    const { clock, reader, onRead, serviceClockOffsetMs } = this.#parts;
    const bySystem = Map.groupBy(this.#absent(), ({ ticket }) => ticket.systemId);
    for (const [systemId, rows] of bySystem) {
      const now = clock.now();
      const { from, to } = windowOfAll(rows, now, serviceClockOffsetMs());
      const working = await reader.readWorking(systemId);
      const posted = await reader.readPosted(systemId, from, to);
      if (this.#closed) return;
      if (isStored(working) && isStored(posted)) this.#bothListsReadAt.set(systemId, now);
      onRead(systemId);
    }
    this.#timer = null;
    this.begin();
  }
}
