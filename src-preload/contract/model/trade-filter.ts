import Type, { type Static } from 'typebox';
import { Decimal, Id, Instrument, Nullable, UnixSeconds } from './scalars.ts';

/** A day of New York, 'YYYY-MM-DD'. */
export const Day = Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' });

/** From the first day to the last, both included; null is no bound. */
const Days = Type.Object({ from: Nullable(Day), to: Nullable(Day) });

/**
 * Bounds that select the trades of a review figure. Null is no bound. A trade without a value for
 * one of the bounds is excluded.
 */
export const FigureBounds = Type.Object(
  {
    /** Profit below this value, exclusive. */
    below: Nullable(Decimal),
    /** Profit above this value, exclusive. Missing is no bound. */
    above: Type.Optional(Decimal),
    /** Closed from the first to the last second, both included. */
    closedFrom: Nullable(UnixSeconds),
    closedTo: Nullable(UnixSeconds),
    /** Weekday and hour of the opening in New York time; Sunday is 0. */
    weekday: Nullable(Type.Integer({ minimum: 0, maximum: 6 })),
    hour: Nullable(Type.Integer({ minimum: 0, maximum: 23 })),
  },
  { additionalProperties: false },
);
export type FigureBounds = Static<typeof FigureBounds>;

/**
 * A selection of trades: all conditions must be true. An empty text, an empty list (except `ids`)
 * and null are no condition.
 */
export const TradeFilter = Type.Object({
  /** Searched for in symbol and description. Upper and lower case are the same. */
  text: Type.String({ maxLength: 80 }),
  status: Type.Union([Type.Literal('all'), Type.Literal('open'), Type.Literal('closed')]),
  /** As the platform writes them. */
  symbols: Type.Array(Type.String({ maxLength: 60 }), { maxItems: 1_000 }),
  instruments: Type.Array(Instrument, { maxItems: 4 }),
  sides: Type.Array(Type.Union([Type.Literal('long'), Type.Literal('short')]), { maxItems: 2 }),
  opened: Days,
  /** A trade that is open, or whose closing has no date, matches no day. */
  closed: Days,
  /** The platform's profit, both ends included. A trade without a profit is outside any bound. */
  profit: Type.Object({ min: Nullable(Decimal), max: Nullable(Decimal) }),
  /**
   * Only these trades. They were selected by tags or notes, which are stored elsewhere. Null is no
   * condition, and an empty list selects no trade.
   */
  ids: Nullable(Type.Array(Id, { maxItems: 10_000 })),
  /** Only the trades of a figure: their profit is known, and they are within these bounds. */
  figureBounds: Type.Optional(FigureBounds),
});
export type TradeFilter = Static<typeof TradeFilter>;

export const everyTrade: TradeFilter = {
  text: '',
  status: 'all',
  symbols: [],
  instruments: [],
  sides: [],
  opened: { from: null, to: null },
  closed: { from: null, to: null },
  profit: { min: null, max: null },
  ids: null,
};

/** The totals of a selection. */
export const TradeSums = Type.Object({
  count: Type.Integer(),
  open: Type.Integer(),
  closed: Type.Integer(),
  /** Counts of closed trades; a trade without profit or loss is in neither count. */
  wins: Type.Integer(),
  losses: Type.Integer(),
  /** Exact sums of the platform's own profits. Null if there are trades, but none with a profit. */
  closedProfit: Nullable(Type.String()),
  openProfit: Nullable(Type.String()),
  /** The number of trades for which the platform states no profit; they are in no sum. */
  withoutProfitCount: Type.Integer(),
});
export type TradeSums = Static<typeof TradeSums>;
