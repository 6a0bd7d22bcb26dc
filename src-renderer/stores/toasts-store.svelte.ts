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
/**
 * The maximum number of warnings and errors. Other messages fill the list up to this total. The
 * newest other message is shown even if the list is full.
 */
const maxShown = 4;

const isPersistent = ({ tone }: Pick<Toast, 'tone'>): boolean => tone === 'danger' || tone === 'warn';

/**
 * Warnings and errors remain until they are closed, or until there are `maxShown` newer ones.
 * Other messages close by themselves.
 */
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
    const before = untrack(() => this.#list);
    this.#list = withinLimit([...before, { id, tone, text, ...(action === undefined ? {} : { action }) }]);
    if (isPersistent({ tone })) return;
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

/** A message that closes by itself never takes the place of a warning or an error. */
function withinLimit(list: readonly Toast[]): readonly Toast[] {
  const persistent = list.filter(isPersistent).slice(-maxShown);
  const transient = list.filter((toast) => !isPersistent(toast)).slice(-Math.max(1, maxShown - persistent.length));
  return list.filter((toast) => persistent.includes(toast) || transient.includes(toast));
}
