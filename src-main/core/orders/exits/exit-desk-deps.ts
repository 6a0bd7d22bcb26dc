import type { Text } from '#contract/message.ts';
import type { Position } from '#contract/model/trade.ts';
import type { Clock, Log, Random } from '#core/ports.ts';
import type { DesiredDesk } from '../desired/desired-desk.ts';
import type { Journal } from '../journal.ts';
import type { Owner } from '../owner.ts';
import type { OrderDesk } from '../order-desk.ts';

/** What leaving positions asks of the session. */
export type ExitDeskDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly random: Random;
  readonly journal: Journal;
  readonly profile: Owner;
  readonly desk: OrderDesk;
  readonly desired: Pick<DesiredDesk, 'set'>;
  /** The platform takes no closing order of this strategy before `stop` is answered. */
  readonly engaged: (systemId: string) => boolean;
  /** Why no order at all is entered for this strategy: it is another person's. */
  readonly denied: (systemId: string) => Text | null;
  readonly positions: (systemId: string) => readonly Position[];
  /** Reads the working list and the open trades now, in this order; false when either failed. */
  readonly readAgain: (systemId: string) => Promise<boolean>;
  readonly killed: () => Text | null;
  /** Milliseconds by which the platform's clock is ahead of this computer's; 0 where it is not known. */
  readonly marketOffsetMs: () => number;
  /** Resolves when the request in flight, if any, has its outcome: unknown where no answer came within these milliseconds. */
  readonly cutInFlight: (afterMs: number) => Promise<void>;
  /** Milliseconds between two requests. */
  readonly paceMs: () => number;
  readonly changed: (systemId: string) => void;
  /** The connection was closed: what runs stays as it is in the journal. */
  readonly isClosed: () => boolean;
};
