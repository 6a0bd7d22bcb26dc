import type { Text } from '#contract/message.ts';
import type { ActRow } from './act-row.ts';

/** The part of the journal that acts use. */
export interface ActJournal {
  /**
   * Why the journal cannot be written; null while it can be. While it cannot be written, orders are
   * locked and cancels are not.
   */
  problem(): Text | null;
  /** Whether this intent ever made an order, a cancel, an act or a run. */
  knowsIntent(intentId: string): boolean;
  /** All acts, the oldest first. */
  acts(): Iterable<ActRow>;
  /** Durable when this returns. Throws JournalError. */
  saveAct(row: ActRow): void;
}
