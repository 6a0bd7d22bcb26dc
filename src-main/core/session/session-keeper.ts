import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';

/**
 * Holds the open session. Changing closes the old one wholly before the new one opens, so that two connections never
 * share the pace of one service, and nothing of practice is under way when live begins.
 */
export class SessionKeeper implements Sessions {
  readonly #open: (profileId: string) => Promise<Session>;
  readonly #changed: () => void;
  #session: Session | null = null;
  #bundle: Session | null = null;
  #changing = false;

  constructor(open: (profileId: string) => Promise<Session>, changed: () => void) {
    this.#open = open;
    this.#changed = changed;
  }

  current(): Session {
    return this.#bundle ?? this.own();
  }

  own(): Session {
    if (this.#session === null) throw new Error('no session is open');
    return this.#session;
  }

  async change(profileId: string): Promise<boolean> {
    if (this.#changing) return false;
    this.#changing = true;
    try {
      await this.#session?.close();
      this.#session = await this.#open(profileId);
    } finally {
      this.#changing = false;
    }
    this.#changed();
    return true;
  }

  /** Lays a bundle over the own desk, or takes it away. */
  async show(bundle: Session | null): Promise<void> {
    const before = this.#bundle;
    this.#bundle = bundle;
    this.#changed();
    await before?.close();
  }

  async close(): Promise<void> {
    await this.#bundle?.close();
    await this.#session?.close();
  }
}
