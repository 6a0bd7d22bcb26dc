import type { Profile } from '#contract/model/profile.ts';
import type { Log } from '#core/ports.ts';
import type { Session } from './session.ts';
import { type ChangeEnd, NoConnection, type NotOpened, type Sessions } from './sessions.ts';

type Deps = {
  readonly find: (profileId: string) => Profile;
  readonly open: (profile: Profile) => Promise<Session>;
  /** Another session is open, or none. */
  readonly changed: () => void;
  readonly log: Log;
};

/**
 * Owns the open session. A change closes the old session completely before the new one opens, so
 * that two connections never share the pace of one service, and nothing of practice is running when
 * live begins. When the new one cannot be opened there is none, and the reason is kept until another
 * connection is chosen.
 */
export class SessionKeeper implements Sessions {
  readonly #deps: Deps;
  #session: Session | null = null;
  #bundle: Session | null = null;
  #notOpened: NotOpened | null = null;
  #changing = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  current(): Session {
    return this.#bundle ?? this.own();
  }

  own(): Session {
    if (this.#session !== null) return this.#session;
    if (this.#notOpened !== null) throw new NoConnection('no-connection', this.#notOpened.text);
    throw new NoConnection('changing', { code: 'connection.changing' });
  }

  opened(): Session | null {
    return this.#session;
  }

  notOpened(): NotOpened | null {
    return this.#notOpened;
  }

  isChosen(profileId: string): boolean {
    return (this.#session ?? this.#notOpened)?.profile.id === profileId;
  }

  /** A review bundle is shown instead of the own desk. */
  isReviewing(): boolean {
    return this.#bundle !== null;
  }

  async change(profileId: string): Promise<ChangeEnd> {
    if (this.#changing) return 'busy';
    const profile = this.#deps.find(profileId);
    this.#changing = true;
    try {
      const before = this.#session;
      await before?.close().finally(() => (this.#session = null));
      this.#notOpened = null;
      this.#session = await this.#deps.open(profile);
    } catch (error) {
      const [reason, stack] = error instanceof Error ? [error.message, error.stack ?? error.message] : ['', ''];
      this.#deps.log.error('session.not-opened', { stack });
      this.#notOpened = { profile, text: { code: 'connection.not-opened', name: profile.name, reason } };
    } finally {
      this.#changing = false;
    }
    this.#deps.changed();
    return this.#session === null ? 'not-opened' : 'opened';
  }

  /** Shows a bundle instead of the own desk, or removes it. */
  async show(bundle: Session | null): Promise<void> {
    const before = this.#bundle;
    this.#bundle = bundle;
    this.#deps.changed();
    await before?.close();
  }

  async close(): Promise<void> {
    await this.#bundle?.close();
    await this.#session?.close();
  }
}
