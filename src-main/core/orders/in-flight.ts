/** One mutating request in flight per system (J6), orders and cancels together. */
export class InFlight {
  readonly #systems = new Map<string, string>();
  readonly #freed: ((systemId: string) => void)[] = [];

  /** Starts a request; false while another one of the system is in flight. */
  begin(systemId: string, rowId: string): boolean {
    if (this.#systems.has(systemId)) return false;
    this.#systems.set(systemId, rowId);
    return true;
  }

  isFree(systemId: string): boolean {
    return !this.#systems.has(systemId);
  }

  /** Ends the request of this row and notifies the listeners. */
  end(systemId: string, rowId: string): void {
    if (this.#systems.get(systemId) !== rowId) return;
    this.#systems.delete(systemId);
    for (const listener of this.#freed) listener(systemId);
  }

  onFree(listener: (systemId: string) => void): void {
    this.#freed.push(listener);
  }
}
