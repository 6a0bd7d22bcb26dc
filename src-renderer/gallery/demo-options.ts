import type { Mode } from '#contract/model/status.ts';
import type { FullSyncProgress } from '#contract/model/full-sync-progress.ts';
import type { Preferences } from '#contract/model/preferences.ts';

/** The states of the demo that a case can choose. */
export type DemoOptions = {
  readonly mode: Mode;
  /**
   * `offline`: the last requests failed, all data is from the cache. `starting`: nothing was read
   * yet. `not-opened`: the connection could not be opened.
   */
  readonly data: 'full' | 'empty' | 'offline' | 'starting' | 'not-opened';
  readonly notices: boolean;
  /** True: a live connection with an unknown order is open beside the one in use. */
  readonly beside: boolean;
  /** True: the signals include lost orders and alarms. */
  readonly trouble: boolean;
  /** The panic plan of the strategy: running, done, or done with a residue. */
  readonly exit: 'none' | 'running' | 'flat' | 'residue';
  /** A review bundle is shown, or is being made. */
  readonly bundle: 'none' | 'open' | 'making';
  /** A full sync of a strategy is running. */
  readonly whole?: FullSyncProgress;
  /** State of the kill switch and of arming. */
  readonly guard: 'calm' | 'armed' | 'killed';
  readonly preferences: Partial<Preferences>;
};

export const demoDefaults: DemoOptions = {
  mode: 'PRACTICE',
  data: 'full',
  notices: false,
  beside: false,
  trouble: false,
  exit: 'none',
  bundle: 'none',
  guard: 'calm',
  preferences: {},
};
