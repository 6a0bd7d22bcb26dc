import type { Instrument } from '#contract/model/scalars.ts';
import type { ReviewedTrade } from '#core/cache/queries/reviewed-trades.ts';
import { isInDollars } from '#core/is-in-dollars.ts';
import { contractKey } from '#rules/option-symbol.ts';
import { plainNumber } from '#core/review/plain-number.ts';
import { profitColumn, type ProfitColumn } from './profit-column.ts';

/** The last one is for a type that the platform did not state. */
export const instrumentTypes = ['stock', 'option', 'future', 'forex', null] as const;

/**
 * Trades as columns of equal length, in any order. Times are unix seconds, NaN where the platform
 * stated none.
 */
export type TradeColumns = {
  readonly ids: readonly string[];
  /** Places in `symbolNames`, which has each contract once, however its symbols are written. */
  readonly symbols: Int32Array;
  readonly symbolNames: readonly string[];
  /** Places in `instrumentTypes`. */
  readonly instruments: Uint8Array;
  /** 1 for short, 0 for long. */
  readonly shorts: Uint8Array;
  /** 1 while the trade is open. */
  readonly stillOpen: Uint8Array;
  readonly openedAt: Float64Array;
  readonly closedAt: Float64Array;
  /** The platform's own profit or loss, never computed from a mark (platform-notes 27). */
  readonly profits: ProfitColumn;
  /** This column and the next two are used only for the money at risk. */
  readonly openPrices: Float64Array;
  readonly quantities: Float64Array;
  readonly pointValues: Float64Array;
  /** 1 if prices and point value give dollars. */
  readonly inDollars: Uint8Array;
};

/**
 * One pass over the trades. At 100,000 trades a pass per column would cost more than all figures.
 */
export function tradeColumns(trades: readonly ReviewedTrade[]): TradeColumns {
  const count = trades.length;
  const codes = new Map<string, number>();
  const ids = new Array<string>(count);
  const symbols = new Int32Array(count);
  const instruments = new Uint8Array(count);
  const shorts = new Uint8Array(count);
  const stillOpen = new Uint8Array(count);
  const openedAt = new Float64Array(count);
  const closedAt = new Float64Array(count);
  const openPrices = new Float64Array(count);
  const quantities = new Float64Array(count);
  const pointValues = new Float64Array(count);
  const inDollars = new Uint8Array(count);
  const profits = new Array<string | null>(count);
  for (let row = 0; row < count; row += 1) {
    const trade = trades[row];
    if (trade === undefined) break;
    ids[row] = trade.tradeId;
    symbols[row] = codeOf(codes, contractKey(trade.symbol));
    instruments[row] = instrumentCode(trade.instrument);
    shorts[row] = trade.side === 'short' ? 1 : 0;
    stillOpen[row] = trade.open ? 1 : 0;
    openedAt[row] = trade.openedAt ?? Number.NaN;
    closedAt[row] = trade.closedAt ?? Number.NaN;
    openPrices[row] = numberOf(trade.openPrice);
    quantities[row] = plainNumber(trade.quantityOpened);
    pointValues[row] = numberOf(trade.pointValue);
    inDollars[row] = isInDollars(trade) ? 1 : 0;
    profits[row] = trade.profit;
  }
  return {
    ...{
      ids,
      symbols,
      instruments,
      shorts,
      stillOpen,
      openedAt,
      closedAt,
      openPrices,
      quantities,
      pointValues,
      inDollars,
    },
    symbolNames: [...codes.keys()],
    profits: profitColumn(profits),
  };
}

/** The code of a symbol: its place in the order of first occurrence. A new symbol is added. */
function codeOf(codes: Map<string, number>, symbol: string): number {
  const known = codes.get(symbol);
  if (known !== undefined) return known;
  codes.set(symbol, codes.size);
  return codes.size - 1;
}

/** The place of a type in `instrumentTypes`. */
export const instrumentCode = (instrument: Instrument | null): number => instrumentTypes.indexOf(instrument);

const numberOf = (text: string | null): number => (text === null ? Number.NaN : plainNumber(text));
