import type { Clock } from '#core/ports.ts';
import { isStored, type SignalReader } from '#core/sync/signal-reader.ts';
import type { Journal } from '#core/orders/journal/journal.ts';

type Parts = {
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'restoredAt' | 'markChecked'>;
  readonly reader: SignalReader;
  /** Reads the target list of a strategy; true when it was read. */
  readonly readTargets: (systemId: string) => Promise<boolean>;
  /** Called when new risk of the strategy is no longer locked. */
  readonly onUnlocked: (systemId: string) => void;
};

/** After this time the lists show the orders that were sent before the journal was restored. */
const waitMs = 120_000;
const retryMs = 20_000;
const dayMs = 86_400_000;

/**
 * After a journal was restored from a copy, orders may exist that it does not contain. New risk of
 * a strategy is locked until both lists were read cleanly and stored and its target list was read,
 * all begun at least two minutes after the start. That wait counts from the start of the run,
 * because the wall clock may have been set. Records that cannot be read are shown to the trader.
 * They lock new risk for two minutes from the first reading that has one, not for good.
 */
export class RestoredGate {
  readonly #parts: Parts;
  readonly #timers = new Map<string, () => void>();
  readonly #firstTryAt: number;
  /** By strategy: when the first reading with an unreadable record ended. */
  readonly #unreadableSince = new Map<string, number>();
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#firstTryAt = parts.clock.monotonic() + waitMs;
  }

  isLocked(systemId: string): boolean {
    return this.#parts.journal.restoredAt(systemId) !== null;
  }

  watch(systemId: string): void {
    if (!this.isLocked(systemId) || this.#timers.has(systemId)) return;
    this.#tryLater(systemId, Math.max(0, this.#firstTryAt - this.#parts.clock.monotonic()));
  }

  close(): void {
    this.#closed = true;
    for (const cancel of this.#timers.values()) cancel();
  }

  #tryLater(systemId: string, wait: number): void {
    if (!this.#closed)
      this.#timers.set(
        systemId,
        this.#parts.clock.after(wait, () => void this.#try(systemId)),
      );
  }

  async #try(systemId: string): Promise<void> {
    const { journal, onUnlocked } = this.#parts;
    if (!(await this.#isClean(systemId))) return this.#tryLater(systemId, retryMs);
    if (this.#closed) return;
    journal.markChecked(systemId);
    onUnlocked(systemId);
  }

  async #isClean(systemId: string): Promise<boolean> {
    const { clock, journal, reader, readTargets } = this.#parts;
    const since = (journal.restoredAt(systemId) ?? clock.now()) - dayMs;
    const working = await reader.readWorking(systemId);
    const posted = await reader.readPosted(systemId, Math.floor(since / 1000), Math.floor(clock.now() / 1000) + 600);
    if (!isStored(working) || !isStored(posted)) return false;
    if (working.unreadable.length + posted.unreadable.length > 0) {
      const now = clock.monotonic();
      const unreadableSince = this.#unreadableSince.get(systemId) ?? now;
      this.#unreadableSince.set(systemId, unreadableSince);
      if (now - unreadableSince < waitMs) return false;
    }
    return await readTargets(systemId);
  }
}
