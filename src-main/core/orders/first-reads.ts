import { backOffMs } from '#core/platform/back-off.ts';
import type { Clock } from '#core/ports.ts';
import type { SignalReader } from '#core/sync/signal-reader.ts';

type Parts = {
  readonly clock: Clock;
  readonly reader: SignalReader;
  /** The working list of this system was read clean and is to be reconciled. */
  readonly read: (systemId: string) => void;
};

/**
 * After a start or a reconnect nothing is known of what happened meanwhile: order entry of a system opens with one clean
 * read of its working list (J10). Readings asked for before a `reset` open nothing.
 */
export class FirstReads {
  readonly #parts: Parts;
  readonly #clean = new Set<string>();
  readonly #trying = new Map<string, () => void>();
  #era = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  isClean(systemId: string): boolean {
    return this.#clean.has(systemId);
  }

  /** Begins to read this system, unless that is done or under way. */
  watch(systemId: string): void {
    if (this.#clean.has(systemId) || this.#trying.has(systemId)) return;
    this.#trying.set(systemId, () => undefined);
    void this.#try(systemId, 0, this.#era);
  }

  /** Everything is to be read again. */
  reset(): void {
    const systems = new Set([...this.#clean, ...this.#trying.keys()]);
    this.close();
    for (const systemId of systems) this.watch(systemId);
  }

  close(): void {
    this.#era += 1;
    for (const cancel of this.#trying.values()) cancel();
    this.#trying.clear();
    this.#clean.clear();
  }

  async #try(systemId: string, attempt: number, era: number): Promise<void> {
    const reading = await this.#parts.reader.working(systemId);
    if (era !== this.#era) return;
    if (reading.ok) {
      this.#trying.delete(systemId);
      this.#clean.add(systemId);
      this.#parts.read(systemId);
      return;
    }
    const cancel = this.#parts.clock.after(backOffMs(attempt + 1), () => void this.#try(systemId, attempt + 1, era));
    this.#trying.set(systemId, cancel);
  }
}
