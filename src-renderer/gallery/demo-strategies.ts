import type { Margin, Strategy, StrategyDetails } from '#contract/model/strategy.ts';
import { demoNow } from './demo-clock.ts';

const day = 86_400;

const strategy = (systemId: string, name: string, summary: string, years: number, fee: string): Strategy => ({
  systemId,
  name,
  shortDescription: summary,
  longDescription: `${summary} Positions are held for days to weeks, with a stop on every entry.`,
  creator: 'Practice Desk',
  createdAt: demoNow - Math.round(years * 365 * day),
  createdText: '',
  monthlyFee: fee,
  freeTrialDays: '7',
  alive: true,
});

export const demoStrategies: readonly Strategy[] = [
  strategy('91000001', 'Harbor Swing', 'Swing trades in large US stocks.', 4.2, '75.00'),
  strategy('91000002', 'Copper Coast Futures', 'Index and metal futures, both ways.', 2.8, '125.00'),
  strategy('91000003', 'Quiet Premium', 'Defined-risk option spreads on ETFs.', 1.4, '60.00'),
];

const statistic = (name: string, value: string, group: string, suffix = '', prefix = '') => ({
  name,
  value,
  group,
  helpText: `${name}, as the platform computes it.`,
  prefix,
  suffix,
  precision: 2,
  multiplier: null,
});

/** The returns of fourteen months, as `2025-01 -1.2, 2025-02 0.4`. */
const demoMonths = [-1.2, 0.4, 3.1, 2.2, -0.8, 1.9, 0.6, 4.2, -2.4, 1.1, 2.7, 0.9, 1.6, -0.3]
  .map((value, at) => `${2025 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')} ${value}`)
  .join(', ');

export function demoDetails(systemId: string): { details: StrategyDetails; margin: Margin } {
  const found = demoStrategies.find((candidate) => candidate.systemId === systemId);
  return {
    details: {
      systemId,
      name: found?.name ?? '',
      shortDescription: found?.shortDescription ?? '',
      longDescription: found?.longDescription ?? '',
      ownerPersonId: '5000017',
      ownerScreenName: 'Practice Desk',
      createdText: '2021-12-20',
      monthlyFee: found?.monthlyFee ?? null,
      freeTrialDays: '7',
      minimumPortfolio: '25000',
      startingCapital: '50000',
      alive: true,
      test: false,
      instruments: [
        ...['stocks', 'stocks short', 'options', 'options short', 'futures', 'forex'],
        ...['shorts stocks', 'shorts options'],
      ],
      timeCredit: { until: 1_798_000_000, untilText: '2026-12-22 23:26:40' },
      ownTrading: { certified: '1', scaling: '75', percentFollowed: '93', orders: '412' },
      statistics: [
        statistic('Annual return', '18.40', 'Return', '%'),
        statistic('Cumulative return', '104.20', 'Return', '%'),
        statistic('Profit factor', '1.62', 'Trades'),
        statistic('Average trade', '48.20', 'Trades', '', '$'),
        statistic('Trades', '412', 'Trades'),
        statistic('Profitable trades', '57.30', 'Trades', '%'),
        statistic('Largest drawdown', '14.80', 'Risk', '%'),
        statistic('Sharpe ratio', '1.12', 'Risk'),
        statistic('Monthly returns', demoMonths, 'Months'),
        { ...statistic('Sortino ratio', '1.74', 'Risk'), unlistedAt: demoNow - 5 * day },
      ],
    },
    margin: {
      buyPower: '142610',
      cash: '71305',
      equity: '1842',
      marginUsed: '33980',
      modelAccountValue: '107127',
      updatedText: '2026-03-02 10:41:00',
    },
  };
}
