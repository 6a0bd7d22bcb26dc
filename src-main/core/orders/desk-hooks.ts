import type { OrderEntry as EntryState } from '#contract/model/status.ts';
import type { Check, Ticket } from '#contract/model/ticket.ts';

/** The functions of the desk that its parts call. */
export type DeskHooks = {
  /** Whether this order may be sent now. */
  readonly orderEntry: (ticket: Ticket) => EntryState;
  /** `exceptRowId`: the row of the ticket, if it has one. */
  readonly checks: (ticket: Ticket, exceptRowId: string | null) => readonly Check[];
  /** Makes the first read of the working list of a strategy, which opens order entry. */
  readonly watch: (systemId: string) => void;
  readonly listsChanged: (systemId: string) => void;
  /** Raises the revision of a strategy and calls the listeners. */
  readonly announceChange: (systemId: string) => void;
  readonly isClosed: () => boolean;
};
