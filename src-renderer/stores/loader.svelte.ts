import { untrack } from 'svelte';
import type { Outcome } from '#contract/outcome.ts';
import { words } from '#renderer/messages/words.ts';

/** What to read: `scope` is the owner of the value, `revision` changes with the value. */
export type LoadKey = { readonly scope: string; readonly revision: string };

/**
 * A value read by a command. It is read again whenever its key changes. There is one reading at a
 * time: changes of the key during a reading cause one more reading. When the scope changes, `value`
 * is null at once, before any effect has run, so that rows of one strategy are never shown for
 * another. An answer for an earlier scope is ignored.
 */
export class Loader<Value> {
  readonly #key: () => LoadKey | null;
  readonly #read: () => Promise<Outcome<Value, string>>;
  #value = $state.raw<Value | null>(null);
  #failure = $state.raw<string | null>(null);
  #reading = $state.raw(false);
  /** The scope of the value and the failure. */
  #scope: string | null = null;
  /**
   * The current scope. A string, so that a new revision does not rerun the effects that use
   * `value`.
   */
  readonly #currentScope = $derived.by(() => this.#key()?.scope ?? null);
  /** Grows with every request to read. If it grew during a reading, another reading follows. */
  #requestCount = 0;
  readonly #release: () => void;

  constructor(key: () => LoadKey | null, read: () => Promise<Outcome<Value, string>>) {
    this.#key = key;
    this.#read = read;
    // A string compares by value, so that an event without a change causes no reading.
    const keyText = $derived.by(() => {
      const currentKey = this.#key();
      return currentKey === null ? null : `${currentKey.scope}\n${currentKey.revision}`;
    });
    this.#release = $effect.root(() => {
      $effect(() => {
        const hasKey = keyText !== null;
        untrack(() => this.#requestRead(hasKey));
      });
    });
  }

  /** Null until a reading for this scope has succeeded. */
  get value(): Value | null {
    return this.#ifCurrent(this.#value);
  }

  /** Why the last reading failed. The previous value remains. */
  get failure(): string | null {
    return this.#ifCurrent(this.#failure);
  }

  get reading(): boolean {
    return this.#reading;
  }

  reload(): void {
    this.#requestRead(true);
  }

  dispose(): void {
    this.#scope = null;
    this.#release();
  }

  #ifCurrent<One>(one: One): One | null {
    return this.#currentScope === this.#scope ? one : null;
  }

  #requestRead(hasKey: boolean): void {
    const scope = hasKey ? this.#currentScope : null;
    if (scope !== this.#scope) {
      this.#scope = scope;
      this.#value = null;
      this.#failure = null;
    }
    if (scope === null) return;
    this.#requestCount += 1;
    if (!this.#reading) void this.#load();
  }

  async #load(): Promise<void> {
    const scope = this.#scope;
    const requestCount = this.#requestCount;
    this.#reading = true;
    const outcome = await this.#read();
    this.#reading = false;
    if (scope === this.#scope) {
      if (outcome.ok) this.#value = outcome.value;
      this.#failure = outcome.ok ? null : words(outcome.failure.message);
    }
    if (requestCount !== this.#requestCount && this.#scope !== null) void this.#load();
  }
}
