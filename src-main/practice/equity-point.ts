import type { Fixed } from '#rules/decimal.ts';

/** One point of a strategy's equity curve, in dollars. */
export type EquityPoint = {
  readonly at: number;
  /** Equity before commissions and fees. */
  readonly equityBeforeCosts: Fixed;
  /** Commissions and fees up to here, by the default commission plan. */
  readonly cost: Fixed;
  /** Level of the benchmark index. */
  readonly index: Fixed;
  /** Fees charged at this point. */
  readonly fees: readonly number[];
};
