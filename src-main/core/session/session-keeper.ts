import type { Hub } from '#core/events/hub.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';

/** No connection is open for the command: another one is being opened. */
export class ConnectionChanging extends Error {}

/**
 * Owns the open session. A change closes the old session completely before the new one opens, so
 * that two connections never share the pace of one service, and nothing of practice is running when
 * live begins.
 */
export class SessionKeeper implements Sessions {
  readonly #open: (profileId: string) => Promise<Session>;
  readonly #changed: () => void;
  readonly #events: Pick<Hub, 'pause' | 'resume'>;
  #session: Session | null = null;
  #bundle: Session | null = null;
  #changing = false;
  /** The old session is closed, and the new one is not open yet. */
  #isBetween = false;

  constructor(
    open: (profileId: string) => Promise<Session>,
    changed: () => void,
    events: Pick<Hub, 'pause' | 'resume'>,
  ) {
    this.#open = open;
    this.#changed = changed;
    this.#events = events;
  }

  current(): Session {
    return this.#bundle ?? this.own();
  }

  own(): Session {
    if (this.#session === null) throw new Error('no session is open');
    return this.#session;
  }

  /** For the commands of a window: none of them may use a closed session. */
  forCommands(): Sessions {
    const open = (session: () => Session): Session => {
      if (this.#isBetween) throw new ConnectionChanging();
      return session();
    };
    return {
      current: () => open(() => this.current()),
      own: () => open(() => this.own()),
      change: (profileId) => this.change(profileId),
    };
  }

  async change(profileId: string): Promise<boolean> {
    if (this.#changing) return false;
    this.#changing = true;
    try {
      await this.#session?.close();
      // No event has a value until the next session is open.
      this.#events.pause();
      this.#isBetween = true;
      this.#session = await this.#open(profileId);
      this.#isBetween = false;
      this.#changed();
    } finally {
      this.#changing = false;
      this.#events.resume();
    }
    return true;
  }

  /** Shows a bundle instead of the own desk, or removes it. */
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
