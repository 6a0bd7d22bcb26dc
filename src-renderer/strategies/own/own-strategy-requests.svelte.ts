import type { StrategyAttributes } from '#contract/model/strategy-change.ts';
import type { StrategyDetails } from '#contract/model/strategy.ts';
import type { StatusStore } from '#renderer/stores/status-store.svelte.ts';
import type { ToastsStore } from '#renderer/stores/toasts-store.svelte.ts';
import type { StrategyDetailsStore } from '#renderer/strategies/strategy-details-store.svelte.ts';
import type { StrategyTask } from './strategy-draft.ts';

type Parts = {
  readonly status: Pick<StatusStore, 'readOnlyBecause'>;
  /** The details of the inspected strategy. */
  readonly store: Pick<StrategyDetailsStore, 'details' | 'isSubscriber'>;
  /** Shows why a key had no effect. The buttons are disabled then. */
  readonly toasts: Pick<ToastsStore, 'show'>;
};

export type RequestedTask = {
  readonly task: StrategyTask;
  /** The strategy that is changed or cloned. Null if a strategy is created. */
  readonly details: StrategyDetails | null;
  /** The values that the form opens with in place of a draft, for example those of an undo. */
  readonly attributes: StrategyAttributes | null;
};

/** The strategy that the trader asked to create, clone or change. */
export class OwnStrategyRequests {
  readonly #parts: Parts;
  #asked = $state.raw<RequestedTask | null>(null);
  #sentSystemId = $state.raw<string | null>(null);

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The task of the open dialog. Null if none is open. */
  get taskInDialog(): RequestedTask | null {
    return this.#asked;
  }

  /** The strategy of the last request, until it is listed and inspected. */
  get sentSystemId(): string | null {
    return this.#sentSystemId;
  }

  setSentSystemId(systemId: string | null): void {
    this.#sentSystemId = systemId;
  }

  /** Why no strategy can be created. Null if one can. */
  get createRefusal(): string | null {
    return this.#parts.status.readOnlyBecause;
  }

  /** Why the inspected strategy cannot be cloned or changed. Null if it can. */
  get changeRefusal(): string | null {
    const { status, store } = this.#parts;
    if (status.readOnlyBecause !== null) return status.readOnlyBecause;
    if (store.isSubscriber) return 'Another person owns this strategy.';
    return store.details === null ? 'Its details are not read yet.' : null;
  }

  create(): void {
    const { createRefusal } = this;
    if (createRefusal === null) this.#asked = { task: { kind: 'create' }, details: null, attributes: null };
    else this.#parts.toasts.show('warn', createRefusal);
  }

  clone(): void {
    this.#ask('clone', null);
  }

  /** `attributes`: what the form proposes to set. */
  change(attributes: StrategyAttributes | null = null): void {
    this.#ask('change', attributes);
  }

  close(): void {
    this.#asked = null;
  }

  #ask(kind: 'clone' | 'change', attributes: StrategyAttributes | null): void {
    const { details } = this.#parts.store;
    const { changeRefusal } = this;
    if (changeRefusal !== null) this.#parts.toasts.show('warn', changeRefusal);
    else if (details !== null) this.#asked = { task: { kind, systemId: details.systemId }, details, attributes };
  }
}
