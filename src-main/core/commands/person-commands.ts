import { done } from '#contract/outcome.ts';
import { ownPerson } from '#core/people/own-person.ts';
import type { CommandGroup } from './command-table.ts';
import type { CommandParts } from './command-parts.ts';

export function personCommands({ sessions }: CommandParts): CommandGroup<'person'> {
  return {
    'person.get': () => done(ownPerson(sessions.current())),
  };
}
