import type { Access } from '#contract/model/access.ts';
import type { StrategyDetails } from '#contract/model/strategy.ts';

/** The data that a plan is made from. */
export type StrategyFacts = {
  /** Milliseconds. */
  readonly now: number;
  /** The strategy that is changed or cloned. */
  readonly details: StrategyDetails | null;
  /** Its name in the details, or in the list of strategies if the details were never read. */
  readonly currentName: string | null;
  /** When the details were read; for a creation, when the list of strategies was read. */
  readonly readAt: number | null;
  readonly access: Access;
  readonly positionCount: number;
  readonly workingOrderCount: number;
  /** Orders and positions were read within the last minute. */
  readonly areHoldingsRecent: boolean;
  readonly subscribers: number;
  /** Copies at brokers that this program knows. */
  readonly copies: number;
  /** Names of the listed strategies. */
  readonly names: readonly string[];
  /** Names of creations that were never proven (acts.md A5) or that the list does not show yet. */
  readonly unprovenNames: readonly string[];
};
