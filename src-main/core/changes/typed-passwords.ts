import { SecretCutter } from '#core/platform/cut-secrets.ts';
import { secretRedactor } from '#core/platform/secret-redactor.ts';

export type Passwords = Readonly<Record<string, string>>;

/**
 * The passwords that were typed for the waiting rows of a run, by the id of the change. Each is
 * handed over once, and a pause forgets the rest (acts.md A8). Passwords in this object are cut out
 * of every text that is logged or printed.
 */
export class TypedPasswords {
  readonly #typed = new Map<string, { readonly password: string; readonly release: () => void }>();

  hold(passwords: Passwords): void {
    this.forget();
    for (const [id, password] of Object.entries(passwords))
      this.#typed.set(id, { password, release: secretRedactor.add(new SecretCutter([password])) });
  }

  /** Null if it was not typed, or was handed over before. */
  take(id: string): string | null {
    const entry = this.#typed.get(id);
    this.#typed.delete(id);
    entry?.release();
    return entry?.password ?? null;
  }

  forget(): void {
    for (const { release } of this.#typed.values()) release();
    this.#typed.clear();
  }
}
