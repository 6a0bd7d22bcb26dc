import type { CommandOutcome, CommandOutput } from '#contract/commands.ts';
import type { Text } from '#contract/message.ts';
import type { RiskUse } from '#contract/model/risk.ts';
import type { JournalState, Signal } from '#contract/model/signal.ts';
import type { OrderEntry } from '#contract/model/status.ts';
import type { CancelPlan, Preview, Ticket } from '#contract/model/ticket.ts';
import type { Position } from '#contract/model/trade.ts';
import type { Exposure, RiskEffect } from './exposure.ts';
import type { CancelRow } from './cancel-row.ts';
import type { Decision } from './decisions.ts';

/**
 * Where orders are entered, kept and explained, for one connection. Every mutating request of the desk is in the journal
 * before its first byte leaves; no answer is ever guessed (order-safety).
 */
export interface OrderDesk {
  /** Resolves once the journal holds the order, before anything is sent. The same intent again: the same row, nothing sent. */
  submit(
    intentId: string,
    ticket: Ticket,
    confirmed: readonly string[],
    direct?: boolean,
  ): CommandOutcome<'orders.submit'>;
  /** A row that is HELD at once; nothing is sent before it is confirmed. */
  prepare(intentId: string, ticket: Ticket): CommandOutcome<'orders.prepare'>;
  /** HELD or NOT_SENT → QUEUED, checked as if it were entered now. */
  confirm(rowId: string, confirmed: readonly string[], direct?: boolean): CommandOutcome<'orders.confirm'>;
  abandon(rowId: string): CommandOutcome<'orders.abandon'>;
  /** Prepared and not sent, the newest first. */
  staged(systemId: string): Signal[];
  /** An OCA id of our own, drawn and reserved for good. */
  makeGroup(systemId: string): CommandOutcome<'orders.make-group'>;
  planCancel(systemId: string, rowIds: readonly string[]): CancelPlan;
  /** Never locked: works without journal, offline entry lock or first read. */
  cancel(intentId: string, systemId: string, rowIds: readonly string[]): CommandOutcome<'orders.cancel'>;
  decide(decision: Decision): CommandOutcome<'orders.decide'>;
  /** New risk of the New York day and of the last minute. */
  used(): { readonly day: RiskUse; readonly minute: RiskUse };
  /** Kill switch, or a strategy that cannot be read: new risk that waits becomes HELD at once. Order entry stays what it is. */
  holdNewRisk(reason: Text, systemId?: string): void;
  /** Whether positions are to be read again before this closing order: it may close more than is held. */
  needsReading(ticket: Ticket): boolean;
  /** How much of its symbol this closing order may close. */
  exposure(ticket: Ticket): Exposure;
  preview(ticket: Ticket): Preview;
  /** A row's own ticket and what it would do if it were sent now. */
  review(rowId: string): CommandOutcome<'orders.review'>;
  blotter(systemId: string, query: BlotterQuery): CommandOutput<'signals.list'>;
  /** Whether new orders of this strategy may leave now; the reason is one sentence for the ticket. */
  entry(systemId: string, risk?: RiskEffect): OrderEntry;
  /** Orders of this connection whose fate is open: unknown, ambiguous, or absent and not yet acknowledged. */
  unknownCount(): number;
  /** Where an order of this connection stands, and the sentence for it; undefined when there is none. */
  order(rowId: string): DeskOrder | undefined;
  /** The cancels of one press. */
  cancels(intentId: string): CancelRow[];
  /** Every row of the blotter. */
  signals(systemId: string): readonly Signal[];
  /** What is held, and how far working stops protect it. */
  positions(systemId: string): Position[];
  /** Grows with every move of this strategy's journal rows; `orders` of `strategy.changed`. */
  revision(systemId: string): number;
  /**
   * Somebody looks at this strategy: makes the one clean read of its working list that opens order entry (J10), and repeats
   * it while it fails. Calling it again is free.
   */
  watch(systemId: string): void;
  /** The cached signals of this strategy changed: rows mirror them, late arrivals are noticed. */
  evidence(systemId: string): void;
  /** Called with the strategy whose rows changed. Returns the release. */
  onChange(listener: (systemId: string) => void): () => void;
  /**
   * Resume, reconnect, profile change: what is not yet on its way becomes HELD, and order entry stays locked until each
   * watched strategy was read again.
   */
  hold(reason: string): void;
  /** Holds what waits, stops the timers, and ends when what is in flight has its outcome in the journal. */
  close(): Promise<void>;
}

/** `groupShown`: an answer or a list has shown the order in the group that it was sent into. */
export type DeskOrder = { readonly state: JournalState; readonly text: Text; readonly groupShown: boolean };

export type BlotterQuery = { readonly text: string; readonly scope: 'live' | 'all' };
