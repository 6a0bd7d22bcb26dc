import { untrack } from 'svelte';

/**
 * A short message about an action of the trader. Notices of the program are in
 * `StatusStore.notices`.
 */
export type Toast = {
  readonly id: number;
  readonly tone: 'info' | 'good' | 'warn' | 'danger';
  readonly text: string;
  /** A button in the message. */
  readonly action?: { readonly label: string; readonly run: () => void };
};

const shownMs = 6_000;

/** Warnings and errors remain until they are closed. Other messages close by themselves. */
export class ToastsStore {
  #list = $state.raw<readonly Toast[]>([]);
  #next = 1;
  #timers: readonly ReturnType<typeof setTimeout>[] = [];

  get list(): readonly Toast[] {
    return this.#list;
  }

  show(tone: Toast['tone'], text: string, action?: Toast['action']): void {
    const id = this.#next++;
    // Untracked: an effect that shows a message must not depend on the list, or it would run
    // forever.
    const before = untrack(() => this.#list).slice(-3);
    this.#list = [...before, { id, tone, text, ...(action === undefined ? {} : { action }) }];
    if (tone === 'danger' || tone === 'warn') return;
    const timer = setTimeout(() => {
      this.#timers = this.#timers.filter((one) => one !== timer);
      this.close(id);
    }, shownMs);
    this.#timers = [...this.#timers, timer];
  }

  close(id: number): void {
    this.#list = this.#list.filter((toast) => toast.id !== id);
  }

  dispose(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
  }
}
