/** A failure of the window's own code, after which the window may show old or incomplete data. */
export class WindowFaultStore {
  #text = $state.raw<string | null>(null);

  /** The first failure, which may have caused the later failures. Null if there was none. */
  get text(): string | null {
    return this.#text;
  }

  /** @param error the thrown value, which may be something other than an `Error` */
  report(error: unknown): void {
    this.#text ??= error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }

  dismiss(): void {
    this.#text = null;
  }
}
