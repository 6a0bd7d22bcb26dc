import type { Text } from '#contract/message.ts';
import type { ActTarget } from '#contract/model/act.ts';
import type { Notice } from '#contract/model/status.ts';
import type { Owner } from '#core/owner.ts';
import type { PlatformClient } from '#core/platform/platform-client.ts';
import type { Clock, Log } from '#core/ports.ts';
import type { RiskEffect } from '#core/risk-effect.ts';
import type { Sender } from '#core/sending/sender.ts';
import type { ActJournal } from './act-journal.ts';

export type ActDeskDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly journal: ActJournal;
  readonly sender: Sender;
  readonly client: PlatformClient;
  /** Selects the journal rows of the connection. */
  readonly profile: Owner;
  /** Why the kill switch is on; null while it is off. */
  readonly killReason: () => Text | null;
  /** Why nothing can be sent now (no connection, no key). Null if requests can be sent. */
  readonly offlineReason: () => Text | null;
  readonly rights: ActRights;
  readonly notify: (notice: Notice) => void;
  readonly changed: (target: ActTarget) => void;
};

/** What the user may do on this connection (acts A10). */
export interface ActRights {
  /**
   * Why the command may not be sent for this target: it does not exist for this kind of connection,
   * or the strategy is not the user's own. Null if it may be sent.
   */
  refusal(command: string, target: ActTarget, effect: RiskEffect): Text | null;
}
