import type { Session } from './session.ts';

/** The open session, and the way to another one. */
export interface Sessions {
  /** What is shown: the own desk, or the review bundle that lies over it. */
  current(): Session;
  /** The own desk, which goes on while a bundle is shown: its orders are followed and its alarms come through. */
  own(): Session;
  /** False while another change is under way. The old session is closed before the new one opens. */
  change(profileId: string): Promise<boolean>;
}
