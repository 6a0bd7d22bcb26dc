import { isDeepStrictEqual } from 'node:util';
import { everyTrade, type TradeFilter, type TradeSums } from '#contract/model/trade-filter.ts';
import type { TradesPage } from '#core/cache/queries/cache-reader.ts';
import type { Cache } from '#core/cache/queries/open-cache.ts';
import type { Log } from '#core/ports.ts';
import type { SelectAnswer, SelectRequest, TradeSelection } from './trade-selection.ts';

type CachedSelection = { readonly version: string; readonly selected: Promise<SelectAnswer> };

export type TradeQueriesParts = {
  readonly cache: Cache;
  readonly log: Log;
  readonly select: (request: SelectRequest) => Promise<SelectAnswer>;
};

/** Number of cached selections. The row ids of each take 800 kB for 100,000 trades. */
const maxSelections = 6;
/**
 * This many of the newest trades are read directly from the table, without a selection. They are
 * what the program shows after its start.
 */
const newestRowCount = 2_000;

/**
 * Pages and sums of the cached trades. A separate thread selects them, once per revision. A
 * result is null if that thread could not read the file: an empty page would claim that there are
 * no trades.
 */
export class TradeQueries {
  readonly #parts: TradeQueriesParts;
  readonly #cached = new Map<string, CachedSelection>();

  constructor(parts: TradeQueriesParts) {
    this.#parts = parts;
  }

  async page(
    selection: TradeSelection,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<TradesPage | null> {
    const { reader } = this.#parts.cache;
    if (isNewestFirst(selection) && offset + limit <= newestRowCount) {
      return reader.newestTrades(selection.systemId, { offset, limit });
    }
    const selected = await this.#selectOnce(selection);
    if (selected === null) return null;
    const { rowIds, revision } = selected;
    return { trades: reader.tradesAt(rowIds.subarray(offset, offset + limit)), total: rowIds.length, revision };
  }

  async sum(systemId: string, filter: TradeFilter): Promise<{ sums: TradeSums; revision: number } | null> {
    const selected = await this.#selectOnce({ systemId, filter, sort: null });
    return selected === null ? null : { sums: selected.sums, revision: selected.revision };
  }

  #selectOnce(selection: TradeSelection): Promise<SelectAnswer> {
    const { cache } = this.#parts;
    const key = JSON.stringify(selection);
    const version = `${cache.generation()}/${cache.reader.tradesRevision(selection.systemId)}`;
    const previous = this.#cached.get(key);
    const current = previous?.version === version ? previous : { version, selected: this.#select(selection, key) };
    this.#cached.delete(key);
    this.#cached.set(key, current);
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > maxSelections && oldest !== undefined) this.#cached.delete(oldest);
    return current.selected;
  }

  async #select(selection: TradeSelection, key: string): Promise<SelectAnswer> {
    const { cache, log, select } = this.#parts;
    let answer: SelectAnswer = null;
    try {
      answer = await select({ ...selection, file: cache.file, generation: cache.generation() });
    } finally {
      if (answer === null) this.#cached.delete(key);
    }
    if (answer === null) log.error('trades.not-selected');
    return answer;
  }
}

const isNewestFirst = ({ filter, sort }: TradeSelection): boolean =>
  (sort === null || (sort.column === 'openedAt' && sort.descending)) && isUnfiltered(filter);

const isUnfiltered = ({ text, ids, ...bounds }: TradeFilter): boolean => {
  const { text: _text, ids: _ids, ...noBounds } = everyTrade;
  return text.trim() === '' && ids === null && isDeepStrictEqual(bounds, noBounds);
};
