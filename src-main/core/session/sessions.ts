import type { Text } from '#contract/message.ts';
import type { Profile } from '#contract/model/profile.ts';
import type { Outcome } from '#contract/outcome.ts';
import type { Session } from './session.ts';

/** No connection is open for a command or an event. */
export class NoConnection extends Error {
  readonly code: 'changing' | 'no-connection';
  readonly text: Text;

  constructor(code: NoConnection['code'], text: Text) {
    super(code);
    this.code = code;
    this.text = text;
  }
}

/** The connection that was to be opened, and why it is not open. */
export type NotOpened = { readonly profile: Profile; readonly text: Text };

/**
 * How a change ended. `busy`: another change is running or the program is ending, and this one was
 * not made. `not-opened`: the old connection is closed, and no other was opened.
 */
export type ChangeEnd = 'opened' | 'not-opened' | 'busy';

/**
 * How opening a connection beside the one in use ended. `same-mode`: the other open connection is
 * of the same mode, and both would use one journal.
 */
export type OpenEnd = Outcome<Session, 'unknown-profile' | 'same-mode' | 'not-opened'>;

/**
 * The open sessions: the one in use, which the windows show, and the secondary ones. There is at
 * most one of each mode, because a mode has one journal (ADR 30).
 */
export interface Sessions {
  /**
   * The session on screen: the session in use, or that of the review bundle. Throws NoConnection
   * if there is none.
   */
  current(): Session;
  /**
   * The session of the connection in use. It continues while a bundle is shown: its orders are
   * followed and its alarms are shown. Throws NoConnection if there is none.
   */
  inUse(): Session;
  /** The session in use; null if there is none. */
  inUseOrNull(): Session | null;
  /** The secondary sessions: those beside the session in use. */
  secondary(): readonly Session[];
  /** The session in use and the sessions beside it, without that of a review bundle. */
  all(): readonly Session[];
  /** Null while a connection is open, and while the connection is being changed. */
  notOpened(): NotOpened | null;
  /** Whether the connection is open or being opened, or was chosen but could not be opened. */
  isChosen(profileId: string): boolean;
  /**
   * The old session is closed before the new one opens. A session beside the old one is closed if
   * it has the mode of the new one.
   */
  change(profileId: string): Promise<ChangeEnd>;
  /**
   * Opens a connection beside the one in use, which continues. If the connection is already open,
   * its session is returned. A later `change` may close the session that was opened here.
   */
  open(profileId: string): Promise<OpenEnd>;
  /** Closes a connection beside the one in use. The one in use remains open. */
  close(profileId: string): Promise<void>;
  /**
   * Closes a chosen connection whose address, key or files changed, and opens it again. It remains
   * in use or secondary. Openings and closings that were requested earlier are done first.
   * `newProfileId`: the id of the connection from now on, if it changed.
   */
  reopen(profileId: string, newProfileId?: string): Promise<ChangeEnd>;
}
