import type { StrategyAttributes } from '#contract/model/strategy-change.ts';
import type { StrategyDetails } from '#contract/model/strategy.ts';
import type { StatusStore } from '#renderer/stores/status-store.svelte.ts';
import type { StrategyTask } from './strategy-draft.ts';

type Parts = {
  readonly status: Pick<StatusStore, 'readOnly'>;
  /** The details of the strategy that is inspected. */
  readonly details: () => StrategyDetails | null;
  /** Another person owns the strategy that is inspected. */
  readonly isSubscriber: () => boolean;
};

export type AskedTask = {
  readonly task: StrategyTask;
  /** The strategy that is changed or copied; null where one is created. */
  readonly details: StrategyDetails | null;
  /** Set in the form in place of a draft, such as by an undo. */
  readonly attributes: StrategyAttributes | null;
};

/** What the trader asked to create, to copy or to change. */
export class OwnStrategyAsks {
  readonly #parts: Parts;
  #asked = $state.raw<AskedTask | null>(null);
  #sent = $state.raw<string | null>(null);

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** What the open dialog is for; null where none is open. */
  get asked(): AskedTask | null {
    return this.#asked;
  }

  /** The strategy that something was sent for, until the list has it and it is inspected. */
  get sent(): string | null {
    return this.#sent;
  }

  setSent(systemId: string | null): void {
    this.#sent = systemId;
  }

  /** Why no strategy can be created; null where one can. */
  get createRefusal(): string | null {
    return this.#parts.status.readOnly;
  }

  /** Why the strategy that is inspected cannot be copied or changed; null where it can. */
  get changeRefusal(): string | null {
    const { details, isSubscriber, status } = this.#parts;
    if (status.readOnly !== null) return status.readOnly;
    if (isSubscriber()) return 'Another person owns this strategy.';
    return details() === null ? 'Its details were never read.' : null;
  }

  create(): void {
    if (this.createRefusal === null) this.#asked = { task: { kind: 'create' }, details: null, attributes: null };
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
    const details = this.#parts.details();
    if (this.changeRefusal !== null || details === null) return;
    this.#asked = { task: { kind, systemId: details.systemId }, details, attributes };
  }
}
