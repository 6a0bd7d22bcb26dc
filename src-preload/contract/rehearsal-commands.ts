import Type from 'typebox';
import { command, strict } from './command.ts';
import { Rehearsal } from './model/rehearsal.ts';
import { Ticket } from './model/ticket.ts';
import { Uuid } from './model/scalars.ts';

/** Before an order that adds risk is sent live, it can be tried on practice (acts.md §5). */
export const rehearsalCommands = {
  /**
   * Sends an order of the live connection to the practice service. A practice strategy is first set
   * to the positions and working orders of the live one. Resolves when the outcome is known, which
   * takes some seconds. `blocked`: a check of the practice desk blocks the order.
   */
  'rehearsals.run': command(Type.Object({ intentId: Uuid, ticket: Ticket }, strict), Rehearsal, [
    'not-live',
    'no-practice',
    'blocked',
    'no-outcome',
  ]),
} as const;
