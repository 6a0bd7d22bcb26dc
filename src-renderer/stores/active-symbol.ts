import type { ChosenRow, FocusedRowStore } from './focused-row-store.svelte.ts';
import type { TicketStore } from './ticket-store.svelte.ts';

type Desk = { readonly focusedRow: Pick<FocusedRowStore, 'chosen'>; readonly ticket: Pick<TicketStore, 'draft'> };

const ticketSymbol = ({ ticket }: Desk): string => ticket.draft.symbol.trim();

/** The row chosen with Enter, until the ticket has another symbol. */
export function chosenRow(desk: Desk): ChosenRow | null {
  const { chosen } = desk.focusedRow;
  return chosen !== null && chosen.ticketSymbol === ticketSymbol(desk) ? chosen : null;
}

/** The symbol that sending keys act on, or null. */
export const activeSymbol = (desk: Desk): string | null => chosenRow(desk)?.symbol ?? (ticketSymbol(desk) || null);
