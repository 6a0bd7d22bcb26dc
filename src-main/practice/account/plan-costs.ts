import { fixed, type Fixed } from '#rules/decimal.ts';
import type { Trade, FillPart } from '#rules/trades/trade.ts';
import { commissionOf, type CommissionPlan } from './commission.ts';
import type { EquityPoint } from '#practice/equity-point.ts';

/** The costs under a commission plan up to each point: the commissions of fills, and the fees. */
export function planCosts(
  plan: Exclude<CommissionPlan, 'none'>,
  points: readonly EquityPoint[],
  trades: readonly Trade[],
  fillParts: readonly FillPart[],
): Fixed[] {
  const types = new Map(trades.map((trade) => [trade.id, trade.instrument]));
  const fills = [...fillParts].sort((a, b) => a.at - b.at);
  let total = 0n;
  let next = 0;
  return points.map((point) => {
    for (let fillPart = fills[next]; fillPart && fillPart.at <= point.at; fillPart = fills[(next += 1)])
      total += commissionOf(types.get(fillPart.tradeId) ?? 'stock', fillPart.quantity, plan);
    for (const fee of point.fees) total += fixed(String(fee));
    return total;
  });
}
