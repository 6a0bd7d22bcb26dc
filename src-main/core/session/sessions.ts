import type { Session } from './session.ts';

/** The open session, and how to open another one. */
export interface Sessions {
  /** The session on screen: the own desk, or the review bundle that is shown instead. */
  current(): Session;
  /**
   * The own desk, which continues while a bundle is shown: its orders are followed and its alarms
   * are shown.
   */
  own(): Session;
  /** False while another change is running. The old session is closed before the new one opens. */
  change(profileId: string): Promise<boolean>;
}
