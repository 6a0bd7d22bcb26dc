import { limits } from '#contract/limits.ts';
import type { Preferences } from '#contract/model/preferences.ts';
import { withChange } from '#contract/preference-change.ts';
import type { Log, PreferenceStore } from '#core/ports.ts';

export type PreferencesEnd = 'stored' | 'not-stored' | 'too-large';

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

  /** `too-large`: the change is not taken. `not-stored`: it holds, and the file could not be written. */
  set(change: Partial<Preferences>): PreferencesEnd {
    const next = withChange(this.#value, change);
    const isLarge = JSON.stringify(next).length > limits.preferencesLength;
    // One that makes them smaller is always taken.
    if (isLarge && JSON.stringify(this.#value).length <= JSON.stringify(next).length) return 'too-large';
    this.#value = next;
    this.#changed();
    try {
      this.#store.write(this.#value);
      return 'stored';
    } catch {
      this.#log.warn('preferences.not-stored');
      return 'not-stored';
    }
  }
}
