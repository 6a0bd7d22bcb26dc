import type { Figure } from '#contract/model/review.ts';
import { figure, type Basis, type FigureDefinition } from './figure.ts';
import { dollarsOf } from './profit-column.ts';
import { ProfitSums } from './profit-sums.ts';
import { smallSample } from './small-sample.ts';
import type { TradeColumns } from './trade-columns.ts';
import type { Money, TradeOutcomes } from './trade-outcomes.ts';

const define = (key: string, unit: FigureDefinition['unit'], formula: string): FigureDefinition => ({
  key: `trades.${key}`,
  unit,
  formula,
});
const definitions = {
  count: define('count', 'count', 'closed trades with a profit stated'),
  net: define('netProfit', 'dollars', 'sum of the platform’s profit of all closed trades'),
  won: define('grossProfit', 'dollars', 'sum of profits above zero'),
  lost: define('grossLoss', 'dollars', 'sum of profits below zero'),
  winRate: define('winRate', 'percent', 'trades with a profit above zero ÷ closed trades × 100'),
  factor: define('profitFactor', 'ratio', 'gross profit ÷ gross loss, without its sign'),
  expectancy: define('expectancy', 'dollars', 'net profit ÷ closed trades'),
  averageWin: define('averageWin', 'dollars', 'gross profit ÷ winning trades'),
  averageLoss: define('averageLoss', 'dollars', 'gross loss ÷ losing trades'),
  payoff: define('payoff', 'ratio', 'average win ÷ average loss, without its sign'),
  best: define('bestTrade', 'dollars', 'highest profit of one trade'),
  worst: define('worstTrade', 'dollars', 'lowest profit of one trade'),
};

const noTrade = 'no closed trade in this selection';
const noWin = 'no winning trade yet: not defined';
const noLoss = 'no losing trade yet: not defined';

/**
 * Count, sums and averages of closed trades by the textbook definitions (profit factor, payoff
 * ratio, and expectancy as the mean profit of a trade). Sums are exact, averages and ratios are
 * floats.
 */
export function outcomeFigures(columns: TradeColumns, outcomes: TradeOutcomes, basis: Basis): Figure[] {
  return [...sumFigures(outcomes, basis), ...ratioFigures(outcomes, basis), ...extremes(columns, outcomes, basis)];
}

function sumFigures({ count, wins, losses, net, won, lost }: TradeOutcomes, basis: Basis): Figure[] {
  const sum = (definition: FigureDefinition, money: Money, trades: number): Figure =>
    figure(definition, basis, {
      value: money.dollars,
      text: money.text,
      inputs: { trades },
      caveats: [count === 0 ? noTrade : null],
    });
  return [
    figure(definitions.count, basis, {
      value: count,
      inputs: { won: wins, lost: losses, 'at zero': count - wins - losses },
      caveats: [smallSample(count, 'closed trades')],
    }),
    sum(definitions.net, net, count),
    sum(definitions.won, won, wins),
    sum(definitions.lost, lost, losses),
  ];
}

type Quotient = {
  readonly definition: FigureDefinition;
  readonly over: readonly [string, number];
  readonly under: readonly [string, number];
  readonly times?: number;
  readonly reason: string | null;
};

function ratioFigures({ count, wins, losses, net, won, lost }: TradeOutcomes, basis: Basis): Figure[] {
  const none = count === 0 ? noTrade : null;
  const winReason = none ?? (wins === 0 ? noWin : null);
  const lossReason = none ?? (losses === 0 ? noLoss : null);
  const average = { win: won.dollars / wins, loss: lost.dollars / losses };
  const quotients: readonly Quotient[] = [
    { definition: definitions.winRate, over: ['won', wins], under: ['trades', count], times: 100, reason: none },
    {
      definition: definitions.factor,
      over: ['gross profit', won.dollars],
      under: ['gross loss', Math.abs(lost.dollars)],
      reason: lossReason,
    },
    { definition: definitions.expectancy, over: ['net profit', net.dollars], under: ['trades', count], reason: none },
    {
      definition: definitions.averageWin,
      over: ['gross profit', won.dollars],
      under: ['won', wins],
      reason: winReason,
    },
    {
      definition: definitions.averageLoss,
      over: ['gross loss', lost.dollars],
      under: ['lost', losses],
      reason: lossReason,
    },
    {
      definition: definitions.payoff,
      over: ['average win', average.win],
      under: ['average loss', Math.abs(average.loss)],
      reason: winReason ?? lossReason,
    },
  ];
  return quotients.map(({ definition, over, under, times = 1, reason }) =>
    figure(definition, basis, {
      value: reason === null ? (over[1] / under[1]) * times : null,
      inputs: Object.fromEntries([over, under]),
      caveats: [reason, count === 0 ? null : smallSample(count, 'closed trades')],
    }),
  );
}

function extremes(columns: TradeColumns, { best, worst }: TradeOutcomes, basis: Basis): Figure[] {
  const one = (definition: FigureDefinition, row: number | null): Figure => {
    if (row === null) return figure(definition, basis, { value: null, caveats: [noTrade] });
    const sums = new ProfitSums(columns.profits, 1);
    sums.add(0, row);
    const inputs = { trade: columns.ids[row] ?? '', symbol: columns.symbolNames[columns.symbols[row] ?? 0] ?? '' };
    return figure(definition, basis, { value: dollarsOf(columns.profits, row), text: sums.text(0), inputs });
  };
  return [one(definitions.best, best), one(definitions.worst, worst)];
}
