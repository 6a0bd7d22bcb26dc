import type { Figure } from '#contract/model/review.ts';
import { figure, type Basis, type FigureDefinition } from './figure.ts';
import { deviation, downsideDeviation, mean, ratePerPeriod } from './moments.ts';
import { leastDeviation, type Returns } from './returns.ts';
import { smallSample } from './small-sample.ts';

const volatility: FigureDefinition = {
  key: 'equity.volatility',
  unit: 'percent',
  formula: 'standard deviation of daily returns (n − 1) × √(returns per year) × 100',
};
const sharpe: FigureDefinition = {
  key: 'equity.sharpe',
  unit: 'ratio',
  formula: '(mean daily return − risk-free rate) ÷ standard deviation × √(returns per year)',
};
const sortino: FigureDefinition = {
  key: 'equity.sortino',
  unit: 'ratio',
  formula: '(mean daily return − risk-free rate) ÷ downside deviation × √(returns per year)',
};

/**
 * Volatility, Sharpe ratio (William Sharpe: mean excess return ÷ its deviation) and Sortino ratio
 * (Frank Sortino: only shortfalls below the risk-free rate are risk, averaged over all returns).
 * All are annualized by the root of the actual number of returns per year. `riskFree` is a yearly
 * rate, 0.04 for 4 %.
 */
export function riskFigures(returns: Returns | string, riskFree: number, basis: Basis): Figure[] {
  if (typeof returns === 'string')
    return [volatility, sharpe, sortino].map((one) => figure(one, basis, { value: null, caveats: [returns] }));
  const { values, perYear } = returns;
  const average = mean(values);
  const spread = deviation(values);
  const free = ratePerPeriod(riskFree, perYear);
  const downside = downsideDeviation(values, free);
  const few = smallSample(values.length, 'daily returns');
  const scale = Math.sqrt(perYear);
  const single = values.length < 2 ? 'a single return has no deviation' : null;
  const flat = single ?? (spread < leastDeviation ? 'the returns do not vary' : null);
  const safe = single ?? (downside < leastDeviation ? 'no return below the risk-free rate' : null);
  const inputs = { 'mean daily return': average, 'returns per year': perYear };
  const excess = { ...inputs, 'risk-free rate': free };
  const ratio = (reason: string | null, risk: number) => (reason === null ? ((average - free) / risk) * scale : null);
  return [
    figure(volatility, basis, {
      value: single === null ? spread * scale * 100 : null,
      inputs: { 'standard deviation': spread, 'returns per year': perYear },
      caveats: [single, few],
    }),
    figure(sharpe, basis, {
      value: ratio(flat, spread),
      inputs: { ...excess, 'standard deviation': spread },
      caveats: [flat, few],
    }),
    figure(sortino, basis, {
      value: ratio(safe, downside),
      inputs: { ...excess, 'downside deviation': downside },
      caveats: [safe, few],
    }),
  ];
}
