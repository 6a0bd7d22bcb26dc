import type { CommandOutput } from '#contract/commands.ts';
import type { EquityReview, Figure, FigureUnit, GridYear, RollingWindow, SplitRow } from '#contract/model/review.ts';
import { demoNow } from './demo-clock.ts';
import { demoEquity } from './demo-trades.ts';

type Output = CommandOutput<'review.report'>;

const day = 86_400;

const figure = (
  key: string,
  unit: FigureUnit,
  value: number | null,
  formula: string,
  more: Partial<Figure> = {},
): Figure => ({
  key,
  unit,
  value,
  text: null,
  sample: 1_059,
  from: demoNow - 1_484 * day,
  to: demoNow - day,
  formula,
  inputs: {},
  caveat: null,
  ...more,
});

const onTrades = (
  key: string,
  unit: FigureUnit,
  value: number | null,
  formula: string,
  more: Partial<Figure> = {},
): Figure => figure(key, unit, value, formula, { sample: 117, ...more });

const money = (key: string, text: string, formula: string, more: Partial<Figure> = {}): Figure =>
  onTrades(key, 'dollars', Number(text), formula, { text, ...more });

function equityFigures(growth: number, change: number): Figure[] {
  const inputs = { 'first equity': 50_000, 'last equity': 50_000 + change };
  return [
    figure('equity.change', 'dollars', change, 'last equity − first equity', { inputs }),
    figure('equity.return', 'percent', growth, '(last equity ÷ first equity − 1) × 100', { inputs }),
    figure('equity.cagr', 'percent', growth / 4.4, '((last equity ÷ first equity) ^ (1 ÷ years) − 1) × 100', {
      inputs: { ...inputs, years: 4.06 },
    }),
    figure(
      'equity.volatility',
      'percent',
      8.94,
      'standard deviation of daily returns (n − 1) × √(returns per year) × 100',
    ),
    figure(
      'equity.sharpe',
      'ratio',
      2.31,
      '(mean daily return − risk-free rate) ÷ standard deviation × √(returns per year)',
      {
        inputs: {
          'mean daily return': 0.000_62,
          'standard deviation': 0.005_5,
          'risk-free rate': 0,
          'returns per year': 261,
        },
      },
    ),
    figure(
      'equity.sortino',
      'ratio',
      4.02,
      '(mean daily return − risk-free rate) ÷ downside deviation × √(returns per year)',
    ),
    figure('equity.calmar', 'ratio', 2.87, 'compound annual growth rate ÷ depth of the deepest drawdown'),
    figure('equity.maxDrawdown', 'percent', -7.21, '(lowest equity ÷ highest equity so far − 1) × 100', {
      inputs: { peak: 71_204, 'lowest point': 66_070 },
    }),
    figure('equity.maxDrawdownDays', 'days', 63, 'first point back at the peak − last point at the peak'),
    figure('equity.maxDrawdownRecoveryDays', 'days', 41, 'first point back at the peak − lowest point'),
    figure(
      'benchmark.return',
      'percent',
      38.4,
      '(last index ÷ first index − 1) × 100, over the days that both curves have',
    ),
    figure('benchmark.excessReturn', 'percent', growth - 38.4, 'return of the equity − return of the index'),
    figure('benchmark.volatility', 'percent', 7.6, 'standard deviation of the index’s daily returns'),
    figure('benchmark.beta', 'ratio', 0.04, 'covariance of both daily returns ÷ variance of the index’s daily returns'),
    figure('benchmark.correlation', 'ratio', 0.03, 'covariance ÷ (their standard deviations multiplied)'),
    figure(
      'benchmark.alpha',
      'percent',
      16.3,
      '((mean equity return − risk-free rate) − beta × …) × returns per year × 100',
    ),
  ];
}

