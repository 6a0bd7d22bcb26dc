import { ProfitSums } from './profit-sums.ts';
import type { TradeColumns } from './trade-columns.ts';

/** Money with its exact text. */
export type Money = { readonly dollars: number; readonly text: string };

/** The results of closed trades. A trade at exactly zero is neither won nor lost. */
export type TradeOutcomes = {
  readonly count: number;
  readonly wins: number;
  readonly losses: number;
  readonly net: Money;
  readonly won: Money;
  /** Zero or below. */
  readonly lost: Money;
  /** Rows of the best and the worst trade. Null without a trade. */
  readonly best: number | null;
  readonly worst: number | null;
};

export function tradeOutcomes({ profits }: TradeColumns, rows: Int32Array): TradeOutcomes {
  const sums = new ProfitSums(profits, 3);
  let wins = 0;
  let losses = 0;
  let best: number | null = null;
  let worst: number | null = null;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const amountInUnits = profits.units[row] ?? Number.NaN;
    sums.add(0, row);
    if (amountInUnits > 0) {
      sums.add(1, row);
      wins += 1;
    } else if (amountInUnits < 0) {
      sums.add(2, row);
      losses += 1;
    }
    if (best === null || amountInUnits > (profits.units[best] ?? 0)) best = row;
    if (worst === null || amountInUnits < (profits.units[worst] ?? 0)) worst = row;
  }
  const money = (group: number): Money => ({ dollars: sums.dollars(group), text: sums.text(group) });
  return { count: rows.length, wins, losses, net: money(0), won: money(1), lost: money(2), best, worst };
}
