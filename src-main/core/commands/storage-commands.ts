import { done, failed } from '#contract/outcome.ts';
import type { CommandGroup } from './command-table.ts';
import type { CommandParts } from './command-parts.ts';

/** What is stored on disk; needs no network and no key. */
export function storageCommands({ storage }: CommandParts): CommandGroup<'storage'> {
  return {
    'storage.report': async () => done(await storage.report()),
    'storage.keep': async ({ keep }) =>
      (await storage.setRetention(keep))
        ? done(await storage.report())
        : failed('not-stored', { code: 'preferences.retention-not-saved' }),
    'storage.clear': async ({ profileId, history: withHistory }) => {
      const refusal = await storage.clear(profileId, withHistory);
      return refusal === null ? done(await storage.report()) : failed(refusal.code, refusal.message);
    },
  };
}
