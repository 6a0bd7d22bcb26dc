import type { Preferences } from '#contract/model/preferences.ts';
import { withChange } from '#contract/preference-change.ts';
import type { Log, PreferenceStore } from '#core/ports.ts';

/** Preferences of this run, written through; a file that can not be written costs the change only after the end. */
export class HeldPreferences {
  readonly #store: PreferenceStore;
  readonly #log: Log;
  readonly #changed: () => void;
  #value: Preferences;

  constructor(store: PreferenceStore, log: Log, changed: () => void) {
    this.#store = store;
    this.#log = log;
    this.#changed = changed;
    this.#value = store.read();
  }

  get(): Preferences {
    return this.#value;
  }

  /** False when the file could not be written. */
  set(change: Partial<Preferences>): boolean {
    this.#value = withChange(this.#value, change);
    this.#changed();
    try {
      this.#store.write(this.#value);
      return true;
    } catch {
      this.#log.warn('preferences.not-stored');
      return false;
    }
  }
}
