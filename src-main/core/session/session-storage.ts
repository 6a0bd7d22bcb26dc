import type { Text } from '#contract/message.ts';
import type { RetentionPolicy } from '#contract/model/storage.ts';
import type { Ingest } from '#core/ingest/ingest.ts';
import type { StoredCounts } from '#core/ingest/worker-message.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import type { Owner } from '#core/owner.ts';
import type { Clock } from '#core/ports.ts';
import { retainedSignals } from './retained-signals.ts';

/** Old data is pruned a minute after the connection opens, then once a day. */
const firstPruneMs = 60_000;
const pruneEveryMs = 86_400_000;

/** The stored data of the open connection. All work is done on the ingest thread. */
export interface SessionStorage {
  /**
   * Counts the stored rows, and the pictures in the notes files at these paths. Null when they
   * cannot be counted now.
   */
  counts(notesPaths: readonly string[]): Promise<StoredCounts | null>;
  /** Deletes data beyond the retention policy. */
  prune(): Promise<void>;
  /** Clears the cache, and the history too if `withHistory`. Null on success, else the reason. */
  clear(withHistory: boolean): Promise<Text | null>;
  /** Clears the cache of a connection that is not open. Null on success, else the reason. */
  clearOther(file: string, retained: readonly string[]): Promise<Text | null>;
  close(): void;
}

type Parts = {
  readonly ports: { readonly clock: Clock };
  readonly owner: Owner;
  readonly journal: { orders(): Iterable<OrderRow> };
  readonly retention: () => RetentionPolicy;
};

export function openStorage(
  { ports: { clock }, owner, journal, retention }: Parts,
  session: { readonly sync: { forget(): void } },
  ingest: Pick<Ingest, 'countRows' | 'prune' | 'clear'>,
): SessionStorage {
  const retained = (): string[] => retainedSignals(journal.orders(), owner);
  const prune = async (): Promise<void> => {
    const { readingsDays, signalsDays } = retention();
    if (readingsDays === null && signalsDays === null) return;
    await ingest.prune({
      readingsBefore: daysAgo(clock, readingsDays),
      signalsBefore: daysAgo(clock, signalsDays),
      retainedIds: retained(),
    });
  };
  let cancel: () => void;
  const schedule = (ms: number): void => {
    cancel = clock.after(ms, () => {
      schedule(pruneEveryMs);
      void prune();
    });
  };
  schedule(firstPruneMs);
  return {
    counts: (notesPaths) => ingest.countRows(notesPaths),
    prune,
    clear: async (withHistory) => {
      const failure = await ingest.clear({ file: null, retainedIds: retained(), history: withHistory });
      if (failure === null) session.sync.forget();
      return failure;
    },
    clearOther: (file, ids) => ingest.clear({ file, retainedIds: ids, history: false }),
    close: () => cancel(),
  };
}

/** Unix seconds of the time `days` days ago; null for no limit. */
export const daysAgo = (clock: Pick<Clock, 'now'>, days: number | null): number | null =>
  days === null ? null : Math.floor(clock.now() / 1_000) - days * 86_400;
