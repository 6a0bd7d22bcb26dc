import type { ActRow } from './act-row.ts';
import type { CancelRow } from './cancel-row.ts';
import type { OrderEvent, RowEvent } from './order-event.ts';
import type { OrderRow } from './order-row.ts';

/** The journal could not write; nothing of the step was kept. */
export class JournalError extends Error {}

/** An OCA group can not be named like a signal (platform-api "submitSignal", rules). Nothing was written. */
export class IdConflict extends Error {}

/** Draws the row's own id: called until the journal finds one that was never used in its system. */
export type DrawId = () => string;

/** A nested parent's own id is drawn where the ticket has one. */
export type NewOrder = Omit<Extract<OrderEvent, { type: 'created' }>, 'ownId' | 'parentOwnId' | 'type'>;

/** The durable memory of everything that was sent or is to be sent. Rows are never deleted. */
export interface Journal {
  /** Why it can not be written, one sentence; null while it can. Orders are locked meanwhile, cancels are not. */
  problem(): string | null;
  /** Tries again to write; true when it can. */
  retry(): boolean;
  orders(): Iterable<OrderRow>;
  order(rowId: string): OrderRow | undefined;
  cancels(): Iterable<CancelRow>;
  /** True when an order, a cancel or another act was ever made of this intent. */
  knowsIntent(intentId: string): boolean;
  /**
   * Own id and OCA id reserved, intent and row written: one transaction, durable when this returns. What `next` writes first joins it,
   * and is durable when that write returns: an order that may leave at once waits for one commit, not for two (ADR 0014).
   * Throws JournalError when nothing was written, whatever `next` was told.
   */
  create(order: NewOrder, drawId: DrawId, next?: (row: OrderRow) => void): OrderRow;
  /** One arrow, durable when this returns. Throws JournalError, or IllegalTransition. */
  apply(rowId: string, event: RowEvent): OrderRow;
  /** The events of a row from the first on. */
  events(rowId: string): OrderEvent[];
  /** A cancel that can not be written is still kept for this run: cancels stay possible. */
  saveCancel(row: CancelRow): void;
  acts(): Iterable<ActRow>;
  /** Durable when this returns. Throws JournalError. */
  saveAct(row: ActRow): void;
  /** An OCA id of our own, reserved for good before anything names it. Throws JournalError. */
  reserveGroup(systemId: string, drawId: DrawId): string;
  /**
   * Notes where a connection is and returns every connection that was ever there, itself included: their rows are its own.
   * An address that cannot be written is used for this run.
   */
  connectionsAt(place: string, profileId: string): ReadonlySet<string>;
  /**
   * When this journal came from a copy, in wall clock milliseconds, while the lists of the strategy were not checked
   * since; null otherwise.
   */
  restoredAt(systemId: string): number | null;
  markChecked(systemId: string): void;
  /** Rows of orders, cancels and acts. */
  size(): number;
  /** Counts the commits of this run. */
  revision(): number;
  /** A copy of the file as it is, made beside the work of the journal. */
  backUp(path: string): Promise<void>;
  close(): void;
}
