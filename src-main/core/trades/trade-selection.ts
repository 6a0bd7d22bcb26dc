import type { Sort } from '#contract/model/scalars.ts';
import type { TradeFilter } from '#contract/model/trade-filter.ts';
import type { SelectedRows } from './trade-index.ts';

/** Which trades, and in which order. */
export type TradeSelection = {
  readonly systemId: string;
  readonly filter: TradeFilter;
  readonly sort: Sort | null;
};

/** To the thread that selects. `generation` counts the times the file was begun anew: revisions start over with it. */
export type SelectRequest = TradeSelection & { readonly file: string; readonly generation: number };

/** `revision`: of the trades that were selected from. Null: the file could not be read. */
export type SelectAnswer = (SelectedRows & { readonly revision: number }) | null;
