import type { WebContents } from 'electron';

/** More than a window ever uses. */
const MAX_SUBSCRIPTIONS = 200;

/** Chromium's code for a stopped navigation: the document before it remains. */
const ERR_ABORTED = -3;

/**
 * The subscriptions of each window. They end when the window asks, when another document is
 * committed, and when the window closes.
 */
export class Subscriptions {
  readonly #windows = new Map<WebContents, Map<number, () => void>>();

  /**
   * Returns false if the subscription is refused: its id is in use, or the window has too many.
   */
  add(window: WebContents, id: number, subscribe: () => () => void): boolean {
    const active = this.#windows.get(window) ?? this.#adopt(window);
    if (active.has(id) || active.size >= MAX_SUBSCRIPTIONS) return false;
    active.set(id, subscribe());
    return true;
  }

  remove(window: WebContents, id: number): void {
    const active = this.#windows.get(window);
    active?.get(id)?.();
    active?.delete(id);
  }

  /** The number of subscriptions in all windows. */
  get size(): number {
    return [...this.#windows.values()].reduce((sum, active) => sum + active.size, 0);
  }

  #adopt(window: WebContents): Map<number, () => void> {
    const active = new Map<number, () => void>();
    const release = (): void => {
      for (const end of active.values()) end();
      active.clear();
    };
    this.#windows.set(window, active);
    // Released on commit, not on `did-start-navigation`: that event comes before the guard can
    // refuse the navigation, and after a refusal the document remains. `did-navigate` reports that
    // the main frame has committed another document.
    window.on('did-navigate', release);
    // An error page commits without `did-navigate`. A navigation that was refused or stopped
    // commits nothing.
    window.on('did-fail-load', (_event, errorCode, _description, _url, isMainFrame) => {
      if (isMainFrame && errorCode !== ERR_ABORTED) release();
    });
    window.on('render-process-gone', release);
    window.once('destroyed', () => {
      release();
      this.#windows.delete(window);
    });
    return active;
  }
}
