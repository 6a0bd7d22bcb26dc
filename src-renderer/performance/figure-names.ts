import type { FigureId, FigureKey } from '#contract/messages/review.ts';
import type { Figure } from '#contract/model/review.ts';
import { figureFormulas } from '#renderer/messages/en/figures.ts';
import { words } from '#renderer/messages/words.ts';

type FigureGroup = { readonly title: string; readonly keys: readonly FigureKey[] };

/** Statistics of the curve and the exposure of the trades, in screen order. */
export const equityGroups: readonly FigureGroup[] = [
  { title: 'Return', keys: ['equity.change', 'equity.return', 'equity.cagr'] },
  { title: 'Risk', keys: ['equity.volatility', 'equity.sharpe', 'equity.sortino', 'equity.calmar'] },
  {
    title: 'Drawdown',
    keys: ['equity.maxDrawdown', 'equity.maxDrawdownDays', 'equity.maxDrawdownRecoveryDays', 'trades.exposure'],
  },
  {
    title: 'Benchmark',
    keys: [
      'benchmark.return',
      'benchmark.excessReturn',
      'benchmark.volatility',
      'benchmark.beta',
      'benchmark.correlation',
      'benchmark.alpha',
    ],
  },
];

/** Statistics of the trades. */
export const tradeGroups: readonly FigureGroup[] = [
  {
    title: 'Closed trades',
    keys: [
      'trades.count',
      'trades.netProfit',
      'trades.grossProfit',
      'trades.grossLoss',
      'trades.profitFactor',
      'trades.expectancy',
    ],
  },
  {
    title: 'Wins and losses',
    keys: [
      'trades.winRate',
      'trades.averageWin',
      'trades.averageLoss',
      'trades.payoff',
      'trades.bestTrade',
      'trades.worstTrade',
      'trades.longestWinningStreak',
      'trades.longestLosingStreak',
    ],
  },
  {
    title: 'Holding time',
    keys: [
      'trades.averageHoldingTrades',
      'trades.medianHoldingTrades',
      'trades.averageHoldingWinners',
      'trades.medianHoldingWinners',
      'trades.averageHoldingLosers',
      'trades.medianHoldingLosers',
    ],
  },
  {
    title: 'Concentration',
    keys: ['trades.topSymbol', 'trades.topSymbolShare', 'trades.topTradeShare', 'trades.herfindahl'],
  },
  { title: 'Realized R', keys: ['trades.averageR', 'trades.medianR', 'trades.totalR'] },
  {
    title: 'Open trades',
    keys: ['trades.open', 'trades.openProfit', 'trades.maxAdverseExcursion', 'trades.maxFavorableExcursion'],
  },
];

type NamedId = FigureId & FigureKey;

const names: Readonly<Record<NamedId, string>> = {
  'equity.change': 'Change',
  'equity.return': 'Return',
  'equity.cagr': 'CAGR',
  'equity.volatility': 'Annual volatility',
  'equity.sharpe': 'Sharpe ratio',
  'equity.sortino': 'Sortino ratio',
  'equity.calmar': 'Calmar ratio',
  'equity.maxDrawdown': 'Max drawdown',
  'equity.maxDrawdownDays': 'Duration',
  'equity.maxDrawdownRecoveryDays': 'Recovery',
  'benchmark.return': 'Benchmark return',
  'benchmark.excessReturn': 'Excess return',
  'benchmark.volatility': 'Benchmark volatility',
  'benchmark.beta': 'Beta',
  'benchmark.correlation': 'Correlation',
  'benchmark.alpha': 'Annual alpha',
  'trades.count': 'Trades',
  'trades.netProfit': 'Net profit',
  'trades.grossProfit': 'Gross profit',
  'trades.grossLoss': 'Gross loss',
  'trades.profitFactor': 'Profit factor',
  'trades.expectancy': 'Expectancy',
  'trades.winRate': 'Win rate',
  'trades.averageWin': 'Average win',
  'trades.averageLoss': 'Average loss',
  'trades.payoff': 'Payoff',
  'trades.bestTrade': 'Best trade',
  'trades.worstTrade': 'Worst trade',
  'trades.longestWinningStreak': 'Max consecutive wins',
  'trades.longestLosingStreak': 'Max consecutive losses',
  'trades.averageHoldingTrades': 'Average time held',
  'trades.medianHoldingTrades': 'Median time held',
  'trades.averageHoldingWinners': 'Average time held, winners',
  'trades.medianHoldingWinners': 'Median time held, winners',
  'trades.averageHoldingLosers': 'Average time held, losers',
  'trades.medianHoldingLosers': 'Median time held, losers',
  'trades.exposure': 'Time in the market',
  'trades.topSymbol': 'Best symbol',
  'trades.topSymbolShare': 'Best symbol, profit share',
  'trades.topTradeShare': 'Best trade, profit share',
  'trades.herfindahl': 'Herfindahl index',
  'trades.averageR': 'Average R',
  'trades.medianR': 'Median R',
  'trades.totalR': 'Total R',
  'trades.open': 'Open trades',
  'trades.openProfit': 'Open profit',
  'trades.maxAdverseExcursion': 'Largest open loss',
  'trades.maxFavorableExcursion': 'Largest open profit',
};

/** The name of a figure on screen and on paper. */
export const figureName = (key: FigureKey): string =>
  isMonthOrYear(key) ? `Return of ${key.slice(key.lastIndexOf('.') + 1)}` : names[key];

export const figureFormula = (key: FigureKey): string => figureFormulas[isMonthOrYear(key) ? 'equity.month' : key];

/** True for the return of a month or a year, such as `equity.month.2026-03`. */
export const isMonthOrYear = (key: FigureKey): key is Exclude<FigureKey, NamedId> =>
  key.startsWith('equity.month.') || key.startsWith('equity.year.');

/** Why the figure is not defined, or what to know about it. Null if there is nothing to say. */
export const caveatText = ({ caveats }: Figure): string | null =>
  caveats.length === 0 ? null : caveats.map(words).join(' ');
