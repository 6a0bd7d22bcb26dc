import type { Mode } from '#contract/model/status.ts';
import type { WholeReading } from '#contract/model/whole-reading.ts';
import type { Preferences } from '#contract/model/preferences.ts';

/** The states a case can put the demo into. */
export type DemoOptions = {
  readonly mode: Mode;
  /**
   * `offline`: the last requests failed, everything is from the cache. `starting`: nothing was read yet. `not-opened`: the
   * connection could not be opened.
   */
  readonly data: 'full' | 'empty' | 'offline' | 'starting' | 'not-opened';
  readonly notices: boolean;
  /** Lost orders and alarms among the signals. */
  readonly trouble: boolean;
  /** The panic plan of the strategy: under way, done, or done with something left. */
  readonly exit: 'none' | 'running' | 'flat' | 'residue';
  /** A review bundle is shown instead of the own desk, or is being made. */
  readonly bundle: 'none' | 'open' | 'making';
  /** A strategy is being read whole. */
  readonly whole?: WholeReading;
  /** Kill switch and arming. */
  readonly guard: 'calm' | 'armed' | 'killed';
  readonly preferences: Partial<Preferences>;
};

export const demoDefaults: DemoOptions = {
  mode: 'PRACTICE',
  data: 'full',
  notices: false,
  trouble: false,
  exit: 'none',
  bundle: 'none',
  guard: 'calm',
  preferences: {},
};
