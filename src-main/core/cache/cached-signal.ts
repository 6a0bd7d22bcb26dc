import type { SignalRecord } from '#core/signal-record.ts';

/** A platform signal as the cache holds it, and what the lists say of it. */
export type CachedSignal = SignalRecord & {
  /** True while it stands in the latest working list. */
  readonly inWorkingList: boolean;
  /** It was alive, is in no list now, and nothing shows why. A shorter list is not a deletion. */
  readonly unlisted: boolean;
};
