import { isDeepStrictEqual } from 'node:util';
import { everyTrade, type TradeFilter, type TradeSums } from '#contract/model/trade-filter.ts';
import type { TradesPage } from '#core/cache/cache-reader.ts';
import type { Cache } from '#core/cache/open-cache.ts';
import type { Log } from '#core/ports.ts';
import type { SelectAnswer, SelectRequest, TradeSelection } from './trade-selection.ts';

type Kept = { readonly mark: string; readonly selected: Promise<SelectAnswer> };

export type TradeQueriesParts = {
  readonly cache: Cache;
  readonly log: Log;
  readonly select: (request: SelectRequest) => Promise<SelectAnswer>;
};

/** Selections kept: their row ids are 800 kB for 100,000 trades. */
const selectionsKept = 6;
/** The newest trades come straight from the table: that needs no selection, and is what a start shows. */
const newestRows = 2_000;

/**
 * Pages and sums of the cached trades. What is selected is found out in a thread of its own, once for each revision. Null
 * where that thread could not read the file: to show nothing would be to say that there is nothing.
 */
export class TradeQueries {
  readonly #parts: TradeQueriesParts;
  readonly #kept = new Map<string, Kept>();

  constructor(parts: TradeQueriesParts) {
    this.#parts = parts;
  }

  async page(
    selection: TradeSelection,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<TradesPage | null> {
    const { reader } = this.#parts.cache;
    if (isNewestFirst(selection) && offset + limit <= newestRows) {
      return reader.newestTrades(selection.systemId, { offset, limit });
    }
    const selected = await this.#selected(selection);
    if (selected === null) return null;
    const { rowIds, revision } = selected;
    return { trades: reader.tradesAt(rowIds.subarray(offset, offset + limit)), total: rowIds.length, revision };
  }

  async sum(systemId: string, filter: TradeFilter): Promise<{ sums: TradeSums; revision: number } | null> {
    const selected = await this.#selected({ systemId, filter, sort: null });
    return selected === null ? null : { sums: selected.sums, revision: selected.revision };
  }

  #selected(selection: TradeSelection): Promise<SelectAnswer> {
    const { cache } = this.#parts;
    const key = JSON.stringify(selection);
    const mark = `${cache.generation()}/${cache.reader.tradesRevision(selection.systemId)}`;
    const known = this.#kept.get(key);
    const kept = known?.mark === mark ? known : { mark, selected: this.#ask(selection, key) };
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > selectionsKept && oldest !== undefined) this.#kept.delete(oldest);
    return kept.selected;
  }

  async #ask(selection: TradeSelection, key: string): Promise<SelectAnswer> {
    const { cache, log, select } = this.#parts;
    const answer = await select({ ...selection, file: cache.file, generation: cache.generation() });
    if (answer !== null) return answer;
    log.error('trades.not-selected');
    this.#kept.delete(key);
    return null;
  }
}

const isNewestFirst = ({ filter, sort }: TradeSelection): boolean =>
  (sort === null || (sort.column === 'openedAt' && sort.descending)) && isEvery(filter);

const isEvery = ({ text, ids, ...bounds }: TradeFilter): boolean => {
  const { text: _text, ids: _ids, ...none } = everyTrade;
  return text.trim() === '' && ids === null && isDeepStrictEqual(bounds, none);
};
