import type { Bridge } from '#contract/bridge.ts';
import type { Preferences } from '#contract/model/preferences.ts';
import { withChange } from '#contract/preference-change.ts';
import { initialPreferences } from './initial-preferences.ts';
import { words } from '#renderer/messages/words.ts';

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
  /** Changes without an answer: an event from before them must not show, let alone be written back, what they replaced. */
  #underWay: readonly Partial<Preferences>[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #release: () => void;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    this.#release = bridge.on('preferences.changed', {}, (value) => {
      this.#value = [...this.#underWay, { views: this.#unsaved }].reduce(withChange, value);
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

  /** Of `strategies` and `views` only the names that change. */
  async set(change: Partial<Preferences>): Promise<void> {
    this.#value = withChange(this.#value, change);
    this.#underWay = [...this.#underWay, change];
    const outcome = await this.#bridge.call('preferences.set', change);
    this.#underWay = this.#underWay.filter((one) => one !== change);
    this.#failure = outcome.ok ? null : words(outcome.failure.message);
  }

  view(name: string): string | null {
    return this.#value.views[name] ?? null;
  }

  /** Keeps a text made by the window: a layout, a column set, a draft. An empty one is given up. */
  setView(name: string, text: string): void {
    if ((this.view(name) ?? '') === text) return;
    this.#unsaved[name] = text;
    this.#value = withChange(this.#value, { views: { [name]: text } });
    // Counted from the first change: other layouts and drafts that go on changing must not put off what was typed.
    this.#timer ??= setTimeout(() => void this.#writeBehind(), pauseMs);
  }

  /** Writes at once, before the window goes away. */
  flush(): void {
    void this.#write();
  }

  dispose(): void {
    this.flush();
    this.#release();
  }

  /** One writing after the other: a call that overtook the one before it would put an older text in the place of a newer. */
  async #writeBehind(): Promise<void> {
    if (this.#underWay.length === 0) await this.#write();
    else this.#timer = setTimeout(() => void this.#writeBehind(), pauseMs);
  }

  async #write(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (Object.keys(this.#unsaved).length === 0) return;
    const views = this.#unsaved;
    this.#unsaved = {};
    await this.set({ views });
  }
}
