import type { Cache } from '#core/cache/open-cache.ts';
import { ThreadLink } from '#core/ingest/thread-link.ts';
import type { Ports } from '#core/ports.ts';
import { TradeQueries } from './trade-queries.ts';

export type OpenTradeQueries = Pick<TradeQueries, 'page' | 'sum'> & { close(): Promise<void> };

/** Selections are made in a thread of their own, started by the first that is asked for. */
export function openTradeQueries(
  { ingestWorker, log }: Pick<Ports, 'ingestWorker' | 'log'>,
  cache: Cache,
): OpenTradeQueries {
  const thread = new ThreadLink({
    entry: ingestWorker,
    lost: () => ({ kind: 'selected', selected: null }),
    failed: () => log.error('trades.thread-failed'),
  });
  const queries = new TradeQueries({
    cache,
    log,
    select: async (request) => {
      const answer = await thread.ask({ kind: 'select', select: request });
      if (answer.kind === 'bug') throw new Error(`The trades could not be selected: ${answer.text}`);
      return answer.kind === 'selected' ? answer.selected : null;
    },
  });
  return {
    page: (selection, page) => queries.page(selection, page),
    sum: (systemId, filter) => queries.sum(systemId, filter),
    close: () => thread.stop(),
  };
}
