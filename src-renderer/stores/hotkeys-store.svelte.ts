import { bindHotkey, defaultHotkeys, parseHotkeys, withBinding, type HotkeyMap } from './hotkey-map.ts';
import type { HotkeyVerb } from './hotkey-verbs.ts';
import type { PreferencesStore } from './preferences-store.svelte.ts';

const view = 'hotkeys';

/** Which key does what, and the size that the next order is made with. Kept with the preferences; the size is not. */
export class HotkeysStore {
  readonly #preferences: PreferencesStore;
  readonly #text = $derived.by(() => this.#preferences.view(view));
  readonly map = $derived(parseHotkeys(this.#text));
  #size = $state.raw(2);
  /** While a key is being recorded none of them acts. */
  #recording = $state.raw(false);

  constructor(preferences: PreferencesStore) {
    this.#preferences = preferences;
  }

  /** 1 to 5, of the sizes of the instrument type. */
  get size(): number {
    return this.#size;
  }

  chooseSize(size: number): void {
    this.#size = size;
  }

  get recording(): boolean {
    return this.#recording;
  }

  record(recording: boolean): void {
    this.#recording = recording;
  }

  /** Null when it is bound, else why it is not. */
  bind(verb: HotkeyVerb, combo: string): string | null {
    const next = bindHotkey(this.map, verb, combo);
    if ('fault' in next) return next.fault;
    this.#keep(next);
    return null;
  }

  unbind(verb: HotkeyVerb): void {
    this.#keep(withBinding(this.map, verb, { ...this.map.bindings[verb], combo: null }));
  }

  setSend(verb: HotkeyVerb, send: boolean): void {
    this.#keep(withBinding(this.map, verb, { ...this.map.bindings[verb], send }));
  }

  set(change: Partial<Pick<HotkeyMap, 'physical' | 'bareLetters' | 'bracket' | 'offset'>>): void {
    this.#keep({ ...this.map, ...change });
  }

  reset(): void {
    this.#keep(defaultHotkeys);
  }

  #keep(map: HotkeyMap): void {
    this.#preferences.setView(view, JSON.stringify(map));
  }
}
