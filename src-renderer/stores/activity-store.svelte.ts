import { untrack } from 'svelte';
import type { Bridge } from '#contract/bridge.ts';
import { limits } from '#contract/limits.ts';
import type { ActivityEntry } from '#contract/model/activity.ts';
import { Loader } from './loader.svelte.ts';

/** The newest requests of this run, read while the Activity page is open. */
export class ActivityStore {
  #revision = $state.raw(0);
  #watchers = $state.raw(0);
  readonly #loader;
  readonly #release: () => void;

  constructor(bridge: Bridge) {
    this.#release = bridge.on('activity.changed', {}, ({ revision }) => (this.#revision = revision));
    this.#loader = new Loader(
      () => (this.#watchers > 0 ? { scope: 'run', revision: `${this.#revision}` } : null),
      () => bridge.call('activity.query', { text: '', offset: 0, limit: limits.pageRows }),
    );
  }

  get list(): readonly ActivityEntry[] | null {
    return this.#loader.value?.entries ?? null;
  }

  get total(): number {
    return this.#loader.value?.total ?? 0;
  }

  get failure(): string | null {
    return this.#loader.failure;
  }

  /**
   * Keeps the list up to date until the returned function is called. Untracked, so that an effect
   * may call it.
   */
  watch(): () => void {
    untrack(() => (this.#watchers += 1));
    return () => {
      this.#watchers -= 1;
    };
  }

  reload(): void {
    this.#loader.reload();
  }

  dispose(): void {
    this.#release();
    this.#loader.dispose();
  }
}
