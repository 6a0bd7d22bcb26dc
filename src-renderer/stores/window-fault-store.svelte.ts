/** A failure of the window's own code, after which what it shows may be old or incomplete. */
export class WindowFaultStore {
  #text = $state.raw<string | null>(null);

  /** What failed first, for a report; null if nothing did. Further failures may follow from it. */
  get text(): string | null {
    return this.#text;
  }

  /** @param error what was thrown, which may be no `Error` */
  report(error: unknown): void {
    this.#text ??= error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }

  dismiss(): void {
    this.#text = null;
  }
}
