import { done } from '#contract/outcome.ts';
import { ownPerson } from '#core/people/own-person.ts';
import type { CommandGroup } from './command-table.ts';
import type { CommandParts } from './command-parts.ts';

export function personCommands({ sessions }: CommandParts): CommandGroup<'person'> {
  return {
    'person.get': () => {
      const { acts, cache, profile, sync } = sessions.current();
      const { id: profileId, platformId } = profile;
      return done(ownPerson({ acts, cache, sync, isPlatform: platformId !== null, profileId }));
    },
    'person.plan': ({ request }) => sessions.current().person.plan(request),
    'person.send': (input) => sessions.inUse().person.send(input),
  };
}
