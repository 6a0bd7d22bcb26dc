import type { Figure } from '#contract/model/review.ts';
import { figure, type FigureDefinition } from '#core/review/figure.ts';
import { ProfitSums } from './profit-sums.ts';
import type { TradeColumns } from './trade-columns.ts';

const count: FigureDefinition = { key: 'trades.open', unit: 'count' };
const profit: FigureDefinition = {
  key: 'trades.openProfit',
  unit: 'dollars',
};

/**
 * The number of open trades, and their profit as the platform stated it at the last reading
 * (`asOf`, unix seconds). The profit is never computed from the mark, which may be weeks old while
 * the stated profit is current (platform-notes 27). The profit is not known if
 * trades are open and the platform stated a profit for none of them.
 */
export function openFigures(columns: TradeColumns, rows: Int32Array, asOf: number): Figure[] {
  const sums = new ProfitSums(columns.profits, 1);
  let missing = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    if (Number.isNaN(columns.profits.units[row])) missing += 1;
    else sums.add(0, row);
  }
  const isKnown = rows.length === 0 || missing < rows.length;
  const basis = { sample: rows.length - missing, from: null, to: asOf };
  return [
    figure(count, { ...basis, sample: rows.length }, { value: rows.length }),
    figure(profit, basis, {
      value: isKnown ? sums.dollars(0) : null,
      text: isKnown ? sums.text(0) : null,
      inputs: { trades: rows.length },
      caveats: [
        missing === 0 ? null : { code: 'figure.left-out', count: missing, missing: 'profit' },
        rows.length === 0 ? null : { code: 'figure.as-last-read' },
      ],
    }),
  ];
}
