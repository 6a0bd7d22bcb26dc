import type { Bridge } from '#contract/bridge.ts';
import type { Preferences } from '#contract/model/preferences.ts';
import { withChange } from '#contract/preference-change.ts';
import { initialPreferences } from './initial-preferences.ts';
import type { ToastsStore } from './toasts-store.svelte.ts';
import { words } from '#renderer/messages/words.ts';

/** Layouts and drafts are saved this long after a change, not at every key press. */
const pauseMs = 400;

/**
 * Preferences and drafts. A change is shown at once. Each event of the program replaces all values;
 * changes that are not saved yet are then applied again.
 */
export class PreferencesStore {
  readonly #bridge: Bridge;
  readonly #toasts: Pick<ToastsStore, 'show'>;
  #value = $state.raw<Preferences>(initialPreferences);
  #known = $state.raw(false);
  #failure = $state.raw<string | null>(null);
  /** Texts of `views` that are not saved yet, by name. */
  #unsaved: Record<string, string> = {};
  /**
   * Changes without an answer. They are applied to each event, so that an older event does not undo
   * them.
   */
  #pending: readonly Partial<Preferences>[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #release: () => void;

  constructor(bridge: Bridge, toasts: Pick<ToastsStore, 'show'>) {
    this.#bridge = bridge;
    this.#toasts = toasts;
    this.#release = bridge.on('preferences.changed', {}, (value) => {
      this.#value = [...this.#pending, { views: this.#unsaved }].reduce(withChange, value);
      this.#known = true;
      // After a disconnection the program sends its values first. Texts it did not get are sent
      // again.
      if (this.#timer === null && Object.keys(this.#unsaved).length > 0) this.#saveLater();
    });
  }

  get value(): Preferences {
    return this.#value;
  }

  /**
   * False until the stored preferences have arrived. Before that nothing may be restored from them.
   */
  get known(): boolean {
    return this.#known;
  }

  get failure(): string | null {
    return this.#failure;
  }

  /** If `change` has `strategies` or `views`, these contain only the entries that change. */
  async set(change: Partial<Preferences>): Promise<void> {
    this.#value = withChange(this.#value, change);
    this.#pending = [...this.#pending, change];
    const outcome = await this.#bridge.call('preferences.set', change);
    this.#pending = this.#pending.filter((one) => one !== change);
    // While disconnected, the program may not have received the change. After any other failure,
    // another try would fail too.
    if (!outcome.ok && outcome.failure.code === 'disconnected') this.#keepUnsaved(Object.keys(change.views ?? {}));
    const previousFailure = this.#failure;
    this.#failure = outcome.ok ? null : words(outcome.failure.message);
    // Shown once, because every further key press in a draft fails for the same reason.
    if (this.#failure !== null && previousFailure === null) this.#toasts.show('danger', this.#failure);
  }

  /** A text that the window stored under this name, or null. */
  view(name: string): string | null {
    return this.#value.views[name] ?? null;
  }

  /** Stores a text of the window: a layout, a column set, a draft. An empty text deletes it. */
  setView(name: string, text: string): void {
    if ((this.view(name) ?? '') === text) return;
    this.#unsaved[name] = text;
    this.#value = withChange(this.#value, { views: { [name]: text } });
    // Measured from the first change, so that later changes do not delay the save.
    if (this.#timer === null) this.#saveLater();
  }

  /** Saves at once, before the window closes. */
  flush(): void {
    void this.#save();
  }

  dispose(): void {
    this.flush();
    this.#release();
  }

  /** One save at a time: an earlier save that arrives later would overwrite a newer text. */
  async #saveWhenIdle(): Promise<void> {
    if (this.#pending.length === 0) await this.#save();
    else this.#saveLater();
  }

  #saveLater(): void {
    this.#timer = setTimeout(() => void this.#saveWhenIdle(), pauseMs);
  }

  /** Keeps the newest text of each view. It may be newer than the one whose save failed. */
  #keepUnsaved(names: readonly string[]): void {
    for (const name of names) this.#unsaved[name] = this.view(name) ?? '';
  }

  async #save(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (Object.keys(this.#unsaved).length === 0) return;
    const views = this.#unsaved;
    this.#unsaved = {};
    await this.set({ views });
  }
}
