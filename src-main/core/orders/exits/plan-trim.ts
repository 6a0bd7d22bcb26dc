import Big from 'big.js';
import { failed } from '#contract/outcome.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Check, Ticket } from '#contract/model/ticket.ts';
import { excessExits, type ExcessExits } from '../protection/excess-exits.ts';
import { resizedTicket, type ClosablePosition } from '#core/orders/protection/exit-orders.ts';

export type TrimPlan = {
  readonly excess: string;
  readonly toCancel: readonly Signal[];
  readonly tickets: readonly Ticket[];
  readonly checks: readonly Check[];
};

/** Cancels and reduces exits so that they close at most the position size. */
export function planTrim(
  position: ClosablePosition,
  signals: readonly Signal[],
): TrimPlan | Extract<CommandOutcome<'orders.plan-exit'>, { ok: false }> {
  const exits = excessExits(position, signals);
  if (exits === null) return failed('nothing-to-do', { code: 'trim.nothing' });
  const tickets = exits.toResize.map(({ order, quantity }) => resizedTicket(position, order, quantity));
  return {
    excess: exits.excess,
    toCancel: exits.toCancel,
    tickets: tickets.filter((ticket) => ticket !== null),
    checks: lessCoverChecks(position, exits),
  };
}

/** Warns if the position loses a part of the protection that its stops give now. */
function lessCoverChecks({ quantity }: ClosablePosition, { coverBefore, coverAfter }: ExcessExits): Check[] {
  if (new Big(coverAfter).gte(coverBefore)) return [];
  const text = { code: 'trim.less-cover', after: coverAfter, before: coverBefore, quantity } as const;
  return [{ code: 'less-cover', level: 'warn', text, field: null }];
}
