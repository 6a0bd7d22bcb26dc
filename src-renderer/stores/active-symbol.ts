import type { ChosenRow, FocusedRowStore } from './focused-row-store.svelte.ts';
import type { TicketStore } from './ticket-store.svelte.ts';

type Stores = {
  readonly focusedRow: Pick<FocusedRowStore, 'chosen'>;
  readonly ticket: Pick<TicketStore, 'draft' | 'symbolChangeCount'>;
};

const ticketSymbol = ({ ticket }: Stores): string => ticket.draft.symbol.trim();

/** The row chosen with Enter, until the ticket has another symbol. */
export function chosenRow(stores: Stores): ChosenRow | null {
  const { chosen } = stores.focusedRow;
  return chosen !== null && chosen.symbolChangeCount === stores.ticket.symbolChangeCount ? chosen : null;
}

/** The symbol for keys that send at once, or null. */
export const activeSymbol = (stores: Stores): string | null =>
  chosenRow(stores)?.symbol ?? (ticketSymbol(stores) || null);
