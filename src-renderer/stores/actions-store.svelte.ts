import { SvelteMap } from 'svelte/reactivity';

/** An action of the command palette. */
export type PaletteAction = {
  readonly id: string;
  readonly label: string;
  readonly group:
    'Go to' | 'Strategy' | 'Orders' | 'Positions' | 'Working orders' | 'Symbols' | 'Layout' | 'Appearance' | 'Data';
  /** Keys shown beside the label, e.g. `Ctrl+K`. */
  readonly keys?: string;
  readonly run: () => void;
};

/** How long to wait for an action. If its page adds the action later, the action does not run. */
const awaitMs = 10_000;

/** The available actions. Pages and panels add theirs while they are mounted. */
export class ActionsStore {
  readonly #actions = new SvelteMap<string, PaletteAction>();
  readonly list = $derived([...this.#actions.values()]);
  #awaited: { readonly id: string; readonly until: number } | null = null;

  /** Returns a function that removes the actions. */
  add(...actions: readonly PaletteAction[]): () => void {
    for (const action of actions) this.#actions.set(action.id, action);
    const { id, until } = this.#awaited ?? { id: null, until: 0 };
    const awaitedAction = actions.find((action) => action.id === id);
    if (awaitedAction !== undefined) {
      this.#awaited = null;
      if (performance.now() < until) queueMicrotask(awaitedAction.run);
    }
    return () => {
      for (const action of actions) if (this.#actions.get(action.id) === action) this.#actions.delete(action.id);
    };
  }

  get(id: string): PaletteAction | null {
    return this.#actions.get(id) ?? null;
  }

  /** Runs an action of a page that was just opened, as soon as the page has added it. */
  runWhenAdded(id: string): void {
    const action = this.get(id);
    this.#awaited = action === null ? { id, until: performance.now() + awaitMs } : null;
    action?.run();
  }
}
