import { words } from '#renderer/messages/words.ts';
import type { Bridge } from '#contract/bridge.ts';
import type { EventPayload } from '#contract/events.ts';
import { Loader } from './loader.svelte.ts';
import type { StatusStore } from './status-store.svelte.ts';

/** The strategies of the profile. */
export class StrategiesStore {
  #lastEvent = $state.raw<EventPayload<'strategies.changed'> | null>(null);
  readonly #loader;
  readonly #release: () => void;
  /** Ids of listed strategies that are subscribed to and not owned, as far as this is known. */
  readonly subscribed: readonly string[] = $derived(this.#lastEvent?.subscribed ?? []);

  constructor(bridge: Bridge, status: StatusStore) {
    this.#release = bridge.on('strategies.changed', {}, (payload) => (this.#lastEvent = payload));
    this.#loader = new Loader(
      () => {
        const profile = status.profile;
        if (this.#lastEvent === null || profile === null) return null;
        return { scope: profile.id, revision: `${this.#lastEvent.revision}` };
      },
      () => bridge.call('strategies.list', {}),
    );
  }

  get list() {
    return this.#loader.value?.strategies ?? [];
  }

  /** False until the stored list has arrived. */
  get known(): boolean {
    return this.#loader.value !== null;
  }

  /** Grows with every reading that changed the list. */
  get revision(): number {
    return this.#lastEvent?.revision ?? 0;
  }

  get readAt(): number | null {
    return this.#lastEvent?.readAt ?? this.#loader.value?.readAt ?? null;
  }

  get failure(): string | null {
    const failure = this.#lastEvent?.failure;
    return failure == null ? this.#loader.failure : words(failure);
  }

  reload(): void {
    this.#loader.reload();
  }

  dispose(): void {
    this.#release();
    this.#loader.dispose();
  }
}
