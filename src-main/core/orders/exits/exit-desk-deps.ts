import type { Text } from '#contract/message.ts';
import type { Notice } from '#contract/model/status.ts';
import type { Position } from '#contract/model/trade.ts';
import type { Clock, Log, Random } from '#core/ports.ts';
import type { DesiredDesk } from '../desired/desired-desk.ts';
import type { Journal } from '#core/orders/journal/journal.ts';
import type { Owner } from '#core/owner.ts';
import type { ServiceClock } from '#core/service-now.ts';
import type { OrderDesk } from '../order-desk.ts';

/** What the exit desk needs from the session. */
export type ExitDeskDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly random: Random;
  readonly journal: Journal;
  /** Selects the journal rows of the connection. */
  readonly profile: Owner;
  readonly desk: OrderDesk;
  readonly desired: Pick<DesiredDesk, 'set'>;
  /**
   * Whether the platform maintains a target list or may maintain one. It then accepts no closing
   * order until `stop` is answered.
   */
  readonly hasTargetList: (systemId: string) => boolean;
  /** As `hasTargetList`, and also true if a list that was set elsewhere may be on. */
  readonly mayHaveList: (systemId: string) => boolean;
  /** Why no order is entered for this strategy: it belongs to another person. */
  readonly accessLock: (systemId: string) => Text | null;
  readonly positions: (systemId: string) => readonly Position[];
  /** Reads the working list, then the open trades. False when either read failed. */
  readonly readAgain: (systemId: string) => Promise<boolean>;
  readonly killReason: () => Text | null;
  readonly serviceClockOffsetMs: ServiceClock['serviceClockOffsetMs'];
  /**
   * Resolves when the request in flight, if any, has an outcome. Without an answer within `afterMs`
   * milliseconds the outcome is unknown.
   */
  readonly cutInFlight: (afterMs: number) => Promise<void>;
  /** Milliseconds between two requests. */
  readonly paceMs: () => number;
  readonly changed: (systemId: string) => void;
  readonly notify: (notice: Notice) => void;
  readonly endNotice: (id: string) => void;
  readonly strategyName: (systemId: string) => string;
  /** The connection was closed: a run stays in the journal in the state it has. */
  readonly isClosed: () => boolean;
};
