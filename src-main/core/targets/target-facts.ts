import type { Text } from '#contract/message.ts';
import type { DesiredState, DesiredTarget } from '#contract/model/desired.ts';
import type { Precautions, RiskCaps } from '#contract/model/risk.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Mode } from '#contract/model/status.ts';
import type { Margin } from '#contract/model/strategy.ts';
import type { OpenPosition } from '#contract/model/trade.ts';
import type { LastRehearsal } from '#core/orders/risk/rehearsals.ts';
import type { UsualSizes } from './usual-sizes.ts';

/**
 * The facts that a plan is made from. A member `…ReadAt` is the time of a reading in unix seconds,
 * or null if there was no reading.
 */
export type TargetFacts = {
  /** Wall clock, milliseconds. */
  readonly now: number;
  /** By the clock of the service, milliseconds. */
  readonly marketNow: number;
  readonly mode: Mode;
  readonly positions: readonly OpenPosition[];
  readonly positionsReadAt: number | null;
  /** Why a position may be missing: the last reading of positions failed or was incomplete. */
  readonly positionsFailure: Text | null;
  readonly signals: readonly Signal[];
  readonly ordersReadAt: number | null;
  /** Why the last attempt to read positions and orders again failed; null without a failure. */
  readonly readFailure: Text | null;
  readonly desired: DesiredState;
  readonly killReason: Text | null;
  /**
   * Why the list may not be sent: another person owns the strategy, or may own it. An owner who is
   * not known does not block `flat`.
   */
  readonly lockReason: Text | null;
  readonly caps: RiskCaps;
  readonly precautions: Precautions;
  readonly margin: Margin | null;
  readonly marginReadAt: number | null;
  readonly pointValue: (symbol: string) => string | null;
  /** Brokers at which this program knows a copy of the strategy. */
  readonly copies: readonly string[];
  /** How many people subscribe to the strategy now. */
  readonly subscribers: number;
  readonly usual: UsualSizes;
  /**
   * Whether a list still has to run on practice, and its last run there. `lastRun` is null if there
   * was no run or if no rehearsal is needed.
   */
  readonly rehearsal: (list: DesiredTarget) => { readonly isMissing: boolean; readonly lastRun: LastRehearsal | null };
};
