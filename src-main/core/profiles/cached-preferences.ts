import { limits } from '#contract/limits.ts';
import type { Preferences } from '#contract/model/preferences.ts';
import { withChange } from '#contract/preference-change.ts';
import type { Log, PreferenceStore } from '#core/ports.ts';

export type PreferencesResult = 'stored' | 'not-stored' | 'too-large';

/**
 * The preferences of this run, written at every change. If the file cannot be written, a change is
 * lost at the end of the run.
 */
export class CachedPreferences {
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

  /**
   * `too-large`: the change is refused. `not-stored`: it is valid, but the file could not be
   * written.
   */
  set(change: Partial<Preferences>): PreferencesResult {
    const next = withChange(this.#value, change);
    const isLarge = JSON.stringify(next).length > limits.preferencesLength;
    // A change that makes the preferences smaller is always accepted.
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
