import strategies from '#resources/practice/strategies.json' with { type: 'json' };
import type { InstrumentType } from '#rules/order-terms.ts';

/** How one of the seeded strategies trades. */
export type StrategyPlan = {
  readonly name: string;
  readonly shortDescription: string;
  readonly longDescription: string;
  /** `member` is true for a member of the private platform. */
  readonly owner: {
    readonly firstName: string;
    readonly lastName: string;
    readonly screenName: string;
    readonly member: boolean;
  };
  readonly monthlyFee: number;
  readonly trialDays: number;
  readonly startingCapital: number;
  readonly minimumPortfolio: number;
  /** How long ago the strategy began. */
  readonly years: number;
  readonly tradesPerYear: number;
  /** Share of winning trades. */
  readonly skill: number;
  readonly shortShare: number;
  /** Share of the capital used in one trade. */
  readonly riskShare: number;
  /** The share of each type among the trades. */
  readonly mix: Partial<Record<InstrumentType, number>>;
  /** Share of trades that a bracket closes. */
  readonly bracketShare: number;
  readonly requiresCredits: boolean;
  readonly timeCreditDays: number;
  readonly signalCredits: number;
  /** How long ago the strategy stopped being alive; 0 if it is alive. */
  readonly inactiveDays: number;
};

const PLANS: readonly StrategyPlan[] = strategies;
const [WORLD_PLAN] = PLANS;
if (!WORLD_PLAN) throw new Error('no strategies are planned');

/** The owner of the world key, who also owns the first strategy. */
export const WORLD_OWNER = WORLD_PLAN.owner;
const isWorld = (plan: StrategyPlan): boolean => plan.owner.screenName === WORLD_OWNER.screenName;
export const WORLD_PLANS: readonly StrategyPlan[] = PLANS.filter(isWorld);
/** Strategies of other people have a short history, so that creating a folder is quick. */
export const OTHER_PLANS: readonly StrategyPlan[] = PLANS.filter((plan) => !isWorld(plan));
