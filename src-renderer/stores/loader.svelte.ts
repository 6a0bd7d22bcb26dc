import { untrack } from 'svelte';
import type { Outcome } from '#contract/outcome.ts';
import { words } from '#renderer/messages/words.ts';

/** What to read: `scope` is whose value it is, `revision` grows when it changed. */
export type LoadKey = { readonly scope: string; readonly revision: string };

/**
 * A value read by a command and read again whenever its key changes. One reading at a time: keys that change meanwhile
 * lead to one more reading, not to one each. Under a new scope the old value is gone at once, before any effect has run, so that one
 * strategy's rows are never shown under another's name; an answer for a scope that was left is thrown away.
 */
export class Loader<Value> {
  readonly #key: () => LoadKey | null;
  readonly #read: () => Promise<Outcome<Value, string>>;
  #value = $state.raw<Value | null>(null);
  #failure = $state.raw<string | null>(null);
  #reading = $state.raw(false);
  /** Whose the value and the failure are. */
  #scope: string | null = null;
  /** Whose they ought to be. A text, so that revisions wake nobody who waits for a value. */
  readonly #wanted = $derived.by(() => this.#key()?.scope ?? null);
  /** Grows with every wish to read; one that grew during a reading leads to another. */
  #wished = 0;
  readonly #release: () => void;

  constructor(key: () => LoadKey | null, read: () => Promise<Outcome<Value, string>>) {
    this.#key = key;
    this.#read = read;
    // Strings compare by value, so that an event which changes nothing read here reads nothing again.
    const mark = $derived.by(() => {
      const now = this.#key();
      return now === null ? null : `${now.scope}\n${now.revision}`;
    });
    this.#release = $effect.root(() => {
      $effect(() => {
        const now = mark;
        untrack(() => this.#changed(now));
      });
    });
  }

  /** Null until the first reading of this scope was answered. */
  get value(): Value | null {
    return this.#ofWanted(this.#value);
  }

  /** Why the last reading failed; the value from before stays. */
  get failure(): string | null {
    return this.#ofWanted(this.#failure);
  }

  get reading(): boolean {
    return this.#reading;
  }

  reload(): void {
    this.#changed('again');
  }

  dispose(): void {
    this.#scope = null;
    this.#release();
  }

  #ofWanted<One>(one: One): One | null {
    return this.#wanted === this.#scope ? one : null;
  }

  #changed(mark: string | null): void {
    const scope = mark === null ? null : this.#wanted;
    if (scope !== this.#scope) {
      this.#scope = scope;
      this.#value = null;
      this.#failure = null;
    }
    if (scope === null) return;
    this.#wished += 1;
    if (!this.#reading) void this.#load();
  }

  async #load(): Promise<void> {
    const scope = this.#scope;
    const wished = this.#wished;
    this.#reading = true;
    const outcome = await this.#read();
    this.#reading = false;
    if (scope === this.#scope) {
      if (outcome.ok) this.#value = outcome.value;
      this.#failure = outcome.ok ? null : words(outcome.failure.message);
    }
    if (wished !== this.#wished && this.#scope !== null) void this.#load();
  }
}
