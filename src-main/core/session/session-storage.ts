import type { Text } from '#contract/message.ts';
import type { RetentionPolicy } from '#contract/model/storage.ts';
import type { Ingest } from '#core/ingest/ingest.ts';
import type { StoredCounts } from '#core/ingest/worker-message.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import type { Owner } from '#core/owner.ts';
import type { PlatformConnection } from '#core/platform/connection.ts';
import type { Clock } from '#core/ports.ts';
import { retainedSignals } from './retained-signals.ts';

/**
 * Old data is pruned a minute after the connection opens, then once a day. While the platform has
 * not said what time it is, this is tried again every minute.
 */
const firstPruneMs = 60_000;
const pruneEveryMs = 86_400_000;

/** The stored data of the open connection. All work is done on the ingest thread. */
export interface SessionStorage {
  /**
   * Counts the stored rows, and the pictures in the notes files at these paths. Null when they
   * cannot be counted now.
   */
  counts(notesPaths: readonly string[]): Promise<StoredCounts | null>;
  /**
   * Deletes data beyond the retention policy. While the platform's time is not known it deletes
   * nothing and tries again every minute.
   */
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
  session: { readonly sync: { forget(): void }; readonly connection: Pick<PlatformConnection, 'clockOffsetMs'> },
  ingest: Pick<Ingest, 'countRows' | 'prune' | 'clear'>,
): SessionStorage {
  const retained = (): string[] => retainedSignals(journal.orders(), owner);
  let isClosed = false;
  let cancel = (): void => undefined;
  const schedule = (ms: number): void => {
    cancel();
    if (isClosed) return;
    cancel = clock.after(ms, () => {
      schedule(pruneEveryMs);
      void prune();
    });
  };
  const prune = async (): Promise<void> => {
    const { readingsDays, signalsDays } = retention();
    if (readingsDays === null && signalsDays === null) return;
    const offsetMs = session.connection.clockOffsetMs();
    if (offsetMs === null) return schedule(firstPruneMs);
    // If the clock of this computer is ahead, the platform's time is used: past readings that are
    // deleted too early cannot be read again.
    const now = clock.now() + Math.min(0, offsetMs);
    await ingest.prune({
      readingsBefore: daysAgo(now, readingsDays),
      signalsBefore: daysAgo(now, signalsDays),
      retainedIds: retained(),
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
    close: () => {
      isClosed = true;
      cancel();
    },
  };
}

/** Unix seconds of the time `days` days before `nowMs`; null for no limit. */
export const daysAgo = (nowMs: number, days: number | null): number | null =>
  days === null ? null : Math.floor(nowMs / 1_000) - days * 86_400;
