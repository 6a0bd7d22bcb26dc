import type { OrderEntry as EntryState } from '#contract/model/status.ts';
import type { Check, Ticket } from '#contract/model/ticket.ts';

/** What the parts ask of the desk that they make up. */
export type DeskHooks = {
  /** Whether this order may leave now. */
  readonly entry: (ticket: Ticket) => EntryState;
  /** `except`: the row that the ticket belongs to, when it has one. */
  readonly checks: (ticket: Ticket, except: string | null) => readonly Check[];
  readonly watch: (systemId: string) => void;
  readonly evidence: (systemId: string) => void;
  readonly announce: (systemId: string) => void;
  readonly isClosed: () => boolean;
};
