import type { Ticket } from '#contract/model/ticket.ts';

/** Ticket members of an order without bracket, condition, group and replaced order. */
export const plainTicket = {
  profitTarget: null,
  stopLoss: null,
  conditionalUpon: null,
  replaces: null,
  ocaGroupId: null,
  keepBothAlive: false,
} as const satisfies Partial<Ticket>;
