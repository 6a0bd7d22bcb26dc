import { done, failed } from '#contract/outcome.ts';
import type { CommandGroup } from './command-table.ts';
import type { CommandParts } from './command-parts.ts';

const nothingYet = { code: 'review.nothing-read' } as const;

/** The account as it was known at past readings; needs no network and no key. */
export function historyCommands({ sessions }: CommandParts): CommandGroup<'history'> {
  const history = () => sessions.current().history;
  return {
    'history.moments': ({ systemId, before, limit }) => done(history().moments(systemId, { before, limit })),
    'history.account': ({ systemId, at }) => {
      const account = history().account(systemId, at);
      return account === null ? failed('nothing-read', nothingYet) : done(account);
    },
    'history.compare': ({ systemId, from, to }) => {
      const differences = history().compare(systemId, from, to);
      return differences === null ? failed('nothing-read', nothingYet) : done({ differences });
    },
  };
}
