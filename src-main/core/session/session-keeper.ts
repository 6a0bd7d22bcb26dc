import type { Hub } from '#core/events/hub.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';

/** Between two connections there is none that a command could work on. */
export class ConnectionChanging extends Error {}

/**
 * Holds the open session. Changing closes the old one wholly before the new one opens, so that two connections never
 * share the pace of one service, and nothing of practice is under way when live begins.
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

  /** For commands of a window: none of them may meet a session that is closed. */
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
      // Until another one is open there is nothing to read the value of an event from.
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
