import { settleLicence } from '#rules/licence.ts';
import { settleSubscription } from '#rules/subscription.ts';
import type { Store } from '#practice/store/store.ts';

/** Subscriptions and licences as time goes on. Nothing else hangs on the order of their changes, so one step takes them all. */
export class Memberships {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Applies what has fallen due by `now`, each change at its own time. */
  settle(now: number): void {
    const subscriptions = this.#store.subscriptions.due(now);
    const licences = this.#store.licences.due(now);
    if (subscriptions.length + licences.length === 0) return;
    this.#store.transaction(() => {
      for (const subscription of subscriptions) {
        this.#store.subscriptions.put(settleSubscription(subscription, now));
      }
      for (const licence of licences) this.#store.licences.put(settleLicence(licence, now));
    });
  }
}
