import type { KeepPolicy } from '#contract/model/storage.ts';
import type { Ingest } from '#core/ingest/ingest.ts';
import type { StoredRows } from '#core/ingest/worker-message.ts';
import type { OrderRow } from '#core/orders/order-row.ts';
import type { Owner } from '#core/orders/owner.ts';
import type { Clock } from '#core/ports.ts';
import { keptSignals } from './kept-signals.ts';

/** What is too old goes once a day, the first time when the start is over. */
const firstPruneMs = 60_000;
const pruneEveryMs = 86_400_000;

/** What is stored of the open connection. All work is done on the thread that stores answers. */
export interface SessionStorage {
  /** Null where it can not be counted now. `notes`: files of notes whose pictures are counted too. */
  rows(notes: readonly string[]): Promise<StoredRows | null>;
  /** Gives up what the policy does not keep. */
  prune(): Promise<void>;
  /** Null when it is done, else why not. */
  clear(history: boolean): Promise<string | null>;
  /** The same for the cache of a connection that is not open. */
  clearOther(file: string, kept: readonly string[]): Promise<string | null>;
  close(): void;
}

type Parts = {
  readonly ports: { readonly clock: Clock };
  readonly owner: Owner;
  readonly journal: { orders(): Iterable<OrderRow> };
  readonly keep: () => KeepPolicy;
};

export function openStorage(
  { ports: { clock }, owner, journal, keep }: Parts,
  session: { readonly sync: { forget(): void } },
  ingest: Pick<Ingest, 'rows' | 'prune' | 'clear'>,
): SessionStorage {
  const kept = (): string[] => keptSignals(journal.orders(), owner);
  const prune = async (): Promise<void> => {
    const { readingsDays, signalsDays } = keep();
    if (readingsDays === null && signalsDays === null) return;
    await ingest.prune({
      readingsBefore: before(clock, readingsDays),
      signalsBefore: before(clock, signalsDays),
      kept: kept(),
    });
  };
  let cancel: () => void;
  const later = (ms: number): void => {
    cancel = clock.after(ms, () => {
      later(pruneEveryMs);
      void prune();
    });
  };
  later(firstPruneMs);
  return {
    rows: (notes) => ingest.rows(notes),
    prune,
    clear: async (history) => {
      const trouble = await ingest.clear({ file: null, kept: kept(), history });
      if (trouble === null) session.sync.forget();
      return trouble;
    },
    clearOther: (file, ids) => ingest.clear({ file, kept: ids, history: false }),
    close: () => cancel(),
  };
}

/** Unix seconds so many days ago; null for no limit. */
export const before = (clock: Pick<Clock, 'now'>, days: number | null): number | null =>
  days === null ? null : Math.floor(clock.now() / 1_000) - days * 86_400;
