import type { ProbeFacts } from '#contract/model/probe.ts';
import type { Journal } from '#core/orders/journal/journal.ts';
import { isOwn, type Owner } from '#core/owner.ts';

/**
 * The facts of the last probe of a connection. Null when it was never probed. The last row counts,
 * not the latest time, because the clock may have been set back between two probes.
 */
export function latestProbeFacts(journal: Journal, owner: Owner): ProbeFacts | null {
  let latest: ProbeFacts | null = null;
  for (const row of journal.runs()) {
    if (isOwn(owner, row) && row.act.kind === 'probe' && row.act.facts !== null) latest = row.act.facts;
  }
  return latest;
}
