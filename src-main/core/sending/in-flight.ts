/**
 * Each target has at most one mutating request in flight (order-safety J6): an order, a cancel or
 * an act.
 */
export class InFlight {
  readonly #targets = new Map<string, string>();
  readonly #freeListeners: ((target: string) => void)[] = [];

  /** Starts a request; false while another one of the target is in flight. */
  begin(target: string, id: string): boolean {
    if (this.#targets.has(target)) return false;
    this.#targets.set(target, id);
    return true;
  }

  isFree(target: string): boolean {
    return !this.#targets.has(target);
  }

  /** Ends this request and notifies the listeners. */
  end(target: string, id: string): void {
    if (this.#targets.get(target) !== id) return;
    this.#targets.delete(target);
    for (const listener of this.#freeListeners) listener(target);
  }

  onFree(listener: (target: string) => void): void {
    this.#freeListeners.push(listener);
  }
}
