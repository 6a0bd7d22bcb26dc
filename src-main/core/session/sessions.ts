import type { Text } from '#contract/message.ts';
import type { Profile } from '#contract/model/profile.ts';
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

/** The connection that was to be opened, and why it is not. */
export type NotOpened = { readonly profile: Profile; readonly text: Text };

/**
 * How a change ended. `busy`: another change is running, and this one was not made. `not-opened`: the
 * old connection is closed and the new one could not be opened.
 */
export type ChangeEnd = 'opened' | 'not-opened' | 'busy';

/** The open session, and how to open another one. */
export interface Sessions {
  /** The session on screen: the own desk, or the review bundle. Throws NoConnection where there is none. */
  current(): Session;
  /**
   * The own desk, which continues while a bundle is shown: its orders are followed and its alarms are
   * shown. Throws NoConnection where there is none.
   */
  own(): Session;
  /** The own desk, null where there is none. */
  opened(): Session | null;
  /** Null while a connection is open, and while it is changed. */
  notOpened(): NotOpened | null;
  /** The connection that is open, or was to be. */
  isChosen(profileId: string): boolean;
  /** The old session is closed before the new one opens. */
  change(profileId: string): Promise<ChangeEnd>;
}
