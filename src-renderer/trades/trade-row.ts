import type { Trade } from '#contract/model/trade.ts';
import type { GridRow } from '#renderer/grid/grid-types.ts';

/** A trade as a row of the blotter. */
export interface TradeRow extends Trade, GridRow {}

export const tradeRow = (trade: Trade): TradeRow => ({ ...trade, id: trade.tradeId });
