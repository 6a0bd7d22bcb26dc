import type { Message } from '#contract/message.ts';
import type { FigureInput } from '#contract/messages/review.ts';
import type { Figure } from '#contract/model/review.ts';
import { figure, type Basis, type FigureDefinition } from '#core/review/figure.ts';
import { dollarsOf } from './profit-column.ts';
import { ProfitSums } from './profit-sums.ts';
import { smallSample } from '#core/review/small-sample.ts';
import type { TradeColumns } from './trade-columns.ts';
import type { Money, TradeOutcomes } from './trade-outcomes.ts';

const definitions = {
  count: { key: 'trades.count', unit: 'count' },
  net: { key: 'trades.netProfit', unit: 'dollars' },
  won: { key: 'trades.grossProfit', unit: 'dollars' },
  lost: { key: 'trades.grossLoss', unit: 'dollars' },
  winRate: { key: 'trades.winRate', unit: 'percent' },
  factor: { key: 'trades.profitFactor', unit: 'ratio' },
  expectancy: { key: 'trades.expectancy', unit: 'dollars' },
  averageWin: { key: 'trades.averageWin', unit: 'dollars' },
  averageLoss: { key: 'trades.averageLoss', unit: 'dollars' },
  payoff: { key: 'trades.payoff', unit: 'ratio' },
  best: { key: 'trades.bestTrade', unit: 'dollars' },
  worst: { key: 'trades.worstTrade', unit: 'dollars' },
} as const satisfies Record<string, FigureDefinition>;

const noTrade: Message = { code: 'figure.no-closed-trade' };
const noWin: Message = { code: 'figure.no-win' };
const noLoss: Message = { code: 'figure.no-loss' };

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
      inputs: { won: wins, lost: losses, atZero: count - wins - losses },
      caveats: [smallSample(count, 'closed-trades')],
    }),
    sum(definitions.net, net, count),
    sum(definitions.won, won, wins),
    sum(definitions.lost, lost, losses),
  ];
}

type Quotient = {
  readonly definition: FigureDefinition;
  readonly numerator: readonly [FigureInput, number];
  readonly denominator: readonly [FigureInput, number];
  readonly multiplier?: number;
  readonly reason: Message | null;
};

function ratioFigures({ count, wins, losses, net, won, lost }: TradeOutcomes, basis: Basis): Figure[] {
  const noTradeReason = count === 0 ? noTrade : null;
  const noWinReason = noTradeReason ?? (wins === 0 ? noWin : null);
  const noLossReason = noTradeReason ?? (losses === 0 ? noLoss : null);
  const average = { win: won.dollars / wins, loss: lost.dollars / losses };
  const quotients: readonly Quotient[] = [
    {
      definition: definitions.winRate,
      numerator: ['won', wins],
      denominator: ['trades', count],
      multiplier: 100,
      reason: noTradeReason,
    },
    {
      definition: definitions.factor,
      numerator: ['grossProfit', won.dollars],
      denominator: ['grossLoss', Math.abs(lost.dollars)],
      reason: noLossReason,
    },
    {
      definition: definitions.expectancy,
      numerator: ['netProfit', net.dollars],
      denominator: ['trades', count],
      reason: noTradeReason,
    },
    {
      definition: definitions.averageWin,
      numerator: ['grossProfit', won.dollars],
      denominator: ['won', wins],
      reason: noWinReason,
    },
    {
      definition: definitions.averageLoss,
      numerator: ['grossLoss', lost.dollars],
      denominator: ['lost', losses],
      reason: noLossReason,
    },
    {
      definition: definitions.payoff,
      numerator: ['averageWin', average.win],
      denominator: ['averageLoss', Math.abs(average.loss)],
      reason: noWinReason ?? noLossReason,
    },
  ];
  return quotients.map(({ definition, numerator, denominator, multiplier = 1, reason }) =>
    figure(definition, basis, {
      value: reason === null ? (numerator[1] / denominator[1]) * multiplier : null,
      inputs: Object.fromEntries([numerator, denominator]),
      caveats: [reason, count === 0 ? null : smallSample(count, 'closed-trades')],
    }),
  );
}

function extremes(columns: TradeColumns, { best, worst }: TradeOutcomes, basis: Basis): Figure[] {
  const tradeFigure = (definition: FigureDefinition, row: number | null): Figure => {
    if (row === null) return figure(definition, basis, { value: null, caveats: [noTrade] });
    const sums = new ProfitSums(columns.profits, 1);
    sums.add(0, row);
    const inputs = { trade: columns.ids[row] ?? '', symbol: columns.symbolNames[columns.symbols[row] ?? 0] ?? '' };
    return figure(definition, basis, { value: dollarsOf(columns.profits, row), text: sums.text(0), inputs });
  };
  return [tradeFigure(definitions.best, best), tradeFigure(definitions.worst, worst)];
}
