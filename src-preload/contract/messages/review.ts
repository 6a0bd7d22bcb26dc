/** A figure of a review. The key of a monthly or yearly figure also has its date: `FigureKey`. */
export type FigureId =
  | 'equity.change'
  | 'equity.return'
  | 'equity.cagr'
  | 'equity.volatility'
  | 'equity.sharpe'
  | 'equity.sortino'
  | 'equity.maxDrawdown'
  | 'equity.maxDrawdownDays'
  | 'equity.maxDrawdownRecoveryDays'
  | 'equity.calmar'
  | 'equity.month'
  | 'equity.year'
  | 'benchmark.return'
  | 'benchmark.excessReturn'
  | 'benchmark.volatility'
  | 'benchmark.beta'
  | 'benchmark.correlation'
  | 'benchmark.alpha'
  | 'trades.count'
  | 'trades.netProfit'
  | 'trades.grossProfit'
  | 'trades.grossLoss'
  | 'trades.winRate'
  | 'trades.profitFactor'
  | 'trades.expectancy'
  | 'trades.averageWin'
  | 'trades.averageLoss'
  | 'trades.payoff'
  | 'trades.bestTrade'
  | 'trades.worstTrade'
  | 'trades.longestWinningStreak'
  | 'trades.longestLosingStreak'
  | `trades.${HoldingMeasure}Holding${HoldingGroup}`
  | 'trades.exposure'
  | 'trades.topTradeShare'
  | 'trades.topSymbolShare'
  | 'trades.topSymbol'
  | 'trades.herfindahl'
  | 'trades.averageR'
  | 'trades.medianR'
  | 'trades.totalR'
  | 'trades.open'
  | 'trades.openProfit'
  | 'trades.maxAdverseExcursion'
  | 'trades.maxFavorableExcursion';

export type HoldingMeasure = 'average' | 'median';
export type HoldingGroup = 'Trades' | 'Winners' | 'Losers';

type SpanId = 'equity.month' | 'equity.year';

/** For example `equity.sharpe`, `equity.month.2026-03` or `equity.year.2026`. */
export type FigureKey = Exclude<FigureId, SpanId> | `${SpanId}.${string}`;

/**
 * An input of a figure. An input whose name ends with `At` is in unix seconds. `won`, `lost` and
 * `atZero` are numbers of trades, by the sign of their profit. `closeBefore` is the last close
 * before a month or year.
 */
export type FigureInput =
  | 'atZero'
  | 'averageLoss'
  | 'averageWin'
  | 'bestTrade'
  | 'cagr'
  | 'closeBefore'
  | 'closedTrades'
  | 'countedToAt'
  | 'covariance'
  | 'downsideDeviation'
  | 'equalSymbols'
  | 'equityDeviation'
  | 'equityReturn'
  | 'firstClosedAt'
  | 'firstEquity'
  | 'firstIndex'
  | 'grossLoss'
  | 'grossProfit'
  | 'indexDeviation'
  | 'indexReturn'
  | 'lastClose'
  | 'lastClosedAt'
  | 'lastEquity'
  | 'lastIndex'
  | 'longestDays'
  | 'lost'
  | 'maxDrawdown'
  | 'meanEquityReturn'
  | 'meanIndexReturn'
  | 'meanReturn'
  | 'netProfit'
  | 'peak'
  | 'peakAt'
  | 'periodSeconds'
  | 'positionSeconds'
  | 'profitableSymbols'
  | 'recoveredAt'
  | 'returnsPerYear'
  | 'riskFreeRate'
  | 'shortestDays'
  | 'standardDeviation'
  | 'symbol'
  | 'symbolProfit'
  | 'symbols'
  | 'trade'
  | 'trades'
  | 'tradesWithR'
  | 'trough'
  | 'troughAt'
  | 'won'
  | 'years';

type Curve = { readonly curve: 'equity' | 'index' };

/** A group of trades or returns that a figure uses. */
export type SampleOf =
  'daily-returns' | 'common-returns' | 'closed-trades' | 'winning-trades' | 'losing-trades' | 'trades-with-stop';

/** Reviews: why a figure is not defined, or what to know about it. Days are `YYYY-MM-DD`. */
export type ReviewMessages = {
  /** The numbers are too large or too small to compute with. */
  'figure.out-of-range': object;
  /** The sample has fewer members than this. */
  'figure.small-sample': { readonly of: SampleOf; readonly limit: number };
  /**
   * `count` trades are not in the figure, because `missing` is not known for them. `both-times`:
   * the figure needs the opening and the closing time, and one or both are not known.
   */
  'figure.left-out': {
    readonly count: number;
    readonly missing: 'both-times' | 'closing-time' | 'profit' | 'risk-in-dollars';
  };
  'figure.no-point': Curve;
  'figure.single-point': Curve;
  /** The curve was not above zero on this day. */
  'figure.curve-not-positive': Curve & { readonly day: string };
  'figure.returns-constant': Curve;
  'figure.single-return': object;
  'figure.no-return-below-rate': object;
  'figure.no-benchmark': object;
  'figure.under-two-points': object;
  'figure.start-not-positive': object;
  'figure.end-not-positive': object;
  /** Less than a year of equity: the yearly rate extrapolates. */
  'figure.extrapolated': object;
  /** Too little time for a yearly rate. */
  'figure.under-days': { readonly days: number };
  'figure.no-point-in-span': object;
  /** The figure of a month or year starts on this day, because no earlier day has a point. */
  'figure.starts-on': { readonly day: string };
  /**
   * The figure of a month or year also includes the time since this day, which is the last day with
   * a point before the month or year.
   */
  'figure.includes-since': { readonly day: string };
  'figure.not-recovered': object;
  'figure.counted-to-last-point': object;
  'figure.never-positive': object;
  'figure.no-drawdown': object;
  'figure.no-closed-trade': object;
  'figure.no-win': object;
  'figure.no-loss': object;
  'figure.no-profitable-symbol': object;
  'figure.symbols-at-zero': object;
  /** No trade of the sample has both an opening and a closing time. */
  'figure.no-timed-trade': { readonly of: SampleOf };
  'figure.no-exposure': object;
  'figure.no-stop': object;
  /** R uses the whole opened quantity, even if part of it was added after the stop was set. */
  'figure.whole-quantity': object;
  /** Open trades are as last read, not as of the end of the period. */
  'figure.as-last-read': object;
  /** The platform gives no prices between opening and closing. */
  'figure.no-prices': object;
  'review.no-such-day': { readonly day: string };
  'review.period-reversed': object;
  /** There is no reading of the strategy at or before a past time. */
  'review.nothing-read': object;
  /** The stored rows could not be read now. */
  'review.not-readable': { readonly of: 'trades' | 'equity' };
};
