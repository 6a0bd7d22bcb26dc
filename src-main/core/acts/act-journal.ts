import type { Text } from '#contract/message.ts';
import type { ActRow } from './act-row.ts';

/** The part of the journal that acts use. */
export interface ActJournal {
  /**
   * Why it cannot be written, one sentence; null while it can. Orders are locked meanwhile, cancels
   * are not.
   */
  problem(): Text | null;
  /** True when an order, a cancel, an act or a run was ever made of this intent. */
  knowsIntent(intentId: string): boolean;
  /** The oldest first. */
  acts(): Iterable<ActRow>;
  /** Durable when this returns. Throws JournalError. */
  saveAct(row: ActRow): void;
}
