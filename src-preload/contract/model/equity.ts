import Type, { type Static } from 'typebox';
import { Decimal, Id, Nullable } from './scalars.ts';

/**
 * Name of a commission plan, as it is sent. The platform lists none; `default` is known to exist
 * (platform-notes 12).
 */
export const CommissionPlan = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9 _.-]{0,38}$' });
export type CommissionPlan = Static<typeof CommissionPlan>;

/**
 * The commission plan with which the equity of a strategy is read, and the plans that have a stored
 * curve.
 */
export const PlanChoice = Type.Object({ plan: Nullable(CommissionPlan), stored: Type.Array(CommissionPlan) });
export type PlanChoice = Static<typeof PlanChoice>;

/**
 * The equity curve as columns of equal length, ascending in time, one row for each point of the
 * platform (irregular, many a day, weekends included). Charts and statistics only: these are
 * floats.
 */
export const EquityCurve = Type.Object({
  systemId: Id,
  /** The commission plan that was asked for; missing for the platform's default. */
  plan: Type.Optional(CommissionPlan),
  /** Unix seconds. */
  times: Type.Array(Type.Number()),
  withCost: Type.Array(Nullable(Type.Number())),
  raw: Type.Array(Nullable(Type.Number())),
  /**
   * The level of the benchmark itself; multiplied by `indexScale` it is comparable with the
   * account.
   */
  index: Type.Array(Nullable(Type.Number())),
  indexScale: Nullable(Decimal),
  /** The fees that were charged at a point; `row` is the index of the point in the columns. */
  fees: Type.Array(Type.Object({ row: Type.Integer(), amounts: Type.Array(Type.Number()) })),
  /**
   * Points that the last complete answer did not list, by their index in the columns. `replaced`:
   * the answer lists points before and after this one, so charts and figures leave it out.
   * Otherwise the point is used as it was read. Missing while all points are listed.
   */
  unlisted: Type.Optional(Type.Array(Type.Object({ row: Type.Integer(), replaced: Type.Boolean() }))),
});
export type EquityCurve = Static<typeof EquityCurve>;
