import type { Clock } from '#core/ports.ts';
import type { SignalReader } from '#core/sync/signal-reader.ts';
import type { OrderRow } from './order-row.ts';
import { windowOfAll } from './posted-window.ts';

type Parts = {
  readonly clock: Clock;
  readonly reader: SignalReader;
  /** This connection's rows of which something may still come. */
  readonly open: () => readonly OrderRow[];
  readonly serviceClockOffsetMs: () => number | null;
  /** Both lists of this system were read again and are in the cache. */
  readonly read: (systemId: string) => void;
};

/** Milliseconds between two looks: slow, because the user has been told, and short against the day that is watched. */
const everyMs = 300_000;

/**
 * The watch of order-safety 4.6: an order believed absent is looked for on for 24 hours, whether or not a window shows its
 * strategy. What is found, and the end of the watch, is the evidence's affair; here the lists are only read.
 */
export class AbsentWatch {
  readonly #parts: Parts;
  #timer: (() => void) | null = null;
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Something became absent, or was found so at the start. */
  begin(): void {
    if (this.#closed || this.#timer !== null || this.#absent().length === 0) return;
    this.#timer = this.#parts.clock.after(everyMs, () => void this.#look());
  }

  close(): void {
    this.#closed = true;
    this.#timer?.();
  }

  #absent(): OrderRow[] {
    return this.#parts.open().filter(({ state }) => state === 'PROBABLY_ABSENT');
  }

  async #look(): Promise<void> {
    const { clock, reader, read, serviceClockOffsetMs } = this.#parts;
    const bySystem = Map.groupBy(this.#absent(), ({ ticket }) => ticket.systemId);
    for (const [systemId, rows] of bySystem) {
      const { from, to } = windowOfAll(rows, clock.now(), serviceClockOffsetMs());
      await reader.working(systemId);
      await reader.posted(systemId, from, to);
      if (this.#closed) return;
      read(systemId);
    }
    this.#timer = null;
    this.begin();
  }
}
