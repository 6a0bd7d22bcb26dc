import type { ActJournal } from '#core/acts/act-journal.ts';
import type { CancelRow } from './cancel-row.ts';
import type { OrderEvent, RowEvent } from './order-event.ts';
import type { OrderRow } from './order-row.ts';
import type { RunRow } from './run-row.ts';

/**
 * An OCA group cannot have the id of a signal (platform-api "submitSignal", rules). Nothing was
 * written.
 */
export class IdConflict extends Error {}

/** Draws an id. Called again as long as the drawn id was already used in the strategy. */
export type DrawId = () => string;

/** An order before its creation. `create` draws the own ids of the order and of a nested parent. */
export type NewOrder = Omit<Extract<OrderEvent, { type: 'created' }>, 'ownId' | 'parentOwnId' | 'type'>;

/** The durable record of everything that was sent or is to be sent. Rows are never deleted. */
export interface Journal extends ActJournal {
  /** Tries to write again. True if the journal can be written. */
  retry(): boolean;
  orders(): Iterable<OrderRow>;
  /**
   * The orders that may still be sent, that work, or whose outcome is open, in no particular order.
   */
  openOrders(): Iterable<OrderRow>;
  order(rowId: string): OrderRow | undefined;
  cancels(): Iterable<CancelRow>;
  /**
   * Reserves own id and OCA id and writes intent and row in one transaction, durable when this
   * returns. `next` is called before the commit. The first write that `next` makes is committed
   * together with the row, so an order that may be sent at once waits for one commit, not for two
   * (ADR 0014). Throws JournalError when nothing was written, even if `next` was called.
   */
  create(order: NewOrder, drawId: DrawId, next?: (row: OrderRow) => void): OrderRow;
  /**
   * Writes one transition, durable when this returns. Throws JournalError, or IllegalTransition.
   */
  apply(rowId: string, event: RowEvent): OrderRow;
  /** The events of a row from the first on. */
  events(rowId: string): OrderEvent[];
  /** A cancel that cannot be written stays in memory until the program ends, and can be sent. */
  saveCancel(row: CancelRow): void;
  /** Runs of exit plans and of the probe. */
  runs(): Iterable<RunRow>;
  /** Durable when this returns. Throws JournalError. */
  saveRun(row: RunRow): void;
  /** Reserves an own OCA id permanently, before anything uses it. Throws JournalError. */
  reserveGroup(systemId: string, drawId: DrawId): string;
  /**
   * Records the place of a connection: a text of its address and its platform. Returns the ids of
   * all connections whose last recorded place is this one, including this connection: their rows
   * count as rows of this connection. A place that cannot be written is valid until the program
   * ends.
   */
  recordPlace(place: string, profileId: string): ReadonlySet<string>;
  /**
   * The time at which this journal was restored from a copy, wall clock milliseconds. Null if it
   * was not, or once the lists of the strategy have been checked since.
   */
  restoredAt(systemId: string): number | null;
  markChecked(systemId: string): void;
  /** The number of orders, cancels, acts and runs. */
  size(): number;
  /** The number of commits since the journal was opened. */
  revision(): number;
  /** Copies the file as it is while the journal continues to work. */
  backUp(path: string): Promise<void>;
  close(): void;
}
