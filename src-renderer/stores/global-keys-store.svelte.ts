import { untrack } from 'svelte';
import type { Bridge } from '#contract/bridge.ts';
import type { GlobalBinding, GlobalKey, ShortcutState } from '#contract/model/shortcuts.ts';
import { keyRows } from '#renderer/ui/keyboard-map.ts';
import type { PreferencesStore } from './preferences-store.svelte.ts';

const viewName = 'hotkeys.global';
const initialState: ShortcutState = { available: false, registered: [], rejected: [], unconfirmed: [], press: null };

/** System-wide keys. They are off by default, and none of them sends an order. */
export const globalBindings: readonly GlobalBinding[] = keyRows('System-wide').map(({ action, chord }) => ({
  id: action,
  combo: chord,
}));

/** Whether system-wide keys are enabled, which keys the system registered, and the last press. */
export class GlobalKeysStore {
  readonly #preferences: PreferencesStore;
  #state = $state.raw<ShortcutState>(initialState);
  /** The press count of the last event. Presses before the first event are not for this window. */
  #seenCount: number | null = null;
  #listener: ((id: GlobalKey) => void) | null = null;
  readonly #release: () => void;
  // Derived, so that a press alone does not register the keys again.
  readonly available = $derived(this.#state.available);
  readonly enabled = $derived.by(() => this.#preferences.view(viewName) === 'on');

  constructor(bridge: Bridge, preferences: PreferencesStore) {
    this.#preferences = preferences;
    const unsubscribe = bridge.on('shortcuts.changed', {}, (state) => {
      this.#state = state;
      const count = state.press?.count ?? 0;
      if (this.#seenCount !== null && count > this.#seenCount && state.press !== null) this.#listener?.(state.press.id);
      this.#seenCount = count;
    });
    const stopEffect = $effect.root(() => {
      $effect(() => {
        if (!preferences.known || !this.available) return;
        const bindings = this.enabled ? [...globalBindings] : [];
        untrack(() => void bridge.call('shortcuts.set', { bindings }));
      });
    });
    this.#release = () => {
      stopEffect();
      unsubscribe();
    };
  }

  get rejected(): readonly GlobalKey[] {
    return this.#state.rejected;
  }

  /** Keys that are registered, but not proved to work. */
  get unconfirmed(): readonly GlobalKey[] {
    return this.#state.unconfirmed;
  }

  /** Returns a function that removes the listener. */
  onPress(listener: (id: GlobalKey) => void): () => void {
    this.#listener = listener;
    return () => (this.#listener = null);
  }

  setEnabled(on: boolean): void {
    this.#preferences.setView(viewName, on ? 'on' : 'off');
  }

  dispose(): void {
    this.#release();
  }
}
