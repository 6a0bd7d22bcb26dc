import type { ProbeFacts } from '#contract/model/probe.ts';
import type { Journal } from '#core/orders/journal/journal.ts';
import { isOwn, type Owner } from '#core/owner.ts';

/** The facts of the last probe of a connection. Null when it was never probed. */
export function latestProbeFacts(journal: Journal, owner: Owner): ProbeFacts | null {
  let latest: ProbeFacts | null = null;
  for (const row of journal.runs()) {
    if (!isOwn(owner, row) || row.act.kind !== 'probe' || row.act.facts === null) continue;
    if (latest === null || row.act.facts.at >= latest.at) latest = row.act.facts;
  }
  return latest;
}
