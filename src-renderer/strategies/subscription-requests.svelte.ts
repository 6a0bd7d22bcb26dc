import type { RosterEntry } from '#contract/model/people.ts';
import { atOnceActionType, type Subscription, type SubscriptionRequest } from '#contract/model/subscription.ts';
import type { StatusStore } from '#renderer/stores/status-store.svelte.ts';
import type { StrategiesStore } from '#renderer/stores/strategies-store.svelte.ts';
import type { ToastsStore } from '#renderer/stores/toasts-store.svelte.ts';
import { beginRefusal, endRefusal } from './subscription-words.ts';
import type { SubscriptionsStore } from './subscriptions-store.svelte.ts';

type Parts = {
  readonly status: Pick<StatusStore, 'readOnlyBecause'>;
  readonly strategies: Pick<StrategiesStore, 'list'>;
  readonly subscriptions: Pick<SubscriptionsStore, 'find'>;
  /** Shows why a key press had no effect. In that case the button is disabled. */
  readonly toasts: Pick<ToastsStore, 'show'>;
};

type RequestInDialog = { readonly request: SubscriptionRequest; readonly name: string };

/**
 * The request in the open dialog to begin or end a subscription, and the strategy of the request
 * that was sent last.
 */
export class SubscriptionRequests {
  readonly #parts: Parts;
  #requestInDialog = $state.raw<RequestInDialog | null>(null);
  #sentSystemId = $state.raw<string | null>(null);

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The request of the open dialog. Null if none is open. */
  get requestInDialog(): RequestInDialog | null {
    return this.#requestInDialog;
  }

  /** The strategy of the last request that was sent. */
  get sentSystemId(): string | null {
    return this.#sentSystemId;
  }

  /** Why a strategy of the roster cannot be subscribed to. Null if it can. */
  refusal(entry: RosterEntry): string | null {
    const { status, strategies, subscriptions } = this.#parts;
    const isListed = strategies.list.some(({ systemId, listed }) => systemId === entry.systemId && listed !== false);
    return (
      status.readOnlyBecause ?? beginRefusal(entry, { subscription: subscriptions.find(entry.systemId), isListed })
    );
  }

  begin(entry: RosterEntry): void {
    const { systemId, name } = entry;
    const refusal = this.refusal(entry);
    if (refusal === null) this.#requestInDialog = { request: { kind: 'begin', systemId }, name };
    else this.#parts.toasts.show('warn', refusal);
  }

  end(subscription: Subscription): void {
    const { systemId, name } = subscription;
    const refusal = this.#parts.status.readOnlyBecause ?? endRefusal(subscription);
    const request = {
      kind: 'end',
      systemId,
      actionType: atOnceActionType,
      autoTradePositionsAndOrders: null,
    } as const;
    if (refusal === null) this.#requestInDialog = { request, name };
    else this.#parts.toasts.show('warn', refusal);
  }

  /** Closes the dialog. Nothing was sent. */
  cancel(): void {
    this.#requestInDialog = null;
  }

  /** Closes the dialog after its request was sent. */
  close(systemId: string): void {
    this.#sentSystemId = systemId;
    this.#requestInDialog = null;
  }
}
