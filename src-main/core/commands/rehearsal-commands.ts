import { rehearseOrder } from '#core/rehearsals/rehearse-order.ts';
import type { CommandGroup } from './command-table.ts';
import type { CommandParts } from './command-parts.ts';

export function rehearsalCommands({ ports, practice, sessions }: CommandParts): CommandGroup<'rehearsals'> {
  return {
    'rehearsals.run': ({ intentId, ticket }) =>
      rehearseOrder({ sessions, practice, clock: ports.clock, random: ports.random }, intentId, ticket),
  };
}
