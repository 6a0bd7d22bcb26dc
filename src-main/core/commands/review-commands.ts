import { done, failed } from '#contract/outcome.ts';
import { periodFault } from '#core/review/selection.ts';
import type { CommandGroup } from './command-table.ts';
import type { CommandParts } from './command-parts.ts';

/** Figures over stored data; they need no network and no key. */
export function reviewCommands({ sessions }: CommandParts): CommandGroup<'review'> {
  return {
    'review.report': async ({ systemId, selection, riskFree }) => {
      const fault = periodFault(selection);
      if (fault !== null) return failed('bad-period', fault, { field: 'selection' });
      const report = await sessions.current().report(systemId, selection, riskFree);
      return 'failure' in report ? failed('not-read', report.failure) : done(report);
    },
  };
}
