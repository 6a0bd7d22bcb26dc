import type { SignalRecord } from '#core/signal-record.ts';

/** A platform signal in the cache, with its state in the lists. */
export type CachedSignal = SignalRecord & {
  /** True while the latest working list contains it. */
  readonly inWorkingList: boolean;
  /**
   * It was live and is in no list now, and nothing shows why. A shorter list does not prove a
   * deletion.
   */
  readonly unlisted: boolean;
};
