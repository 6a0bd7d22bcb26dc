import type { CommandOutput } from '#contract/commands.ts';
import type { FigureKey } from '#contract/messages/review.ts';
import type { EquityReview, Figure, FigureUnit, GridYear, RollingWindow, SplitRow } from '#contract/model/review.ts';
import { demoNow } from './demo-clock.ts';
import { demoEquity } from './demo-trades.ts';

type Output = CommandOutput<'review.report'>;

const day = 86_400;

const figure = (key: FigureKey, unit: FigureUnit, value: number | null, more: Partial<Figure> = {}): Figure => ({
  key,
  unit,
  value,
  text: null,
  sample: 1_059,
  from: demoNow - 1_484 * day,
  to: demoNow - day,
  inputs: {},
  caveats: [],
  ...more,
});

const tradeFigure = (key: FigureKey, unit: FigureUnit, value: number | null, more: Partial<Figure> = {}): Figure =>
  figure(key, unit, value, { sample: 117, ...more });

const money = (key: FigureKey, text: string, more: Partial<Figure> = {}): Figure =>
  tradeFigure(key, 'dollars', Number(text), { text, ...more });

function equityFigures(growth: number, change: number): Figure[] {
  const inputs = { firstEquity: 50_000, lastEquity: 50_000 + change };
  return [
    figure('equity.change', 'dollars', change, { inputs }),
    figure('equity.return', 'percent', growth, { inputs }),
    figure('equity.cagr', 'percent', growth / 4.4, {
      inputs: { ...inputs, years: 4.06 },
    }),
    figure('equity.volatility', 'percent', 8.94),
    figure('equity.sharpe', 'ratio', 2.31, {
      inputs: {
        meanReturn: 0.000_62,
        standardDeviation: 0.005_5,
        riskFreeRate: 0,
        returnsPerYear: 261,
      },
    }),
    figure('equity.sortino', 'ratio', 4.02),
    figure('equity.calmar', 'ratio', 2.87),
    figure('equity.maxDrawdown', 'percent', -7.21, {
      inputs: { peak: 71_204, trough: 66_070 },
    }),
    figure('equity.maxDrawdownDays', 'days', 63),
    figure('equity.maxDrawdownRecoveryDays', 'days', 41),
    figure('benchmark.return', 'percent', 38.4),
    figure('benchmark.excessReturn', 'percent', growth - 38.4),
    figure('benchmark.volatility', 'percent', 7.6),
    figure('benchmark.beta', 'ratio', 0.04),
    figure('benchmark.correlation', 'ratio', 0.03),
    figure('benchmark.alpha', 'percent', 16.3),
  ];
}

const tradeFigures: readonly Figure[] = [
  tradeFigure('trades.count', 'count', 117),
  money('trades.netProfit', '18342'),
  money('trades.grossProfit', '41207'),
  money('trades.grossLoss', '-22865'),
  tradeFigure('trades.winRate', 'percent', 58.1, {
    inputs: { won: 68, trades: 117 },
  }),
  tradeFigure('trades.profitFactor', 'ratio', 1.802),
  money('trades.expectancy', '156.77'),
  money('trades.averageWin', '605.99'),
  money('trades.averageLoss', '-466.63'),
  tradeFigure('trades.payoff', 'ratio', 1.299),
  money('trades.bestTrade', '2316'),
  money('trades.worstTrade', '-1408'),
  tradeFigure('trades.longestWinningStreak', 'count', 9),
  tradeFigure('trades.longestLosingStreak', 'count', 5),
  tradeFigure('trades.averageHoldingTrades', 'days', 4.9),
  tradeFigure('trades.medianHoldingTrades', 'days', 4.7),
  tradeFigure('trades.averageHoldingWinners', 'days', 5.1),
  tradeFigure('trades.medianHoldingWinners', 'days', 4.8),
  tradeFigure('trades.averageHoldingLosers', 'days', 4.6),
  tradeFigure('trades.medianHoldingLosers', 'days', 4.2),
  tradeFigure('trades.exposure', 'percent', 81.4),
  tradeFigure('trades.topTradeShare', 'percent', 5.6),
  tradeFigure('trades.topSymbolShare', 'percent', 34.2),
  tradeFigure('trades.topSymbol', 'text', null, { text: 'NVDA' }),
  tradeFigure('trades.herfindahl', 'ratio', 0.217),
  tradeFigure('trades.averageR', 'ratio', 0.41, {
    sample: 22,
    inputs: { tradesWithR: 22, closedTrades: 117 },
    caveats: [{ code: 'figure.small-sample', of: 'trades-with-stop', limit: 30 }],
  }),
  tradeFigure('trades.medianR', 'ratio', 0.22, { sample: 22 }),
  tradeFigure('trades.totalR', 'ratio', 9.02, { sample: 22 }),
  tradeFigure('trades.open', 'count', 3, { sample: 3 }),
  money('trades.openProfit', '1034', { sample: 3 }),
  tradeFigure('trades.maxAdverseExcursion', 'dollars', null, {
    sample: 0,
    caveats: [{ code: 'figure.no-prices' }],
  }),
  tradeFigure('trades.maxFavorableExcursion', 'dollars', null, {
    sample: 0,
    caveats: [{ code: 'figure.no-prices' }],
  }),
];

