import Type, { type Static } from 'typebox';
import { Decimal, Id, Nullable } from './scalars.ts';

/** Name of a commission plan, as it is sent. The platform lists none; `default` is known to be in use (platform-notes 12). */
export const CommissionPlan = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9 _.-]{0,38}$' });
export type CommissionPlan = Static<typeof CommissionPlan>;

/** Which plan the equity of a strategy is read with, and those of which a curve is stored. */
export const PlanChoice = Type.Object({ plan: Nullable(CommissionPlan), stored: Type.Array(CommissionPlan) });
export type PlanChoice = Static<typeof PlanChoice>;

/**
 * The equity curve as columns of equal length, ascending in time, one row for each point the platform gave
 * (irregular, many a day, weekends included). Charts and statistics only: these are floats.
 */
export const EquityCurve = Type.Object({
  systemId: Id,
  /** The commission plan that was asked for; left out where none was, and the platform chose. */
  plan: Type.Optional(CommissionPlan),
  /** Unix seconds. */
  times: Type.Array(Type.Number()),
  withCost: Type.Array(Nullable(Type.Number())),
  raw: Type.Array(Nullable(Type.Number())),
  /** The benchmark's own level; multiply by `indexScale` to lay it over the account. */
  index: Type.Array(Nullable(Type.Number())),
  indexScale: Nullable(Decimal),
  /** Fee events: position in the columns and the amounts. */
  fees: Type.Array(Type.Object({ at: Type.Integer(), amounts: Type.Array(Type.Number()) })),
  /**
   * Points that the last whole answer did not hold, by their position in the columns. `replaced`: it lists others before and
   * after it, so that it stands in no line and no figure; otherwise nothing took its place, and it counts as it was read.
   * Left out while all are listed.
   */
  unlisted: Type.Optional(Type.Array(Type.Object({ at: Type.Integer(), replaced: Type.Boolean() }))),
});
export type EquityCurve = Static<typeof EquityCurve>;
