import type { CommandOutcome, CommandOutput } from '#contract/commands.ts';
import type { Text } from '#contract/message.ts';
import type { RiskUse } from '#contract/model/risk.ts';
import type { JournalState, Signal, UnreadableRecord } from '#contract/model/signal.ts';
import type { OrderEntry } from '#contract/model/status.ts';
import type { CancelPlan, Preview, Ticket } from '#contract/model/ticket.ts';
import type { Position } from '#contract/model/trade.ts';
import type { Exposure } from './exposure.ts';
import type { RiskEffect } from '#core/risk-effect.ts';
import type { CancelRow } from './journal/cancel-row.ts';
import type { Decision } from './reconcile/decisions.ts';

/**
 * Enters, records and explains orders for one connection. Every mutating request of the desk is in
 * the journal before its first byte is sent, except a cancel while the journal cannot be written.
 * No answer is ever guessed (order-safety).
 */
export interface OrderDesk {
  /**
   * Returns once the journal has the order, before anything is sent. For a known intent it returns
   * the same row and sends nothing. `withoutReview`: entered with one press. `editedRowId`: the row
   * id of the unsent order that the trader edited. That order is abandoned when the journal has
   * the new one.
   */
  submit(
    intentId: string,
    ticket: Ticket,
    confirmed: readonly string[],
    withoutReview?: boolean,
    editedRowId?: string,
  ): CommandOutcome<'orders.submit'>;
  /** Creates a row that is HELD at once; nothing is sent before it is confirmed. */
  prepare(intentId: string, ticket: Ticket, editedRowId?: string): CommandOutcome<'orders.prepare'>;
  /**
   * HELD or NOT_SENT → QUEUED. The order is checked as if it were entered now. Warnings that the
   * trader confirmed for this order earlier stay confirmed.
   */
  confirm(rowId: string, confirmed: readonly string[], withoutReview?: boolean): CommandOutcome<'orders.confirm'>;
  abandon(rowId: string): CommandOutcome<'orders.abandon'>;
  /** Orders that were prepared and not sent, the newest first. */
  staged(systemId: string): Signal[];
  /** Draws an own OCA id and reserves it permanently. */
  reserveGroup(systemId: string): CommandOutcome<'orders.make-group'>;
  planCancel(systemId: string, rowIds: readonly string[]): CancelPlan;
  /**
   * Never locked: works without the journal, while order entry is locked, and before the first
   * read.
   */
  cancel(intentId: string, systemId: string, rowIds: readonly string[]): CommandOutcome<'orders.cancel'>;
  decide(decision: Decision): CommandOutcome<'orders.decide'>;
  /** New risk of the New York day and of the last minute. */
  riskUsed(): { readonly day: RiskUse; readonly minute: RiskUse };
  /**
   * For the kill switch, or a strategy that cannot be read: puts queued new risk on hold at once.
   * Order entry does not change.
   */
  holdNewRisk(reason: Text, systemId?: string): void;
  /**
   * Whether the positions have to be read before this closing order is sent, because it is not
   * certain whether it closes more than the position (`exitVerdict`).
   */
  needsReading(ticket: Ticket): boolean;
  /** The position size and the free quantity for this closing order, and how certain they are. */
  exposure(ticket: Ticket): Exposure;
  preview(ticket: Ticket): Preview;
  /** Returns the ticket of a row and a preview of it as if it were sent now. */
  review(rowId: string): CommandOutcome<'orders.review'>;
  /** What this order of the journal sends; undefined for an unknown row. */
  ticketOf(rowId: string): Ticket | undefined;
  blotter(systemId: string, query: BlotterQuery): CommandOutput<'signals.list'>;
  /**
   * Whether new orders of this strategy may be sent now; the reason is one sentence for the ticket.
   */
  orderEntry(systemId: string, risk?: RiskEffect): OrderEntry;
  /**
   * Number of orders of this connection without a known outcome: unknown ones, and ambiguous or
   * absent ones that are not acknowledged yet.
   */
  unknownCount(): number;
  /**
   * Whether an order of this connection waits to be sent, or for the proof of the cancel that comes
   * before it. If the program ends, such an order is not sent.
   */
  hasWaiting(): boolean;
  /** State and text of an order of this connection; undefined when there is none. */
  order(rowId: string): DeskOrder | undefined;
  /** The cancels of one press. */
  cancels(intentId: string): CancelRow[];
  /** Every row of the blotter. */
  signals(systemId: string): readonly Signal[];
  /** Records of the last signal lists that cannot be read. */
  unreadable(systemId: string): readonly UnreadableRecord[];
  /** Whether the positions were ever read. */
  hasReadPositions(systemId: string): boolean;
  /** Entries that have filled since the positions were read. */
  unreadFills(systemId: string): readonly Signal[];
  /** Whether the last reading of the open trades has records that cannot be read. */
  hasUnreadableTrades(systemId: string): boolean;
  /** The positions, and how far working stops protect them. */
  positions(systemId: string): readonly Position[];
  /**
   * Increases with every change of this strategy's journal rows, and after a reading that the desk
   * requested to open order entry or to watch absent orders. The event `strategy.changed` has it as
   * `orders`.
   */
  revision(systemId: string): number;
  /**
   * Called when a window shows this strategy. Reads its working list once, which opens order entry
   * (order-safety J10), and repeats the read while it fails. Repeated calls have no effect.
   */
  watch(systemId: string): void;
  /**
   * Called after each reading of this strategy, also if it changed no signal. Updates rows from the
   * cached signals and detects late arrivals.
   */
  listsChanged(systemId: string): void;
  /** The listener gets the strategy whose rows changed. Returns a function that removes it. */
  onChange(listener: (systemId: string) => void): () => void;
  /**
   * Called when the connection fails or is closed. Puts orders that are not in flight on hold and
   * locks order entry of each strategy until its working list was read again.
   */
  hold(reason: Text): void;
  /**
   * Puts queued orders on hold and stops the timers. Resolves when every request in flight has its
   * outcome in the journal.
   */
  close(): Promise<void>;
}

/** `groupShown`: an answer or a list has shown the order in the group that it was sent with. */
export type DeskOrder = { readonly state: JournalState; readonly text: Text; readonly groupShown: boolean };

export type BlotterQuery = { readonly text: string; readonly scope: 'live' | 'all' };
