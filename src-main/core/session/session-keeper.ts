import { modeOf } from '#core/owner.ts';
import type { Profile } from '#contract/model/profile.ts';
import { done, failed } from '#contract/outcome.ts';
import type { Log } from '#core/ports.ts';
import type { Profiles } from '#core/profiles/profiles.ts';
import type { SessionOpener } from './session-opener.ts';
import type { Session } from './session.ts';
import { type ChangeEnd, NoConnection, type NotOpened, type OpenEnd, type Sessions } from './sessions.ts';

type Deps = {
  readonly profiles: Pick<Profiles, 'find' | 'practice'>;
  readonly opener: Pick<SessionOpener, 'open'>;
  /** Called when another session, or none, is on screen. */
  readonly changed: () => void;
  /** Called when a session beside the one in use was opened or closed. */
  readonly secondaryChanged: () => void;
  readonly log: Log;
};

/**
 * Owns the open sessions. Opening and closing are done one at a time, in the order in which they
 * were requested. A change closes the old session completely before the new one opens, so that two
 * connections never send to one service, each at its own pace. If the new one cannot be opened,
 * none is in use, and the reason is shown until another connection is chosen.
 */
export class SessionKeeper implements Sessions {
  readonly #deps: Deps;
  readonly #secondary = new Map<string, Session>();
  #session: Session | null = null;
  #bundle: Session | null = null;
  #notOpened: NotOpened | null = null;
  #changing = false;
  /** The connections that are being opened, or wait for their turn in a change. */
  readonly #opening = new Set<string>();
  #ended = false;
  #lastTurn: Promise<unknown> = Promise.resolve();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  current(): Session {
    return this.#bundle ?? this.inUse();
  }

  inUse(): Session {
    if (this.#session !== null) return this.#session;
    if (this.#notOpened !== null) throw new NoConnection('no-connection', this.#notOpened.text);
    throw new NoConnection('changing', { code: 'connection.changing' });
  }

  inUseOrNull(): Session | null {
    return this.#session;
  }

  secondary(): readonly Session[] {
    return [...this.#secondary.values()];
  }

  all(): readonly Session[] {
    return this.#session === null ? this.secondary() : [this.#session, ...this.#secondary.values()];
  }

  notOpened(): NotOpened | null {
    return this.#notOpened;
  }

  isChosen(profileId: string): boolean {
    return this.#isInUse(profileId) || this.#secondary.has(profileId) || this.#opening.has(profileId);
  }

  /** Whether a review bundle is shown instead of the session in use. */
  isReviewing(): boolean {
    return this.#bundle !== null;
  }

  async change(profileId: string): Promise<ChangeEnd> {
    const { profiles } = this.#deps;
    const profile = profiles.find(profileId) ?? profiles.practice();
    if (this.#changing || this.#ended) return 'busy';
    this.#changing = true;
    this.#opening.add(profile.id);
    return this.#inTurn(() => this.#change(profile)).finally(() => (this.#changing = false));
  }

  open(profileId: string): Promise<OpenEnd> {
    return this.#inTurn(() => this.#open(profileId));
  }

  close(profileId: string): Promise<void> {
    return this.#inTurn(() => this.#closeSecondary(profileId));
  }

  reopen(profileId: string, newProfileId = profileId): Promise<ChangeEnd> {
    return this.#inTurn(async () => {
      const { profiles } = this.#deps;
      if (this.#ended) return 'busy';
      if (this.#isInUse(profileId)) return this.#change(profiles.find(newProfileId) ?? profiles.practice());
      if (!this.#secondary.has(profileId)) return 'not-opened';
      await this.#closeSecondary(profileId);
      return (await this.#open(newProfileId)).ok ? 'opened' : 'not-opened';
    });
  }

  /** Shows a bundle instead of the session in use; null shows the session in use again. */
  async show(bundle: Session | null): Promise<void> {
    const before = this.#bundle;
    this.#bundle = bundle;
    this.#deps.changed();
    await before?.close();
  }

  /** Closes everything, the session in use last. Nothing is opened after that. */
  end(): Promise<void> {
    this.#ended = true;
    return this.#inTurn(async () => {
      const failures: unknown[] = [];
      for (const session of [this.#bundle, ...this.secondary().toReversed(), this.#session]) {
        await session?.close().catch((error: unknown) => failures.push(error));
      }
      // A session that fails to close must not keep the others open.
      if (failures.length > 0) throw failures[0];
    });
  }

  #isInUse(profileId: string): boolean {
    return (this.#session ?? this.#notOpened)?.profile.id === profileId;
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#lastTurn.then(work);
    this.#lastTurn = result.catch(() => undefined);
    return result;
  }

  async #change(profile: Profile): Promise<ChangeEnd> {
    this.#opening.add(profile.id);
    try {
      const before = this.#session;
      await before?.close().finally(() => (this.#session = null));
      this.#notOpened = null;
      for (const other of this.secondary())
        if (other.mode === modeOf(profile)) await this.#closeSecondary(other.profile.id);
      this.#session = await this.#deps.opener.open(profile, 'in-use');
      // The pages see the same connection as before and would not ask again for what they show.
      if (before?.profile.id === profile.id)
        for (const { viewer, systemId, datasets } of before.watches()) this.#session.watch(systemId, datasets, viewer);
    } catch (error) {
      const { name } = profile;
      this.#notOpened = { profile, text: { code: 'connection.not-opened', name, reason: this.#reasonOf(error) } };
    } finally {
      this.#opening.delete(profile.id);
    }
    this.#deps.changed();
    return this.#session === null ? 'not-opened' : 'opened';
  }

  async #open(profileId: string): Promise<OpenEnd> {
    const opened = this.all().find(({ profile }) => profile.id === profileId);
    if (opened !== undefined) return done(opened);
    const profile = this.#deps.profiles.find(profileId);
    if (profile?.id !== profileId) return failed('unknown-profile', { code: 'connection.unknown' });
    if (this.#ended) return failed('not-opened', { code: 'connection.program-ends' });
    const mode = modeOf(profile);
    const chosen = [...this.all().map((one) => one.profile), ...(this.#notOpened ? [this.#notOpened.profile] : [])];
    const other = chosen.find((one) => modeOf(one) === mode);
    if (other !== undefined) return failed('same-mode', { code: 'connection.same-mode', mode, name: other.name });
    this.#opening.add(profileId);
    try {
      const session = await this.#deps.opener.open(profile, 'secondary');
      this.#secondary.set(profileId, session);
      this.#deps.secondaryChanged();
      return done(session);
    } catch (error) {
      const { name } = profile;
      return failed('not-opened', { code: 'connection.not-opened-beside', name, reason: this.#reasonOf(error) });
    } finally {
      this.#opening.delete(profileId);
    }
  }

  async #closeSecondary(profileId: string): Promise<void> {
    const session = this.#secondary.get(profileId);
    if (session === undefined) return;
    await session.close().finally(() => this.#secondary.delete(profileId));
    this.#deps.secondaryChanged();
  }

  #reasonOf(error: unknown): string {
    const [reason, stack] = error instanceof Error ? [error.message, error.stack ?? error.message] : ['', ''];
    this.#deps.log.error('session.not-opened', { stack });
    return reason;
  }
}
