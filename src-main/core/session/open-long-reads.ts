import type { WorkerAnswer, WorkerQuestion } from '#core/ingest/worker-message.ts';
import type { ComparedList, ListToCompare } from '#core/trades/list-comparison.ts';
import type { EquityCurve } from '#contract/model/equity.ts';
import type { Cache } from '#core/cache/queries/open-cache.ts';
import { ThreadLink } from '#core/thread-link.ts';
import type { Ports } from '#core/ports.ts';
import { TradeQueries } from '#core/trades/trade-queries.ts';

/** Reads of stored data that would delay an order too long if it had to wait for them. */
export type LongReads = Pick<TradeQueries, 'page' | 'sum'> & {
  /** Null if the file could not be read: an empty curve would mean that there is no data. */
  equity(systemId: string, plan: string): Promise<EquityCurve | null>;
  /**
   * Compares a list of trades from the platform with the stored trades. `listed.bytes` are
   * transferred to the thread and are empty here afterwards.
   */
  compareTrades(listed: ListToCompare): Promise<ComparedList>;
  close(): Promise<void>;
};

/** These reads run in a thread of their own, which the first of them starts. */
export function openLongReads({ ingestWorker, log }: Pick<Ports, 'ingestWorker' | 'log'>, cache: Cache): LongReads {
  const thread = new ThreadLink<WorkerQuestion, WorkerAnswer>({
    entry: ingestWorker,
    lostAnswer: () => ({ kind: 'unread' }),
    failed: () => log.error('long-reads.thread-failed'),
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
    async equity(systemId, plan) {
      const answer = await thread.ask({ kind: 'equity', file: cache.file, key: { systemId, plan } });
      if (answer.kind === 'bug') throw new Error(`The equity could not be read: ${answer.text}`);
      if (answer.kind === 'equity') return answer.curve;
      log.error('equity.not-read');
      return null;
    },
    async compareTrades(listed) {
      const { buffer } = listed.bytes;
      const transfer = buffer instanceof ArrayBuffer ? [buffer] : [];
      const answer = await thread.ask({ kind: 'compare-trades', file: cache.file, listed }, transfer);
      if (answer.kind === 'bug') throw new Error(`The trades could not be compared: ${answer.text}`);
      return answer.kind === 'compared' ? answer.compared : { failure: { code: 'review.not-readable', of: 'trades' } };
    },
    close: () => thread.stop(),
  };
}
