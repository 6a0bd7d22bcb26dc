import { backOffMs } from '#core/platform/back-off.ts';
import type { Clock } from '#core/ports.ts';
import type { SignalReader } from '#core/sync/signal-reader.ts';

type Parts = {
  readonly clock: Clock;
  readonly reader: SignalReader;
  /** Called after the first successful read of a strategy's working list, to reconcile the list. */
  readonly onRead: (systemId: string) => void;
};

/**
 * After a start or a reconnect nothing is known about the time without a connection. Order entry of
 * a strategy opens with one answered read of its working list (order-safety J10). An unreadable
 * record in that list does not keep order entry closed. It counts only for the orders that it may
 * be a record of (order-safety 8.8). A reading that was requested before a `reset` does not open
 * order entry.
 */
export class FirstReads {
  readonly #parts: Parts;
  readonly #readOnce = new Set<string>();
  /** By strategy: the function that cancels the next attempt to read. */
  readonly #trying = new Map<string, () => void>();
  #generation = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  hasRead(systemId: string): boolean {
    return this.#readOnce.has(systemId);
  }

  /**
   * Starts to read the working list of this strategy, unless it was read already or is being read.
   */
  watch(systemId: string): void {
    if (this.#readOnce.has(systemId) || this.#trying.has(systemId)) return;
    this.#trying.set(systemId, () => undefined);
    void this.#try(systemId, 0, this.#generation);
  }

  /** Requires everything to be read again. */
  reset(): void {
    const systems = new Set([...this.#readOnce, ...this.#trying.keys()]);
    this.close();
    for (const systemId of systems) this.watch(systemId);
  }

  close(): void {
    this.#generation += 1;
    for (const cancel of this.#trying.values()) cancel();
    this.#trying.clear();
    this.#readOnce.clear();
  }

  async #try(systemId: string, attempt: number, generation: number): Promise<void> {
    const reading = await this.#parts.reader.readWorking(systemId);
    if (generation !== this.#generation) return;
    if (reading.ok) {
      this.#trying.delete(systemId);
      this.#readOnce.add(systemId);
      this.#parts.onRead(systemId);
      return;
    }
    const cancel = this.#parts.clock.after(
      backOffMs(attempt + 1),
      () => void this.#try(systemId, attempt + 1, generation),
    );
    this.#trying.set(systemId, cancel);
  }
}
