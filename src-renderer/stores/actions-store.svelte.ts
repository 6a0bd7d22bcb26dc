import { SvelteMap } from 'svelte/reactivity';

/** Something the command palette can do. */
export type PaletteAction = {
  readonly id: string;
  readonly label: string;
  readonly group:
    'Go to' | 'Strategy' | 'Orders' | 'Positions' | 'Working orders' | 'Symbols' | 'Layout' | 'Appearance' | 'Data';
  /** Shown beside it, e.g. `Ctrl K`. */
  readonly keys?: string;
  readonly run: () => void;
};

/** What can be done now. Pages and panels add their actions while they are there. */
export class ActionsStore {
  readonly #actions = new SvelteMap<string, PaletteAction>();
  readonly list = $derived([...this.#actions.values()]);

  /** Returns the release. */
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
