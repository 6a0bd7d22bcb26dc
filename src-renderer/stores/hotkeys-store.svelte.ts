import { bindHotkey, defaultHotkeys, parseHotkeys, withBinding, type HotkeyMap } from './hotkey-map.ts';
import type { HotkeyVerb } from './hotkey-verbs.ts';
import type { PreferencesStore } from './preferences-store.svelte.ts';

const viewName = 'hotkeys';

/**
 * The hotkey bindings, stored in the preferences, and the size of the next order, which is not
 * stored.
 */
export class HotkeysStore {
  readonly #preferences: PreferencesStore;
  readonly #text = $derived.by(() => this.#preferences.view(viewName));
  readonly map = $derived(parseHotkeys(this.#text));
  #sizeNumber = $state.raw(2);
  /** True while a key is recorded. No hotkey acts then. */
  #recording = $state.raw(false);

  constructor(preferences: PreferencesStore) {
    this.#preferences = preferences;
  }

  /** 1 to 5: which of the five sizes of the instrument type the next order has. */
  get sizeNumber(): number {
    return this.#sizeNumber;
  }

  chooseSize(sizeNumber: number): void {
    this.#sizeNumber = sizeNumber;
  }

  get recording(): boolean {
    return this.#recording;
  }

  setRecording(recording: boolean): void {
    this.#recording = recording;
  }

  /** Returns null, or why the combination was refused. */
  bind(verb: HotkeyVerb, combo: string): string | null {
    const next = bindHotkey(this.map, verb, combo);
    if ('fault' in next) return next.fault;
    this.#save(next);
    return null;
  }

  unbind(verb: HotkeyVerb): void {
    this.#save(withBinding(this.map, verb, { ...this.map.bindings[verb], combo: null }));
  }

  setSend(verb: HotkeyVerb, send: boolean): void {
    this.#save(withBinding(this.map, verb, { ...this.map.bindings[verb], send }));
  }

  set(change: Partial<Pick<HotkeyMap, 'physical' | 'bareLetters' | 'bracket' | 'offset'>>): void {
    this.#save({ ...this.map, ...change });
  }

  reset(): void {
    this.#save(defaultHotkeys);
  }

  #save(map: HotkeyMap): void {
    this.#preferences.setView(viewName, JSON.stringify(map));
  }
}
