import { failed } from '#contract/outcome.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import { exitsBeyond } from '../protection/exits-beyond.ts';
import { resizedTicket, type Held } from './exit-orders.ts';

export type TrimPlan = {
  readonly beyond: string;
  readonly cancel: readonly Signal[];
  readonly tickets: readonly Ticket[];
};

/** Takes away what working exits could close beyond what is held. */
export function planTrim(
  held: Held,
  signals: readonly Signal[],
): TrimPlan | Extract<CommandOutcome<'orders.plan-exit'>, { ok: false }> {
  const found = exitsBeyond(held, signals);
  if (found === null) return failed('nothing-to-do', { code: 'trim.nothing' });
  const tickets = found.resize.map((order) => resizedTicket(held, order, held.quantity));
  return { beyond: found.beyond, cancel: found.cancel, tickets: tickets.filter((ticket) => ticket !== null) };
}
