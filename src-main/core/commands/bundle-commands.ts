import { done } from '#contract/outcome.ts';
import type { CommandGroup } from './command-table.ts';
import type { CommandParts } from './command-parts.ts';

export function bundleCommands({ bundles, sessions }: CommandParts): CommandGroup<'bundle'> {
  return {
    'bundle.make': (input) => bundles.make(input),
    'bundle.cancel': async () => {
      await bundles.cancel();
      return done({});
    },
    'bundle.part': (input) => bundles.part(input),
    'bundle.discard': async ({ bundleId }) => {
      await bundles.discard(bundleId);
      return done({});
    },
    'bundle.receive': (input) => bundles.receive(input),
    'bundle.open': (input) => {
      // A bundle is shown in place of the trader's own session. `inUse` throws if that is not open.
      sessions.inUse();
      return bundles.open(input);
    },
    'bundle.close': async () => {
      await bundles.closeBundle();
      return done({});
    },
  };
}
