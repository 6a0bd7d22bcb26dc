import { SvelteMap } from 'svelte/reactivity';

/** A command of the command palette. */
export type PaletteAction = {
  readonly id: string;
  readonly label: string;
  readonly group:
    'Go to' | 'Strategy' | 'Orders' | 'Positions' | 'Working orders' | 'Symbols' | 'Layout' | 'Appearance' | 'Data';
  /** Keys shown beside the label, e.g. `Ctrl+K`. */
  readonly keys?: string;
  readonly run: () => void;
};

/** The available commands. Pages and panels add their actions while they are mounted. */
export class ActionsStore {
  readonly #actions = new SvelteMap<string, PaletteAction>();
  readonly list = $derived([...this.#actions.values()]);

  /** Returns a function that removes the actions. */
  add(...actions: readonly PaletteAction[]): () => void {
    for (const action of actions) this.#actions.set(action.id, action);
    return () => {
      for (const action of actions) if (this.#actions.get(action.id) === action) this.#actions.delete(action.id);
    };
  }

  get(id: string): PaletteAction | null {
    return this.#actions.get(id) ?? null;
  }
}
