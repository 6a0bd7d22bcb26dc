import type { Subscription } from '#rules/billing/subscription.ts';
import type { AutoTrader } from '#practice/autotrade/auto-trader.ts';
import type { Store } from '#practice/store/store.ts';
import type { Switches } from '#practice/switches.ts';

type Parts = { readonly autoTrader: AutoTrader; readonly store: Store; readonly switches: Switches };

/**
 * Stops the AutoTrade links of subscriptions that are about to end, unless another subscription
 * continues them. Called before the end is written: if the program exits in between, the
 * subscription still has to end at the next start, and stopping a link twice changes nothing.
 */
export function endLinks({ autoTrader, store, switches }: Parts, ending: readonly Subscription[]): void {
  if (switches.get('linksAtEnd') === 'keep') return;
  for (const { id, systemId, personId, positionsAtEnd } of ending) {
    const others = store.subscriptions.ofPerson(personId).filter((one) => one.systemId === systemId && one.id !== id);
    if (others.some((one) => one.state !== 'ended')) continue;
    for (const link of autoTrader.links.live(personId, systemId)) autoTrader.stop(link, positionsAtEnd === 'leave');
  }
}
