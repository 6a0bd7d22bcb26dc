import type { CommandGroup } from './command-table.ts';
import type { CommandParts } from './command-parts.ts';

export function strategyCommands({ sessions }: CommandParts): CommandGroup<'own-strategies'> {
  return {
    'own-strategies.changes': () => sessions.current().ownStrategies.changes(),
    'own-strategies.plan': ({ request }) => sessions.current().ownStrategies.plan(request),
    'own-strategies.send': (input) => sessions.inUse().ownStrategies.send(input),
  };
}
