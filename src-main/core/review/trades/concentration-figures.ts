import type { Message } from '#contract/message.ts';
import type { Figure, Split, SplitRow } from '#contract/model/review.ts';
import { figure, type Basis, type FigureDefinition } from '#core/review/figure.ts';
import { dollarsOf } from './profit-column.ts';
import type { TradeColumns } from './trade-columns.ts';
import type { TradeOutcomes } from './trade-outcomes.ts';

const definitions = {
  trade: {
    key: 'trades.topTradeShare',
    unit: 'percent',
  },
  symbol: {
    key: 'trades.topSymbolShare',
    unit: 'percent',
  },
  name: { key: 'trades.topSymbol', unit: 'text' },
  herfindahl: {
    key: 'trades.herfindahl',
    unit: 'ratio',
  },
} as const satisfies Record<string, FigureDefinition>;

const noTrade: Message = { code: 'figure.no-closed-trade' };
const noWin: Message = { code: 'figure.no-win' };
const noProfitableSymbol: Message = { code: 'figure.no-profitable-symbol' };
const symbolsAtZero: Message = { code: 'figure.symbols-at-zero' };

/**
 * How much depends on one trade or one symbol: the shares of the best trade and the best symbol,
 * and the Herfindahl (Herfindahl–Hirschman) index over symbols by the size of their net result. An
 * index of 1 means one symbol, and 1 ÷ n means n equal symbols.
 */
export function concentrationFigures(
  columns: TradeColumns,
  outcomes: TradeOutcomes,
  bySymbol: Split,
  basis: Basis,
): Figure[] {
  const top = topOf(bySymbol.rows);
  const totalGain = bySymbol.rows.reduce((sum, { dollars }) => sum + Math.max(0, dollars), 0);
  const absoluteTotal = bySymbol.rows.reduce((sum, { dollars }) => sum + Math.abs(dollars), 0);
  const herfindahl = bySymbol.rows.reduce((sum, { dollars }) => sum + (dollars / absoluteTotal) ** 2, 0);
  const noTradeReason = outcomes.count === 0 ? noTrade : null;
  const noGainReason = noTradeReason ?? (totalGain > 0 ? null : noProfitableSymbol);
  const best = outcomes.best === null ? 0 : dollarsOf(columns.profits, outcomes.best);
  const topTradeShare = outcomes.wins === 0 ? null : (best / outcomes.won.dollars) * 100;
  return [
    figure(definitions.trade, basis, {
      value: topTradeShare,
      inputs: { bestTrade: best, grossProfit: outcomes.won.dollars },
      caveats: [topTradeShare === null ? (noTradeReason ?? noWin) : null],
    }),
    figure(definitions.symbol, basis, {
      value: noGainReason === null && top !== null ? (top.dollars / totalGain) * 100 : null,
      inputs: { symbol: top?.name ?? null, symbolProfit: top?.dollars ?? null, profitableSymbols: totalGain },
      caveats: [noGainReason],
    }),
    figure(definitions.name, basis, { value: null, text: top?.name ?? null, caveats: [noTradeReason] }),
    figure(definitions.herfindahl, basis, {
      value: noTradeReason === null && absoluteTotal > 0 ? herfindahl : null,
      inputs: { symbols: bySymbol.rows.length, equalSymbols: absoluteTotal > 0 ? 1 / herfindahl : null },
      caveats: [noTradeReason ?? (absoluteTotal > 0 ? null : symbolsAtZero)],
    }),
  ];
}

const topOf = (rows: readonly SplitRow[]): SplitRow | null =>
  rows.reduce<SplitRow | null>((top, row) => (top === null || row.dollars > top.dollars ? row : top), null);
