import type { Sort } from '#contract/model/scalars.ts';
import type { TradeFilter } from '#contract/model/trade-filter.ts';
import type { SelectedRows } from './trade-index.ts';

/** Which trades of a strategy are selected, and in which order. */
export type TradeSelection = {
  readonly systemId: string;
  readonly filter: TradeFilter;
  readonly sort: Sort | null;
};

/**
 * A request to the selecting thread. `generation` counts how often the file was replaced, because
 * the revisions restart in each new file.
 */
export type SelectRequest = TradeSelection & { readonly file: string; readonly generation: number };

/** `revision` is the revision of the selected trades. Null if the file could not be read. */
export type SelectAnswer = (SelectedRows & { readonly revision: number }) | null;
