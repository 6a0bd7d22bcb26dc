import type { Subscription } from '#rules/billing/subscription.ts';
import type { AutoTrader } from '#practice/autotrade/auto-trader.ts';
import type { Store } from '#practice/store/store.ts';
import type { Switches } from '#practice/switches.ts';

type Parts = { readonly autoTrader: AutoTrader; readonly store: Store; readonly switches: Switches };

/**
 * Stops the AutoTrade links of subscriptions that are about to end, unless another subscription
 * continues them. Called before the end is written: if the program exits in between, the
 * subscription still has to end at the next start, and stopping a link twice changes nothing. If
 * several subscriptions of a person to the same strategy end together, the links stop with the last
 * of them.
 */
export function endLinks({ autoTrader, store, switches }: Parts, ending: readonly Subscription[]): void {
  if (switches.get('linksAtEnd') === 'keep') return;
  const endedIds = new Set<string>();
  for (const { id, systemId, personId, positionsAtEnd } of ending.toSorted(byEnd)) {
    endedIds.add(id);
    const all = store.subscriptions.ofPerson(personId).filter((one) => one.systemId === systemId);
    if (all.some((one) => one.state !== 'ended' && !endedIds.has(one.id))) continue;
    for (const link of autoTrader.links.liveOfStrategy(personId, systemId))
      autoTrader.stop(link, positionsAtEnd === 'leave');
  }
}

const byEnd = (a: Subscription, b: Subscription): number => (a.endedAt ?? 0) - (b.endedAt ?? 0);
