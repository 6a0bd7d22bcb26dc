import type { SecretCutter } from './cut-secrets.ts';

/**
 * Removes from texts the keys of the open connections and the secrets typed for acts in progress. A
 * bug may put a whole request into the message of an error, which is then logged and printed.
 */
class SecretRedactor {
  readonly #cutters = new Set<SecretCutter>();

  /** Removes the secrets of this cutter from every text until the returned function is called. */
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

/** One for the whole process, because all connections share its log and its terminal. */
export const secretRedactor = new SecretRedactor();
