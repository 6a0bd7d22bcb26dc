import type { Bridge } from '#contract/bridge.ts';
import type { Act } from '#contract/model/act.ts';
import { Loader } from '#renderer/stores/loader.svelte.ts';

/** The changes of the connection in use. They are read while the Changes page is open. */
export class ChangesStore {
  #revision = $state.raw<number | null>(null);
  readonly #loader: Loader<{ readonly acts: Act[] }>;
  readonly #release: () => void;

  /** `profileId` is null while no connection is open. */
  constructor(bridge: Bridge, profileId: () => string | null) {
    this.#release = bridge.on('acts.changed', {}, ({ revision }) => (this.#revision = revision));
    this.#loader = new Loader(
      () => {
        const scope = profileId();
        return scope === null || this.#revision === null ? null : { scope, revision: `${this.#revision}` };
      },
      () => bridge.call('acts.list', {}),
    );
  }

  /** Null until it is read. Newest first. */
  get list(): readonly Act[] | null {
    return this.#loader.value?.acts ?? null;
  }

  get failure(): string | null {
    return this.#loader.failure;
  }

  reload(): void {
    this.#loader.reload();
  }

  dispose(): void {
    this.#release();
    this.#loader.dispose();
  }
}
