import type { Text } from '#contract/message.ts';
import type { Dataset, DatasetState } from '#contract/model/status.ts';
import type { FullSyncProgress } from '#contract/model/full-sync-progress.ts';
import type { StoredState } from '#core/cache/queries/cache-reader.ts';
import type { SignalReader } from './signal-reader.ts';
import type { StrategyAccess } from './strategy-access.ts';

export type RefreshOutcome = { readonly ok: true } | { readonly ok: false; readonly text: Text };

/** Why the orders or positions of one strategy cannot be read. `since` is in unix seconds. */
export type StrategyTrouble = { readonly since: number; readonly text: Text };

/**
 * Reads the data that the windows show, as often as the pace allows, and stores it in the cache of
 * the connection.
 */
export interface DataSync extends SignalReader {
  /**
   * Sets what a window shows; replaces its previous watch. If `systemId` is null, the window shows
   * only the list of strategies. A call with a `systemId` and no datasets means that the window is
   * hidden. While every window is hidden, only what an order needs is read.
   */
  watch(systemId: string | null, datasets: readonly Dataset[], viewer?: string): void;
  /** The window was closed. */
  unwatch(viewer: string): void;
  /**
   * Reads these datasets in the `view` lane, except those that were read a moment ago. If another
   * person owns the strategy, the datasets for owners only are not read either. Resolves when all
   * were stored or have failed. If `systemId` is null, it reads the list of strategies.
   */
  refresh(systemId: string | null, datasets: readonly Dataset[]): Promise<RefreshOutcome>;
  /**
   * Reads these datasets now, regardless of their age. The `reconcile` lane is for reads that an
   * order or its outcome waits for; only requests that cancel orders are sent before them. Other
   * reads are in the `view` lane, behind orders. False when one of the reads failed.
   */
  readAgain(systemId: string, datasets: readonly Dataset[], lane?: 'view' | 'reconcile'): Promise<boolean>;
  /**
   * Makes these datasets due before their usual interval has passed, as soon as the minimum
   * interval and the back-off after a failure allow it.
   */
  scheduleRefresh(systemId: string, datasets: readonly Dataset[]): void;
  /** Stored data was deleted: everything is due again. */
  forget(): void;
  /**
   * Reads everything of this strategy once, in the `background` lane. Continues in the next run
   * until it is complete.
   */
  startFullSync(systemId: string): void;
  /** Ends the full sync. The data that was read remains. */
  stopFullSync(systemId: string): void;
  /** Null if no full sync was started or continued in this run. */
  fullSyncProgress(systemId: string): FullSyncProgress | null;
  /** When the working list of a strategy was read. Every order checks the age of this list. */
  workingReading(systemId: string): Pick<DatasetState, 'readAt' | 'staleAfterSeconds'>;
  /**
   * When the last stored reading of the working list began, in wall clock milliseconds. Null if
   * there was none in this run.
   */
  workingReadStartedAt(systemId: string): number | null;
  /** Who owns a strategy, and what this means for its orders and reads. */
  readonly access: Pick<StrategyAccess, 'of' | 'lockReason' | 'subscribed' | 'readsOverview'>;
  /** Null unless the last reading of the working orders or of the open positions failed. */
  trouble(systemId: string): StrategyTrouble | null;
  /** The state of every dataset of a strategy as a window gets it, with the age of the dataset. */
  states(systemId: string): Readonly<Record<Dataset, DatasetState>>;
  /** Reads the service's public list of strategies, in the `view` lane. */
  readRoster(): Promise<RefreshOutcome>;
  /**
   * Reads the list of brokers for this person of the private platform, in the `view` lane.
   * `urgency` has the same meaning as for `readPeople`.
   */
  readBrokers(systemId: string, personId: string, urgency: 'view' | 'now'): Promise<RefreshOutcome>;
  /**
   * Reads the people of the private platform, in the `view` lane. With the urgency `now`, a new
   * reading begins. With `view`, a recent reading is not repeated, and a running one is joined.
   */
  readPeople(urgency: 'view' | 'now'): Promise<RefreshOutcome>;
  peopleState(): StoredState & { readonly reading: boolean };
  /**
   * Reads the list of strategies now, in the `view` lane, regardless of its age. False when the
   * read failed.
   */
  readStrategies(): Promise<boolean>;
  strategiesState(): StoredState & { readonly reading: boolean };
  /** Called when the readings of a strategy changed. The returned function removes the listener. */
  onChange(listener: (systemId: string) => void): () => void;
  onStrategies(listener: () => void): () => void;
  onPeople(listener: () => void): () => void;
  /** Starts no more readings. Resolves when the running ones have ended. */
  close(): Promise<void>;
}
