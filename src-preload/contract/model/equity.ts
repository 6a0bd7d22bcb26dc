import Type, { type Static } from 'typebox';
import { Decimal, Id, Nullable } from './scalars.ts';

/**
 * The equity curve as columns of equal length, ascending in time, one row for each point the platform gave
 * (irregular, many a day, weekends included). Charts and statistics only: these are floats.
 */
export const EquityCurve = Type.Object({
  systemId: Id,
  /** Unix seconds. */
  times: Type.Array(Type.Number()),
  withCost: Type.Array(Nullable(Type.Number())),
  raw: Type.Array(Nullable(Type.Number())),
  /** The benchmark's own level; multiply by `indexScale` to lay it over the account. */
  index: Type.Array(Nullable(Type.Number())),
  indexScale: Nullable(Decimal),
  /** Fee events: position in the columns and the amounts. */
  fees: Type.Array(Type.Object({ at: Type.Integer(), amounts: Type.Array(Type.Number()) })),
});
export type EquityCurve = Static<typeof EquityCurve>;
