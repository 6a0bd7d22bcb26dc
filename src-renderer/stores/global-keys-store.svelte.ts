import { untrack } from 'svelte';
import type { Bridge } from '#contract/bridge.ts';
import type { GlobalBinding, GlobalKey, ShortcutState } from '#contract/model/shortcuts.ts';
import type { PreferencesStore } from './preferences-store.svelte.ts';

const view = 'hotkeys.global';
const none: ShortcutState = { available: false, registered: [], rejected: [], unconfirmed: [], press: null };

/** System-wide keys, off by default. None of them sends an order. */
export const globalBindings: readonly GlobalBinding[] = [
  { id: 'kill', combo: 'Ctrl+Alt+Shift+K' },
  { id: 'flatten', combo: 'Ctrl+Alt+Shift+F' },
  { id: 'cancel-all', combo: 'Ctrl+Alt+Shift+X' },
  { id: 'show', combo: 'Ctrl+Alt+Shift+S' },
];

/** Whether system-wide keys are wanted, which of them the system gave, and what was pressed. */
export class GlobalKeysStore {
  readonly #preferences: PreferencesStore;
  #state = $state.raw<ShortcutState>(none);
  /** Presses before this window looked are not for it. */
  #seen: number | null = null;
  #listener: ((id: GlobalKey) => void) | null = null;
  readonly #release: () => void;
  // By value: the state comes anew with every press, and must not be asked for again because of it.
  readonly available = $derived(this.#state.available);
  readonly wanted = $derived.by(() => this.#preferences.view(view) === 'on');

  constructor(bridge: Bridge, preferences: PreferencesStore) {
    this.#preferences = preferences;
    const off = bridge.on('shortcuts.changed', {}, (state) => {
      this.#state = state;
      const count = state.press?.count ?? 0;
      if (this.#seen !== null && count > this.#seen && state.press !== null) this.#listener?.(state.press.id);
      this.#seen = count;
    });
    const stop = $effect.root(() => {
      $effect(() => {
        if (!preferences.known || !this.available) return;
        const bindings = this.wanted ? [...globalBindings] : [];
        untrack(() => void bridge.call('shortcuts.set', { bindings }));
      });
    });
    this.#release = () => {
      stop();
      off();
    };
  }

  get rejected(): readonly GlobalKey[] {
    return this.#state.rejected;
  }

  /** Registered, but nothing shows yet that they work. */
  get unconfirmed(): readonly GlobalKey[] {
    return this.#state.unconfirmed;
  }

  /** Returns the release. */
  onPress(listener: (id: GlobalKey) => void): () => void {
    this.#listener = listener;
    return () => (this.#listener = null);
  }

  want(on: boolean): void {
    this.#preferences.setView(view, on ? 'on' : 'off');
  }

  dispose(): void {
    this.#release();
  }
}
