import { done, failed } from '#contract/outcome.ts';
import type { CommandGroup } from './command-table.ts';
import type { CommandParts } from './command-parts.ts';

type Group = CommandGroup<'subscribers' | 'roster' | 'people'>;

/** Lists from the cache and the past readings. Only `fresh` reads from the platform first. */
export function peopleCommands({ sessions }: CommandParts): Group {
  return {
    'subscribers.list': ({ systemId }) => done({ subscribers: sessions.current().cache.subscribers(systemId) }),
    'subscribers.readings': ({ systemId }) =>
      done({ readings: sessions.current().history.subscriberReadings(systemId) }),
    'subscribers.changes': ({ systemId, from, to }) => {
      const changes = sessions.current().history.subscriberChanges(systemId, from, to);
      return changes === null ? failed('unknown-reading', { code: 'subscribers.unknown-reading' }) : done({ changes });
    },
    'subscribers.history': ({ systemId, subscriptionId }) =>
      done({ steps: sessions.current().history.subscriberSteps(systemId, subscriptionId) }),
    'roster.list': async ({ fresh }) => {
      const { cache, sync } = sessions.current();
      const read = fresh ? await sync.readRoster() : null;
      const { readAt, failure } = cache.rosterState();
      return done({ readAt, failure: read?.ok === false ? read.text : failure, entries: cache.roster() });
    },
    'people.list': (input) => sessions.current().people.list(input),
    'people.get': ({ personId }) => sessions.current().people.get(personId),
  };
}
