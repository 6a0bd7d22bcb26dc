import { done } from '#contract/outcome.ts';
import type { CommandGroup } from './command-table.ts';
import type { CommandParts } from './command-parts.ts';

export function subscriptionCommands({ sessions }: CommandParts): CommandGroup<'subscriptions'> {
  return {
    'subscriptions.list': () => done({ subscriptions: sessions.current().subscriptions.list() }),
    'subscriptions.plan': ({ request }) => sessions.current().subscriptions.plan(request),
    'subscriptions.send': (input) => sessions.inUse().subscriptions.send(input),
  };
}
