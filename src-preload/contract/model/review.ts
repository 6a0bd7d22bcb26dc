import Type, { type Static } from 'typebox';
import { Message } from '../message.ts';
import type { FigureInput, FigureKey } from '../messages/review.ts';
import { CommissionPlan } from './equity.ts';
import { Instrument, Nullable, UnixSeconds } from './scalars.ts';
import { Day } from './trade-filter.ts';

/** The part of a strategy that is reviewed. Null or an empty list means no bound. */
export const ReviewSelection = Type.Object(
  {
    /** Both inclusive. */
    from: Nullable(Day),
    to: Nullable(Day),
    symbols: Type.Array(Type.String({ maxLength: 40 }), { maxItems: 1_000 }),
    instruments: Type.Array(Instrument, { maxItems: 4 }),
    sides: Type.Array(Type.Union([Type.Literal('long'), Type.Literal('short')]), { maxItems: 2 }),
  },
  { additionalProperties: false },
);
export type ReviewSelection = Static<typeof ReviewSelection>;

/**
 * The unit of a figure. Percent is in percent (12.5 is 12.5 %), days are days of 24 hours with
 * fractions, text is a name in `text`.
 */
export const FigureUnit = Type.Union([
  Type.Literal('ratio'),
  Type.Literal('percent'),
  Type.Literal('dollars'),
  Type.Literal('days'),
  Type.Literal('count'),
  Type.Literal('text'),
]);
export type FigureUnit = Static<typeof FigureUnit>;

type FigureInputs = Readonly<Partial<Record<FigureInput, number | string | null>>>;

/**
 * A figure with its inputs and, if it is undefined, the reason. The words of its formula and inputs
 * are in the renderer. The schema is only a type: answers are not checked at run time.
 */
export const Figure = Type.Object({
  key: Type.Unsafe<FigureKey>(Type.String()),
  unit: FigureUnit,
  /**
   * Null when the figure is undefined for its inputs; `caveats` then say why. Never NaN or
   * infinite.
   */
  value: Nullable(Type.Number()),
  /** The exact decimal of a sum of money, or the name if the unit is text; null otherwise. */
  text: Nullable(Type.String()),
  /** The number of returns, points or trades that the figure uses. */
  sample: Type.Number(),
  /** Unix seconds of the first and the last member of the sample. */
  from: Nullable(Type.Number()),
  to: Nullable(Type.Number()),
  inputs: Type.Unsafe<FigureInputs>(Type.Object({})),
  caveats: Type.Array(Message),
});
export type Figure = Static<typeof Figure>;

/** A fall from a peak until the curve is at or above the peak again. */
export const Drawdown = Type.Object({
  /** Percent of the peak, below zero; below −100 when the account itself was below zero. */
  percent: Type.Number(),
  peak: Type.Number(),
  trough: Type.Number(),
  /**
   * Unix seconds: the last point at the peak, the lowest point, and the first point back at the
   * peak.
   */
  peakAt: Type.Number(),
  troughAt: Type.Number(),
  /** Null while the curve is still below the peak. */
  recoveredAt: Nullable(Type.Number()),
});
export type Drawdown = Static<typeof Drawdown>;

/** A row of the grid: twelve months from January, and the year. */
export const GridYear = Type.Object({ year: Type.Integer(), months: Type.Array(Figure), total: Figure });
export type GridYear = Static<typeof GridYear>;

const Column = Type.Array(Nullable(Type.Number()));

/** Columns of equal length, a row for each daily close with a complete window before it. */
export const RollingWindow = Type.Object({
  months: Type.Integer(),
  /** Unix seconds of the close that ends a window. */
  times: Type.Array(Type.Number()),
  /** Percent over the window. */
  returns: Column,
  /** Percent a year; null with fewer than two returns. */
  volatility: Column,
  /** Null also if the returns do not vary. */
  sharpe: Column,
});
export type RollingWindow = Static<typeof RollingWindow>;