const tradeFigures: readonly Figure[] = [
  onTrades('trades.count', 'count', 117, 'closed trades of the selection with a stated profit'),
  money('trades.netProfit', '18342', 'sum of the profits of all closed trades'),
  money('trades.grossProfit', '41207', 'sum of the profits above zero'),
  money('trades.grossLoss', '-22865', 'sum of the profits below zero'),
  onTrades('trades.winRate', 'percent', 58.1, 'winning trades ÷ closed trades × 100', {
    inputs: { 'winning trades': 68, 'closed trades': 117 },
  }),
  onTrades('trades.profitFactor', 'ratio', 1.802, 'gross profit ÷ gross loss without its sign'),
  money('trades.expectancy', '156.77', 'net profit ÷ closed trades'),
  money('trades.averageWin', '605.99', 'gross profit ÷ winning trades'),
  money('trades.averageLoss', '-466.63', 'gross loss ÷ losing trades'),
  onTrades('trades.payoff', 'ratio', 1.299, 'average win ÷ average loss without its sign'),
  money('trades.bestTrade', '2316', 'highest profit of one trade'),
  money('trades.worstTrade', '-1408', 'lowest profit of one trade'),
  onTrades('trades.longestWinningStreak', 'count', 9, 'most winning trades in a row, in the order of closing'),
  onTrades('trades.longestLosingStreak', 'count', 5, 'most losing trades in a row, in the order of closing'),
  onTrades('trades.averageHoldingTrades', 'days', 4.9, 'mean of closing time − opening time'),
  onTrades('trades.medianHoldingTrades', 'days', 4.7, 'median of closing time − opening time'),
  onTrades('trades.averageHoldingWinners', 'days', 5.1, 'mean of closing time − opening time, of winning trades'),
  onTrades('trades.medianHoldingWinners', 'days', 4.8, 'median of the same'),
  onTrades('trades.averageHoldingLosers', 'days', 4.6, 'mean of closing time − opening time, of losing trades'),
  onTrades('trades.medianHoldingLosers', 'days', 4.2, 'median of the same'),
  onTrades('trades.exposure', 'percent', 81.4, 'time with at least one position ÷ time of the period × 100'),
  onTrades('trades.topTradeShare', 'percent', 5.6, 'profit of the best trade ÷ gross profit of all trades × 100'),
  onTrades('trades.topSymbolShare', 'percent', 34.2, 'highest net profit of a symbol ÷ sum of those above zero × 100'),
  onTrades('trades.topSymbol', 'text', null, 'the symbol with the highest net profit', { text: 'NVDA' }),
  onTrades('trades.herfindahl', 'ratio', 0.217, 'sum over symbols of (size of net profit ÷ sum of sizes)²'),
  onTrades(
    'trades.averageR',
    'ratio',
    0.41,
    'mean of profit ÷ (|opening price − first stop| × quantity opened × point value)',
    {
      sample: 22,
      inputs: { 'trades with R': 22, 'closed trades': 117 },
      caveat: 'fewer than 30 trades with a journaled stop',
    },
  ),
  onTrades('trades.medianR', 'ratio', 0.22, 'median of the same', { sample: 22 }),
  onTrades('trades.totalR', 'ratio', 9.02, 'sum of the same', { sample: 22 }),
  onTrades('trades.open', 'count', 3, 'trades still open and opened before the end of the period', { sample: 3 }),
  money('trades.openProfit', '1034', 'sum of their profits as last read', { sample: 3 }),
  onTrades('trades.maxAdverseExcursion', 'dollars', null, 'largest open loss while held', {
    sample: 0,
    caveat: 'the platform gives no prices between opening and closing',
  }),
  onTrades('trades.maxFavorableExcursion', 'dollars', null, 'largest open profit while held', {
    sample: 0,
    caveat: 'the platform gives no prices between opening and closing',
  }),
];

const cell = (name: string, value: number | null): Figure =>
  figure(`equity.${name}`, 'percent', value, '(last close of the span ÷ last close before it − 1) × 100', {
    sample: value === null ? 0 : 22,
    caveat: value === null ? 'no equity point here' : null,
  });

const years: readonly GridYear[] = [2022, 2023, 2024, 2025, 2026].map((year, row) => ({
  year,
  months: Array.from({ length: 12 }, (_, month) => {
    const outside = (year === 2022 && month < 1) || (year === 2026 && month > 2);
    const value = Math.round(Math.sin(row * 5.1 + month * 2.3) * 340 + 110) / 100;
    return cell(`month.${year}-${String(month + 1).padStart(2, '0')}`, outside ? null : value);
  }),
  total: cell(`year.${year}`, [14.2, 21.74, -3.08, 18.61, 4.9][row] ?? null),
}));

function rolling(months: number): RollingWindow {
  const { times, withCost } = demoEquity('1');
  const from = Math.round(months * 21);
  const rows = times.slice(from);
  const returns = rows.map((_, at) => ((withCost[from + at] ?? 0) / (withCost[at] ?? 1) - 1) * 100);
  return {
    months,
    times: rows,
    returns,
    volatility: returns.map((value, at) => 8.5 + Math.sin(at / 60) * 1.4 + value / 40),
    sharpe: returns.map((value) => value / (months * 0.9)),
    formula: 'as the figures of the whole period, from the last close on or before the same day so many months earlier',
  };
}

