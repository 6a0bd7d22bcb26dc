import type { CommandInput, CommandOutcome, CommandOutput } from '#contract/commands.ts';
import type { OrderEntry } from '#contract/model/status.ts';
import type { CancelPlan, Preview, Ticket } from '#contract/model/ticket.ts';

/**
 * Where orders are entered, kept and explained, for one connection. Every mutating request of the desk is in the journal
 * before its first byte leaves; no answer is ever guessed (order-safety).
 */
export interface OrderDesk {
  /** Resolves once the journal holds the order, before anything is sent. The same intent again: the same row, nothing sent. */
  submit(intentId: string, ticket: Ticket, confirmed: readonly string[]): CommandOutcome<'orders.submit'>;
  planCancel(systemId: string, rowIds: readonly string[]): CancelPlan;
  /** Never locked: works without journal, offline entry lock or first read. */
  cancel(intentId: string, systemId: string, rowIds: readonly string[]): CommandOutcome<'orders.cancel'>;
  decide(rowId: string, choice: CommandInput<'orders.decide'>['choice']): CommandOutcome<'orders.decide'>;
  preview(ticket: Ticket): Preview;
  blotter(systemId: string, query: BlotterQuery): CommandOutput<'signals.list'>;
  /** Whether new orders of this strategy may leave now; the reason is one sentence for the ticket. */
  entry(systemId: string): OrderEntry;
  /** Orders of this connection whose fate is open: unknown, ambiguous, or absent and not yet acknowledged. */
  unknownCount(): number;
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

export type BlotterQuery = { readonly text: string; readonly scope: 'live' | 'all' };
