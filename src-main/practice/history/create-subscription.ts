import { fixed } from '#rules/decimal.ts';
import { applyDueToSubscription, subscribe } from '#rules/billing/subscription.ts';
import type { Store } from '#practice/store/store.ts';

const DAY = 86_400_000;
const DONE_KEY = 'subscriptionFounded';
/** Screen name of the owner of the strategy. */
const OWNER = 'carrydesk';
const SUBSCRIBED_FOR = 40 * DAY;

/**
 * Lets the world person subscribe to one strategy of another person, once in each data folder, new
 * or old. So the views of a subscriber can be tried without subscribing first.
 */
export function createSubscription(store: Store, now: number): void {
  if (store.meta.get(DONE_KEY) !== undefined) return;
  const personId = store.meta.need('worldPerson');
  const strategy = store.strategies().find((one) => one.ownerScreenName === OWNER && one.isAlive);
  store.transaction(() => {
    store.meta.set(DONE_KEY, '1');
    if (strategy === undefined || strategy.ownerPersonId === personId) return;
    if (store.subscriptions.ofPerson(personId).some(({ systemId }) => systemId === strategy.id)) return;
    const terms = {
      id: store.subscriptions.nextId(),
      systemId: strategy.id,
      personId,
      management: 'site',
      method: 'credit_card',
      amount: fixed(String(strategy.monthlyFee)),
      trialDays: strategy.trialDays,
    } as const;
    const since = Math.max(strategy.createdAt, now - SUBSCRIBED_FOR);
    store.subscriptions.put(applyDueToSubscription(subscribe(terms, since), now));
  });
}
