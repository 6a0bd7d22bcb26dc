import strategies from '#resources/practice/strategies.json' with { type: 'json' };
import type { InstrumentType } from '#rules/signal.ts';

/** How one of the seeded strategies trades. */
export type StrategyPlan = {
  readonly name: string;
  readonly shortDescription: string;
  readonly longDescription: string;
  readonly owner: { readonly firstName: string; readonly lastName: string; readonly screenName: string };
  readonly monthlyFee: number;
  readonly trialDays: number;
  readonly startingCapital: number;
  readonly minimumPortfolio: number;
  readonly years: number;
  readonly tradesPerYear: number;
  /** Share of trades that are on the right side. */
  readonly skill: number;
  readonly shortShare: number;
  /** Share of the capital at work in one trade. */
  readonly riskShare: number;
  readonly mix: Partial<Record<InstrumentType, number>>;
  /** Share of trades that leave through a bracket. */
  readonly bracketShare: number;
};

export const STRATEGY_PLANS: readonly StrategyPlan[] = strategies;
