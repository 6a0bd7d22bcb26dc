import type { Cache } from '#core/cache/queries/open-cache.ts';
import type { Ingest } from '#core/ingest/ingest.ts';
import type { PlatformConnection } from '#core/platform/connection.ts';
import type { Ports } from '#core/ports.ts';

export type DataSyncOptions = {
  readonly ports: Pick<Ports, 'clock' | 'log'>;
  readonly connection: Pick<PlatformConnection, 'send' | 'raise' | 'earliestStart' | 'clockOffsetMs'>;
  readonly cache: Cache;
  /** 0 for the practice service, which is read more often. */
  readonly paceMs: number;
  /** Stores the answers; closed with the sync. */
  readonly ingest: Pick<Ingest, 'run' | 'storeFailure' | 'storeFullSync' | 'hasDiskSpace' | 'close'>;
  /**
   * Unix seconds before which signals are not retained, and so not read; 0 if all are retained.
   */
  readonly signalsFrom?: () => number;
  /** The commission plan chosen for a strategy; empty for none. */
  readonly commissionPlanOf?: (systemId: string) => string;
  /**
   * Whether a list of subscribers that was read before is also kept up to date while it is out of
   * view. Default: false.
   */
  readonly wantsSubscriberNotices?: () => boolean;
  /** Whether the connection is to a private platform. */
  readonly isPlatform?: boolean;
  /** Whether an order sent from here may still be open. */
  readonly hasOpenOrders?: (systemId: string) => boolean;
};
