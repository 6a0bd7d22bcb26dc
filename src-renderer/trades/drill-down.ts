import type { TradeFilter } from '#contract/model/trade-filter.ts';

/** The trades that another panel selected, until the trader asks for all trades again. */
export type DrillDown = { readonly title: string; readonly filter: Partial<TradeFilter> };
