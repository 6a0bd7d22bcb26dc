import type { Bridge } from '#contract/bridge.ts';
import type { Preferences } from '#contract/model/preferences.ts';
import { initialPreferences } from './initial-preferences.ts';

/** Layouts and drafts are written this long after they changed, not at every key. */
const pauseMs = 400;

/** Taste and drafts. A change shows at once and is written behind; what the program answers wins. */
export class PreferencesStore {
  readonly #bridge: Bridge;
  #value = $state.raw<Preferences>(initialPreferences);
  #known = $state.raw(false);
  #failure = $state.raw<string | null>(null);
  /** View texts that are not written yet. */
  #unsaved: Record<string, string> = {};
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #release: () => void;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    this.#release = bridge.on('preferences.changed', {}, (value) => {
      this.#value = { ...value, views: { ...value.views, ...this.#unsaved } };
      this.#known = true;
    });
  }

  get value(): Preferences {
    return this.#value;
  }

  /** False until the stored preferences arrived: before that nothing may be restored from them. */
  get known(): boolean {
    return this.#known;
  }

  get failure(): string | null {
    return this.#failure;
  }

  async set(change: Partial<Preferences>): Promise<void> {
    this.#value = { ...this.#value, ...change };
    const outcome = await this.#bridge.call('preferences.set', change);
    this.#failure = outcome.ok ? null : outcome.failure.message;
  }

  view(name: string): string | null {
    return this.#value.views[name] ?? null;
  }

  /** Keeps a text made by the window: a layout, a column set, a draft. An empty one is given up. */
  setView(name: string, text: string): void {
    if ((this.#value.views[name] ?? '') === text) return;
    this.#unsaved[name] = text;
    this.#value = { ...this.#value, views: { ...this.#value.views, [name]: text } };
    // Counted from the first change: other layouts and drafts that go on changing must not put off what was typed.
    this.#timer ??= setTimeout(() => this.flush(), pauseMs);
  }

  /** Writes at once, before the window goes away. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (Object.keys(this.#unsaved).length === 0) return;
    this.#unsaved = {};
    // An empty text is one that was given up: kept, they would be with every writing for good.
    const views = Object.fromEntries(Object.entries(this.#value.views).filter(([, text]) => text !== ''));
    void this.set({ views });
  }

  dispose(): void {
    this.flush();
    this.#release();
  }
}
