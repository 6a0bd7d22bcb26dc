import type { WebContents } from 'electron';

/** More than a window ever holds. */
const MAX_SUBSCRIPTIONS = 200;

/** Chromium's code for a navigation that was stopped: the document before it stays. */
const ERR_ABORTED = -3;

/** The subscriptions of each window: they end when it asks, when another document is committed, and when it closes. */
export class Subscriptions {
  readonly #windows = new Map<WebContents, Map<number, () => void>>();

  /** False where the window may not have this one: its id is in use, or it has too many. */
  add(window: WebContents, id: number, subscribe: () => () => void): boolean {
    const held = this.#windows.get(window) ?? this.#adopt(window);
    if (held.has(id) || held.size >= MAX_SUBSCRIPTIONS) return false;
    held.set(id, subscribe());
    return true;
  }

  remove(window: WebContents, id: number): void {
    const held = this.#windows.get(window);
    held?.get(id)?.();
    held?.delete(id);
  }

  /** How many there are, in all windows. */
  get size(): number {
    return [...this.#windows.values()].reduce((sum, held) => sum + held.size, 0);
  }

  #adopt(window: WebContents): Map<number, () => void> {
    const held = new Map<number, () => void>();
    const release = (): void => {
      for (const end of held.values()) end();
      held.clear();
    };
    this.#windows.set(window, held);
    // On commit, not on `did-start-navigation`: that one comes before the guard may refuse the navigation, and then the
    // document stays. `did-navigate` is the main frame's commit of another document.
    window.on('did-navigate', release);
    // An error page commits without `did-navigate`. A navigation that was refused or stopped commits nothing.
    window.on('did-fail-load', (_event, errorCode, _description, _url, isMainFrame) => {
      if (isMainFrame && errorCode !== ERR_ABORTED) release();
    });
    window.on('render-process-gone', release);
    window.once('destroyed', () => {
      release();
      this.#windows.delete(window);
    });
    return held;
  }
}