const cell = (name: `month.${string}` | `year.${string}`, value: number | null): Figure =>
  figure(`equity.${name}`, 'percent', value, {
    sample: value === null ? 0 : 22,
    caveats: value === null ? [{ code: 'figure.no-point-in-span' }] : [],
  });

const years: readonly GridYear[] = [2022, 2023, 2024, 2025, 2026].map((year, row) => ({
  year,
  months: Array.from({ length: 12 }, (_, month) => {
    const isOutside = (year === 2022 && month < 1) || (year === 2026 && month > 2);
    const value = Math.round(Math.sin(row * 5.1 + month * 2.3) * 340 + 110) / 100;
    return cell(`month.${year}-${String(month + 1).padStart(2, '0')}`, isOutside ? null : value);
  }),
  total: cell(`year.${year}`, [14.2, 21.74, -3.08, 18.61, 4.9][row] ?? null),
}));

function rolling(months: number): RollingWindow {
  const { times, withCost } = demoEquity('1');
  const windowLength = Math.round(months * 21);
  const endTimes = times.slice(windowLength);
  const returns = endTimes.map((_, at) => ((withCost[windowLength + at] ?? 0) / (withCost[at] ?? 1) - 1) * 100);
  return {
    months,
    times: endTimes,
    returns,
    volatility: returns.map((value, at) => 8.5 + Math.sin(at / 60) * 1.4 + value / 40),
    sharpe: returns.map((value) => value / (months * 0.9)),
  };
}

const fall = (percent: number, peakDaysAgo: number, troughDaysAgo: number, recoveryDaysAgo: number | null) => ({
  percent,
  peak: 71_204,
  trough: 71_204 * (1 + percent / 100),
  peakAt: demoNow - peakDaysAgo * day,
  troughAt: demoNow - troughDaysAgo * day,
  recoveredAt: recoveryDaysAgo === null ? null : demoNow - recoveryDaysAgo * day,
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
});

const weekdays = ['1', '2', '3', '4', '5'];

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
      },
      risk: {
        figures: [...tradeFigures.filter(({ key }) => key.endsWith('R'))],
        tradeIds: ['7399990'],
        multiples: [1.4],
      },
      leftOutCount: 0,
    },
  },
  basis: {
    tradesReadAt: demoNow - 700,
    openTradesReadAt: demoNow - 90,
    equityReadAt: demoNow - 700,
    trades: 120,
    points: 1_060,
    tradesWithFirstStop: 22,
    unlisted: { trades: 1, points: 2, replaced: 2 },
  },
};

/** The report of a strategy without any data. */
export const demoEmptyReport: Output = {
  report: {
    withCost: { figures: [], drawdowns: [], years: [], rolling: [] },
    raw: { figures: [], drawdowns: [], years: [], rolling: [] },
    trades: {
      figures: [],
      splits: { side: split(), symbol: split(), instrument: split(), weekday: split(), hour: split() },
      histogram: { bins: [], width: null, sample: 0 },
      risk: { figures: [], tradeIds: [], multiples: [] },
      leftOutCount: 0,
    },
  },
  basis: {
    tradesReadAt: null,
    openTradesReadAt: null,
    equityReadAt: null,
    trades: 0,
    points: 0,
    tradesWithFirstStop: 0,
    unlisted: { trades: 0, points: 0, replaced: 0 },
  },
};
