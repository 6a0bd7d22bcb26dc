import { done } from '#contract/outcome.ts';
import type { CommandGroup } from './command-table.ts';
import type { CommandParts } from './command-parts.ts';

export function autoTradeCommands({ sessions }: CommandParts): CommandGroup<'brokers'> {
  return {
    'brokers.list': ({ systemId }) => done({ brokers: sessions.current().cache.brokers(systemId) }),
  };
}