/** The review of one curve of a strategy, with or without costs. */
export const EquityReview = Type.Object({
  figures: Type.Array(Figure),
  /** The five deepest, the deepest first. */
  drawdowns: Type.Array(Drawdown),
  years: Type.Array(GridYear),
  /** For 3, 6 and 12 months. */
  rolling: Type.Array(RollingWindow),
});
export type EquityReview = Static<typeof EquityReview>;

export const SplitRow = Type.Object({
  /**
   * A side, symbol or type, a weekday from `0` for Sunday, or an hour from `00`. Null if the
   * platform did not state it.
   */
  name: Nullable(Type.String()),
  trades: Type.Integer(),
  wins: Type.Integer(),
  losses: Type.Integer(),
  /** The exact sum in dollars. */
  profit: Type.String(),
  /**
   * Sums in dollars as floats, for ratios and sorting: the profit, the gains (`won`) and the losses
   * (`lost`, negative).
   */
  dollars: Type.Number(),
  won: Type.Number(),
  lost: Type.Number(),
  /** Percent. */
  winRate: Type.Number(),
  average: Type.Number(),
  /** Null without a losing trade. */
  profitFactor: Nullable(Type.Number()),
});
export type SplitRow = Static<typeof SplitRow>;

/** Rows add up to the closed trades that the figures use, in count and in money. */
export const Split = Type.Object({ rows: Type.Array(SplitRow) });
export type Split = Static<typeof Split>;

/**
 * The breakdowns of the closed trades. Weekday and hour are those of the opening, New York.
 */
export const Splits = Type.Object({ side: Split, symbol: Split, instrument: Split, weekday: Split, hour: Split });
export type Splits = Static<typeof Splits>;

/** Profits of at least `from` and below `to`, in dollars; null if the bin is open to that side. */
export const ProfitBin = Type.Object({
  from: Nullable(Type.Number()),
  to: Nullable(Type.Number()),
  trades: Type.Integer(),
});
export type ProfitBin = Static<typeof ProfitBin>;

export const ProfitHistogram = Type.Object({
  bins: Type.Array(ProfitBin),
  /** Width of a bin in dollars; null without a trade. */
  width: Nullable(Type.Number()),
  sample: Type.Integer(),
});
export type ProfitHistogram = Static<typeof ProfitHistogram>;

/** Columns of equal length: trades in the order of closing, and their realized R. */
export const RealizedRisk = Type.Object({
  figures: Type.Array(Figure),
  tradeIds: Type.Array(Type.String()),
  multiples: Type.Array(Type.Number()),
});
export type RealizedRisk = Static<typeof RealizedRisk>;

export const TradesReview = Type.Object({
  figures: Type.Array(Figure),
  splits: Splits,
  histogram: ProfitHistogram,
  risk: RealizedRisk,
  /**
   * The number of closed trades of the selection that are in no figure: their profit is not known,
   * or no closing time puts them in the period.
   */
  leftOutCount: Type.Integer(),
});
export type TradesReview = Static<typeof TradesReview>;

/**
 * Every figure of a review. Symbols, types and sides select trades only; the curve is of the whole
 * account.
 */
export const PerformanceReport = Type.Object({ withCost: EquityReview, raw: EquityReview, trades: TradesReview });
export type PerformanceReport = Static<typeof PerformanceReport>;

/** The data of a report and its age; times are unix seconds, null for never read. */
export const ReportBasis = Type.Object({
  tradesReadAt: Nullable(UnixSeconds),
  openTradesReadAt: Nullable(UnixSeconds),
  equityReadAt: Nullable(UnixSeconds),
  /** The commission plan of the curve; missing for the platform's default. */
  equityPlan: Type.Optional(CommissionPlan),
  trades: Type.Integer(),
  points: Type.Integer(),
  /** The number of trades whose first stop is in the journal. */
  tradesWithFirstStop: Type.Integer(),
  /**
   * How many of these trades and points the platform no longer lists. `replaced`: the number of
   * further points that are not used, because newer points replaced them.
   */
  unlisted: Type.Object({ trades: Type.Integer(), points: Type.Integer(), replaced: Type.Integer() }),
});
export type ReportBasis = Static<typeof ReportBasis>;
