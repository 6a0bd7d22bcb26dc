import { applyDueToLicense } from '#rules/billing/license.ts';
import { applyDueToSubscription, type Subscription } from '#rules/billing/subscription.ts';
import type { Store } from '#practice/store/store.ts';

/**
 * Applies the changes of subscriptions and licenses that are due by time. One transaction writes
 * all these changes, because they are independent of each other.
 */
export class Memberships {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Applies everything due at `now`, each change at its own time. `beforeEnd` is called with the
   * subscriptions that end, before they are written.
   */
  settle(now: number, beforeEnd: (ending: readonly Subscription[]) => void): void {
    const subscriptions = this.#store.subscriptions.due(now).map((one) => applyDueToSubscription(one, now));
    const licenses = this.#store.licenses.due(now);
    if (subscriptions.length + licenses.length === 0) return;
    beforeEnd(subscriptions.filter((one) => one.state === 'ended'));
    this.#store.transaction(() => {
      for (const subscription of subscriptions) this.#store.subscriptions.put(subscription);
      for (const license of licenses) this.#store.licenses.put(applyDueToLicense(license, now));
    });
  }
}
