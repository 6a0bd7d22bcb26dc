import type { TradeFilter } from '#contract/model/trade-filter.ts';

/** Trades that another panel pointed at, until the trader asks for all again. */
export type Narrowing = { readonly title: string; readonly filter: Partial<TradeFilter> };
