import type { Message } from '#contract/message.ts';
import type { Figure } from '#contract/model/review.ts';
import { figure, type Basis, type FigureDefinition } from '#core/review/figure.ts';
import { deviation, downsideDeviation, mean, ratePerPeriod } from '#core/review/moments.ts';
import { leastDeviation, type Returns } from './returns.ts';
import { smallSample } from '#core/review/small-sample.ts';

const volatility: FigureDefinition = {
  key: 'equity.volatility',
  unit: 'percent',
};
const sharpe: FigureDefinition = {
  key: 'equity.sharpe',
  unit: 'ratio',
};
const sortino: FigureDefinition = {
  key: 'equity.sortino',
  unit: 'ratio',
};

const returnsConstant: Message = { code: 'figure.returns-constant', curve: 'equity' };
const noReturnBelowRate: Message = { code: 'figure.no-return-below-rate' };

/**
 * Volatility, Sharpe ratio (William Sharpe: mean excess return ÷ its deviation) and Sortino ratio
 * (Frank Sortino: only shortfalls below the risk-free rate are risk, averaged over all returns).
 * All are annualized by the root of the actual number of returns per year. `riskFree` is a yearly
 * rate, 0.04 for 4 %.
 */
export function riskFigures(returns: Returns | Message, riskFree: number, basis: Basis): Figure[] {
  if ('code' in returns)
    return [volatility, sharpe, sortino].map((one) => figure(one, basis, { value: null, caveats: [returns] }));
  const { values, perYear } = returns;
  const average = mean(values);
  const standardDeviation = deviation(values);
  const periodRate = ratePerPeriod(riskFree, perYear);
  const downside = downsideDeviation(values, periodRate);
  const sampleCaveat = smallSample(values.length, 'daily-returns');
  const scale = Math.sqrt(perYear);
  const noVolatilityReason: Message | null = values.length < 2 ? { code: 'figure.single-return' } : null;
  const noSharpeReason = noVolatilityReason ?? (standardDeviation < leastDeviation ? returnsConstant : null);
  const noSortinoReason = noVolatilityReason ?? (downside < leastDeviation ? noReturnBelowRate : null);
  const inputs = { meanReturn: average, returnsPerYear: perYear };
  const ratioInputs = { ...inputs, riskFreeRate: periodRate };
  const ratio = (reason: Message | null, risk: number) =>
    reason === null ? ((average - periodRate) / risk) * scale : null;
  return [
    figure(volatility, basis, {
      value: noVolatilityReason === null ? standardDeviation * scale * 100 : null,
      inputs: { standardDeviation, returnsPerYear: perYear },
      caveats: [noVolatilityReason, sampleCaveat],
    }),
    figure(sharpe, basis, {
      value: ratio(noSharpeReason, standardDeviation),
      inputs: { ...ratioInputs, standardDeviation },
      caveats: [noSharpeReason, sampleCaveat],
    }),
    figure(sortino, basis, {
      value: ratio(noSortinoReason, downside),
      inputs: { ...ratioInputs, downsideDeviation: downside },
      caveats: [noSortinoReason, sampleCaveat],
    }),
  ];
}
