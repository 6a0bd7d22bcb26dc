import type { SecretCutter } from './cut-secrets.ts';

/**
 * The keys of the open connections and what was typed for the acts under way. A bug may put a whole
 * request into the message of an error, and such texts are logged and printed.
 */
class SecretRedactor {
  readonly #cutters = new Set<SecretCutter>();

  /** The secrets of this cutter are removed from every text until the returned function is called. */
  add(cutter: SecretCutter): () => void {
    this.#cutters.add(cutter);
    return () => this.#cutters.delete(cutter);
  }

  redact(text: string): string {
    let bytes: Uint8Array = Buffer.from(text);
    for (const cutter of this.#cutters) bytes = cutter.cut(bytes);
    return Buffer.from(bytes).toString();
  }
}

/** Of this process: its log and its terminal are shared by every connection. */
export const secretRedactor = new SecretRedactor();
