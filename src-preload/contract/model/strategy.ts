import Type, { type Static } from 'typebox';
import { Decimal, Id, Nullable, UnixSeconds } from './scalars.ts';

/**
 * A row of the strategies list, from `listAllSystems`. That list has the strategies to which the
 * key has real-time access: own and subscribed ones.
 */
export const Strategy = Type.Object({
  systemId: Id,
  name: Type.String(),
  shortDescription: Type.String(),
  longDescription: Type.String(),
  creator: Type.String(),
  createdAt: Nullable(UnixSeconds),
  /** The creation time as the platform writes it, for use if `createdAt` is null. */
  createdText: Type.String(),
  monthlyFee: Nullable(Decimal),
  freeTrialDays: Nullable(Decimal),
  alive: Nullable(Type.Boolean()),
  /** False if an earlier list had the strategy and the last list does not. Else missing. */
  listed: Type.Optional(Type.Literal(false)),
});
export type Strategy = Static<typeof Strategy>;

/** One of the platform's statistics. `value` is already multiplied by `multiplier`. */
export const Statistic = Type.Object({
  name: Type.String(),
  value: Nullable(Type.String()),
  group: Type.String(),
  helpText: Type.String(),
  prefix: Type.String(),
  suffix: Type.String(),
  precision: Nullable(Type.Integer()),
  multiplier: Nullable(Type.Number()),
  /**
   * When a reading first did not list the statistic. `value` is from the reading before it. Missing
   * while the statistic is listed.
   */
  unlistedAt: Type.Optional(UnixSeconds),
});
export type Statistic = Static<typeof Statistic>;

/**
 * Account figures in whole dollars; equity is the open profit or loss and may be negative
 * (platform-notes 30).
 */
export const Margin = Type.Object({
  buyPower: Nullable(Decimal),
  cash: Nullable(Decimal),
  equity: Nullable(Decimal),
  marginUsed: Nullable(Decimal),
  modelAccountValue: Nullable(Decimal),
  /** The time of the figures in New York, as the platform writes it. */
  updatedText: Type.String(),
});
export type Margin = Static<typeof Margin>;

export const StrategyDetails = Type.Object({
  systemId: Id,
  name: Type.String(),
  shortDescription: Type.String(),
  longDescription: Type.String(),
  ownerPersonId: Nullable(Id),
  ownerScreenName: Type.String(),
  createdText: Type.String(),
  monthlyFee: Nullable(Decimal),
  freeTrialDays: Nullable(Decimal),
  minimumPortfolio: Nullable(Decimal),
  startingCapital: Nullable(Decimal),
  alive: Nullable(Type.Boolean()),
  test: Nullable(Type.Boolean()),
  /** The instruments that the strategy declares, as the platform names them, without `trades_`. */
  instruments: Type.Array(Type.String()),
  statistics: Type.Array(Statistic),
  /**
   * Until when the time credit of the strategy lasts: `creditSystemTimeUntil_epochSecs`, and the
   * platform's text. Missing in details that were stored before this member existed.
   */
  timeCredit: Type.Optional(Type.Object({ until: Nullable(UnixSeconds), untilText: Type.String() })),
  /**
   * How the owner trades the strategy in an account of their own, `trades_own_system_…`. Missing in
   * details that were stored before this member existed.
   */
  ownTrading: Type.Optional(
    Type.Object({
      certified: Type.String(),
      scaling: Type.String(),
      percentFollowed: Type.String(),
      /** The number of orders. */
      orders: Type.String(),
    }),
  ),
});
export type StrategyDetails = Static<typeof StrategyDetails>;
