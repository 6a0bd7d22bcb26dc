import type { Instrument } from '#contract/model/scalars.ts';
import type { ReviewedTrade } from '#core/cache/reviewed-trades.ts';
import { profitColumn, type ProfitColumn } from './profit-column.ts';

/** The last one stands for a type the platform did not state. */
export const instrumentNames = ['stock', 'option', 'future', 'forex', 'not stated'] as const;

/** Trades as columns of equal length, in any order. Times are unix seconds; NaN where the platform gave nothing. */
export type TradeColumns = {
  readonly ids: readonly string[];
  /** Places in `symbolNames`. */
  readonly symbols: Int32Array;
  readonly symbolNames: readonly string[];
  /** Places in `instrumentNames`. */
  readonly instruments: Uint8Array;
  /** 1 for short, 0 for long. */
  readonly shorts: Uint8Array;
  /** 1 while the trade is open. */
  readonly opens: Uint8Array;
  readonly openedAt: Float64Array;
  readonly closedAt: Float64Array;
  /** The platform's own profit or loss, never computed from a mark (platform-notes 27). */
  readonly profits: ProfitColumn;
  /** For the money at risk alone. */
  readonly openPrices: Float64Array;
  readonly quantities: Float64Array;
  readonly pointValues: Float64Array;
  /** 1 where the trade is in dollars or states no currency. */
  readonly dollars: Uint8Array;
};

/** One walk over the trades: at 100,000 of them a walk for each column would cost more than all figures. */
export function tradeColumns(trades: readonly ReviewedTrade[]): TradeColumns {
  const count = trades.length;
  const codes = new Map<string, number>();
  const columns = {
    ids: trades.map(({ tradeId }) => tradeId),
    symbols: new Int32Array(count),
    instruments: new Uint8Array(count),
    shorts: new Uint8Array(count),
    opens: new Uint8Array(count),
    openedAt: new Float64Array(count),
    closedAt: new Float64Array(count),
    openPrices: new Float64Array(count),
    quantities: new Float64Array(count),
    pointValues: new Float64Array(count),
    dollars: new Uint8Array(count),
  };
  trades.forEach((trade, row) => {
    const code = codes.get(trade.symbol) ?? codes.size;
    if (code === codes.size) codes.set(trade.symbol, code);
    columns.symbols[row] = code;
    columns.instruments[row] = instrumentCode(trade.instrument);
    columns.shorts[row] = trade.side === 'short' ? 1 : 0;
    columns.opens[row] = trade.open ? 1 : 0;
    columns.openedAt[row] = trade.openedAt ?? Number.NaN;
    columns.closedAt[row] = trade.closedAt ?? Number.NaN;
    columns.openPrices[row] = numberOf(trade.openPrice);
    columns.quantities[row] = Number(trade.quantityOpened);
    columns.pointValues[row] = numberOf(trade.pointValue);
    columns.dollars[row] = trade.currency === '' || trade.currency === 'USD' ? 1 : 0;
  });
  return { ...columns, symbolNames: [...codes.keys()], profits: profitColumn(trades.map(({ profit }) => profit)) };
}

/** The place of a type in `instrumentNames`. */
export const instrumentCode = (instrument: Instrument | null): number =>
  instrumentNames.indexOf(instrument ?? 'not stated');

const numberOf = (text: string | null): number => (text === null ? Number.NaN : Number(text));
