import Type, { type Static } from 'typebox';
import { Action, Decimal, Id, Nullable, UnixSeconds } from './scalars.ts';
import { Margin } from './strategy.ts';

/** A reading that changed what is known of the account; `changes` counts the values. */
export const Moment = Type.Object({ at: UnixSeconds, changes: Type.Integer() });
export type Moment = Static<typeof Moment>;

/** An open trade as it was known then. `mark` is the platform's stale mark of `markedAt`. */
export const PastPosition = Type.Object({
  tradeId: Id,
  symbol: Type.String(),
  side: Type.Union([Type.Literal('long'), Type.Literal('short')]),
  quantity: Decimal,
  openPrice: Nullable(Decimal),
  mark: Nullable(Decimal),
  markedAt: Nullable(UnixSeconds),
  profit: Nullable(Decimal),
});
export type PastPosition = Static<typeof PastPosition>;

/** A signal that was working or waiting then. */
export const PastSignal = Type.Object({
  serviceId: Id,
  status: Type.String(),
  action: Action,
  quantity: Decimal,
  symbol: Type.String(),
  kind: Type.String(),
  limit: Nullable(Decimal),
  stop: Nullable(Decimal),
});
export type PastSignal = Static<typeof PastSignal>;

/** A line of the target list. For `flat` and `stop` there is one line, with that word as symbol. */
export const PastDesired = Type.Object({ symbol: Type.String(), quantity: Type.String() });
export type PastDesired = Static<typeof PastDesired>;

/** The last known point of the equity curve. */
export const PastEquity = Type.Object({
  at: UnixSeconds,
  withCost: Nullable(Type.Number()),
  raw: Nullable(Type.Number()),
});
export type PastEquity = Static<typeof PastEquity>;

/** The account as of a past reading: only what was known then. */
export const PastAccount = Type.Object({
  /** The time of this reading. */
  at: UnixSeconds,
  margin: Nullable(Margin),
  equity: Nullable(PastEquity),
  /** This and the next member: null if no reading up to then had them. */
  positions: Nullable(Type.Array(PastPosition)),
  working: Nullable(Type.Array(PastSignal)),
  /** The target list that the platform had, by symbol; null if it was unknown then. */
  desired: Nullable(Type.Array(PastDesired)),
  statistics: Type.Array(Type.Object({ name: Type.String(), value: Nullable(Type.String()) })),
});
export type PastAccount = Static<typeof PastAccount>;

export const HistoryFacet = Type.Union([
  Type.Literal('margin'),
  Type.Literal('equity'),
  Type.Literal('position'),
  Type.Literal('working'),
  Type.Literal('desired'),
  Type.Literal('statistic'),
]);
export type HistoryFacet = Static<typeof HistoryFacet>;

/**
 * One value that differs between two moments. `before` or `after` is null if that moment does not
 * have the value.
 */
export const HistoryDifference = Type.Object({
  facet: HistoryFacet,
  /** Name of the statistic, or the symbol. Null for account figures and the equity curve. */
  name: Nullable(Type.String()),
  /** Trade id of a position, id of a signal. */
  id: Nullable(Type.String()),
  member: Type.String(),
  before: Nullable(Type.String()),
  after: Nullable(Type.String()),
});
export type HistoryDifference = Static<typeof HistoryDifference>;
