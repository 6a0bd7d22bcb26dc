import type { Bridge } from '#contract/bridge.ts';
import type { Action } from '#contract/model/scalars.ts';
import type { Status } from '#contract/model/status.ts';
import { words } from '#renderer/messages/words.ts';

/**
 * The status of the program: profile, mode, connection, queue, notices. `value` is null until the
 * first event.
 */
export class StatusStore {
  readonly #bridge: Bridge;
  #value = $state.raw<Status | null>(null);
  readonly #release: () => void;
  readonly mode = $derived(this.#value?.mode ?? null);
  readonly profile = $derived(this.#value?.profile ?? null);
  readonly notices = $derived(this.#value?.notices ?? []);
  /** The connection is to a private platform. */
  readonly isPlatform = $derived(this.#value?.profile.platformId != null);
  readonly isPractice = $derived(this.#value?.profile.kind === 'practice');
  /** Why nothing can be changed: a review bundle is shown. Null if none is. */
  readonly readOnlyBecause = $derived(
    this.#value?.connection.state === 'read-only' ? words(this.#value.connection.text) : null,
  );
  /** Why no connection is open. Null while one is open. */
  readonly notOpenedBecause = $derived(
    this.#value?.connection.state === 'not-opened' ? words(this.#value.connection.text) : null,
  );
  /** Why no new order can be sent, or null. */
  readonly lockedBecause = $derived.by(() => {
    const value = this.#value;
    if (value === null) return 'It is not known yet whether orders can be sent.';
    return value.orderEntry.open ? null : words(value.orderEntry.reason);
  });

  /** Why an order with this action cannot be sent, or null. Some locks let exits pass. */
  lockReasonFor(action: Action | null): string | null {
    const orderEntry = this.#value?.orderEntry;
    const isExit = action === 'STC' || action === 'BTC';
    return isExit && orderEntry?.open === false && orderEntry.exits === true ? null : this.lockedBecause;
  }

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    this.#release = bridge.on('status.changed', {}, (status) => (this.#value = status));
  }

  get value(): Status | null {
    return this.#value;
  }

  async dismiss(id: string): Promise<void> {
    await this.#bridge.call('notices.dismiss', { id });
  }

  dispose(): void {
    this.#release();
  }
}
