import type { Mode } from '#contract/model/status.ts';
import type { FullSyncProgress } from '#contract/model/full-sync-progress.ts';
import type { Preferences } from '#contract/model/preferences.ts';

/**
 * `empty`: everything was read, and there is nothing. `starting`: nothing was read yet. `loading`:
 * the window waits for its first answer. `never-read`: nothing was read, and the last attempt
 * failed. `stale`: all ages are over their limits. `offline`: no request is answered, all data is
 * from the cache. `failed`: the program cannot read its stored data. `refresh-failed`: the
 * stored data was read once, and the next attempt failed. `long`: all texts are long. `not-opened`:
 * the connection could not be opened.
 */
export const demoStates = [
  'full',
  'empty',
  'starting',
  'loading',
  'never-read',
  'stale',
  'offline',
  'failed',
  'refresh-failed',
  'long',
  'not-opened',
] as const;
export type DemoState = (typeof demoStates)[number];
/** The states in which the lists have rows. */
export const statesWithRows: ReadonlySet<DemoState> = new Set(['full', 'offline', 'stale', 'long', 'refresh-failed']);

/** The failure of a read that got no answer. */
export const demoUnreachable = 'The service could not be reached: connection refused.';

/** What a case can choose for the demo. */
export type DemoOptions = {
  readonly mode: Mode;
  /** True: the connection is that of the operator of the practice platform. */
  readonly platform: boolean;
  readonly data: DemoState;
  /** The state of the list of strategies, which every other panel needs. */
  readonly strategies: DemoState;
  readonly notices: boolean;
  /** True: a live connection with an unknown order is open beside the one in use. */
  readonly secondary: boolean;
  /**
   * True: the signals include orders of unknown outcome, alarms and an unreadable record, the
   * platform holds another target list than the one that was sent, and a request to end a
   * subscription was refused.
   */
  readonly trouble: boolean;
  /** True: the newest trade and the target list are of an option. */
  readonly holdsOptions: boolean;
  /**
   * The panic plan of the strategy. `running`: not ended yet. `flat`: ended without a position.
   * `residue`: ended with a position that remains. `outdated`: refused as outdated when it is sent.
   * `interrupted`: there is no panic plan, but a partial close that the end of the program
   * interrupted.
   */
  readonly exit: 'none' | 'running' | 'flat' | 'residue' | 'outdated' | 'interrupted';
  /** A review bundle is shown, or is being made. */
  readonly bundle: 'none' | 'open' | 'making';
  /** A full sync of a strategy is running. */
  readonly fullSync?: FullSyncProgress;
  /** State of the kill switch and of arming. */
  readonly guard: 'calm' | 'armed' | 'killed';
  readonly preferences: Partial<Preferences>;
};

export const demoDefaults: DemoOptions = {
  mode: 'PRACTICE',
  platform: false,
  data: 'full',
  strategies: 'full',
  notices: false,
  secondary: false,
  trouble: false,
  holdsOptions: false,
  exit: 'none',
  bundle: 'none',
  guard: 'calm',
  preferences: {},
};
