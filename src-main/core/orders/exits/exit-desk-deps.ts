import type { Position } from '#contract/model/trade.ts';
import type { Clock, Log, Random } from '#core/ports.ts';
import type { DesiredDesk } from '../desired/desired-desk.ts';
import type { OrderDesk } from '../order-desk.ts';

/** What leaving positions asks of the session. */
export type ExitDeskDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly random: Random;
  readonly desk: OrderDesk;
  readonly desired: Pick<DesiredDesk, 'set'>;
  readonly positions: (systemId: string) => readonly Position[];
  /** Reads open trades and the working list now; false when either failed. */
  readonly readAgain: (systemId: string) => Promise<boolean>;
  readonly killed: () => string | null;
  /** Milliseconds between two requests. */
  readonly paceMs: () => number;
  readonly changed: (systemId: string) => void;
};
