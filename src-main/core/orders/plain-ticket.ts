import type { Ticket } from '#contract/model/ticket.ts';

/** What a ticket says of an order without bracket, condition, group and predecessor. */
export const plainTicket = {
  profitTarget: null,
  stopLoss: null,
  conditionalUpon: null,
  replaces: null,
  ocaGroupId: null,
  keepBothAlive: false,
} as const satisfies Partial<Ticket>;
