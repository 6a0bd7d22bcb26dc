import type { Session } from './session.ts';

/** The open session, and the way to another one. */
export interface Sessions {
  current(): Session;
  /** False while another change is under way. The old session is closed before the new one opens. */
  change(profileId: string): Promise<boolean>;
}