const fall = (percent: number, from: number, trough: number, back: number | null) => ({
  percent,
  peak: 71_204,
  trough: 71_204 * (1 + percent / 100),
  peakAt: demoNow - from * day,
  troughAt: demoNow - trough * day,
  recoveredAt: back === null ? null : demoNow - back * day,
});

const review = (growth: number, change: number): EquityReview => ({
  figures: equityFigures(growth, change),
  drawdowns: [
    fall(-7.21, 702, 680, 639),
    fall(-5.84, 1_110, 1_092, 1_050),
    fall(-4.4, 320, 301, 288),
    fall(-3.12, 900, 893, 881),
    fall(-2.05, 21, 9, null),
  ],
  years: [...years],
  rolling: [rolling(3), rolling(6), rolling(12)],
});

const row = (name: string, trades: number, wins: number, dollars: number): SplitRow => ({
  name,
  trades,
  wins,
  losses: trades - wins,
  profit: String(dollars),
  dollars,
  won: Math.max(0, dollars) + 4_000,
  lost: Math.min(0, dollars) - 4_000,
  winRate: (wins / trades) * 100,
  average: dollars / trades,
  profitFactor: wins === trades ? null : (Math.max(0, dollars) + 4_000) / (4_000 - Math.min(0, dollars)),
});
const split = (...rows: SplitRow[]) => ({
  rows,
  formula: 'as the figures of all closed trades, over those of the group',
});

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];

export const demoReport: Output = {
  report: {
    withCost: review(71.4, 35_700),
    raw: review(79.9, 39_940),
    trades: {
      figures: [...tradeFigures],
      splits: {
        side: split(row('long', 88, 53, 16_010), row('short', 29, 15, 2_332)),
        symbol: split(
          row('NVDA', 20, 14, 8_140),
          row('CAT', 19, 11, 5_020),
          row('AAPL', 20, 12, 4_606),
          row('MSFT', 20, 11, 3_204),
          row('JPM', 19, 10, -412),
          row('XOM', 19, 10, -2_216),
        ),
        instrument: split(row('stock', 117, 68, 18_342)),
        weekday: split(...weekdays.map((name, at) => row(name, 23 + (at % 2), 13 - (at % 3), 5_200 - at * 1_430))),
        hour: split(
          ...['09', '10', '11', '13', '14', '15'].map((name, at) => row(name, 19, 12 - at, 6_300 - at * 1_800)),
        ),
      },
      histogram: {
        bins: [2, 3, 5, 9, 14, 16, 22, 18, 12, 8, 4, 3, 1].map((trades, at, all) => ({
          from: at === 0 ? null : (at - 6) * 250,
          to: at === all.length - 1 ? null : (at - 5) * 250,
          trades,
        })),
        width: 250,
        sample: 117,
        formula: 'closed trades by profit; the outermost bins include all values beyond',
      },
      risk: {
        figures: [...tradeFigures.filter(({ key }) => key.endsWith('R'))],
        tradeIds: ['7399990'],
        multiples: [1.4],
      },
      leftOut: 0,
    },
  },
  basis: {
    tradesReadAt: demoNow - 700,
    openTradesReadAt: demoNow - 90,
    equityReadAt: demoNow - 700,
    trades: 120,
    points: 1_060,
    stops: 22,
    unlisted: { trades: 1, points: 2, replaced: 2 },
  },
};

/** The report of a strategy without any data. */
export const demoNoReport: Output = {
  report: {
    withCost: { figures: [], drawdowns: [], years: [], rolling: [] },
    raw: { figures: [], drawdowns: [], years: [], rolling: [] },
    trades: {
      figures: [],
      splits: { side: split(), symbol: split(), instrument: split(), weekday: split(), hour: split() },
      histogram: { bins: [], width: null, sample: 0, formula: '' },
      risk: { figures: [], tradeIds: [], multiples: [] },
      leftOut: 0,
    },
  },
  basis: {
    tradesReadAt: null,
    openTradesReadAt: null,
    equityReadAt: null,
    trades: 0,
    points: 0,
    stops: 0,
    unlisted: { trades: 0, points: 0, replaced: 0 },
  },
};
