import type { GlobalBinding, GlobalKey, ShortcutState } from '#contract/model/shortcuts.ts';
import type { GlobalKeys } from '#core/ports.ts';

/** The system-wide keys that the window requested in this run, and the last key press. */
export class Shortcuts {
  readonly #keys: GlobalKeys | null;
  readonly #changed: () => void;
  #registered: readonly GlobalKey[] = [];
  #rejected: readonly GlobalKey[] = [];
  readonly #fired = new Set<GlobalKey>();
  #press: ShortcutState['press'] = null;

  constructor(keys: GlobalKeys | null, changed: () => void) {
    this.#keys = keys;
    this.#changed = changed;
    keys?.onPress((id) => {
      this.#fired.add(id);
      this.#press = { id, count: (this.#press?.count ?? 0) + 1 };
      changed();
    });
  }

  /** Returns false if the host has no system-wide keys. */
  replace(bindings: readonly GlobalBinding[]): boolean {
    if (this.#keys === null) return false;
    this.#rejected = this.#keys.replace(bindings);
    this.#registered = bindings.map(({ id }) => id).filter((id) => !this.#rejected.includes(id));
    this.#changed();
    return true;
  }

  state(): ShortcutState {
    return {
      available: this.#keys !== null,
      registered: [...this.#registered],
      rejected: [...this.#rejected],
      unconfirmed:
        this.#keys?.isRegistrationReliable === true ? [] : this.#registered.filter((id) => !this.#fired.has(id)),
      press: this.#press,
    };
  }
}
