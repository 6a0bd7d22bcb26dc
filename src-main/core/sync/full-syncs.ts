import type { Text } from '#contract/message.ts';
import type { Dataset } from '#contract/model/status.ts';
import type { FullSyncProgress } from '#contract/model/full-sync-progress.ts';
import type { CacheReader } from '#core/cache/queries/cache-reader.ts';
import type { Ingest } from '#core/ingest/ingest.ts';
import type { Ports } from '#core/ports.ts';
import type { ReadingEnd } from './dataset-reader.ts';
import type { LastRead } from './reading-times.ts';
import type { DueRead, PastSignals } from './past-signals.ts';
import type { ReadTask } from './read-task.ts';
import { FullSync } from './full-sync.ts';

export type FullSyncsDeps = {
  readonly ports: Pick<Ports, 'clock'>;
  readonly cache: CacheReader;
  readonly ingest: Pick<Ingest, 'storeFullSync'>;
  readonly past: PastSignals;
  readonly paceMs: number;
  readonly retryMs: number;
  readonly taskOf: (systemId: string, dataset: Dataset) => ReadTask;
  readonly isWithheld: (systemId: string, dataset: Dataset) => boolean;
  /**
   * The last attempt to read. The monotonic time of a reading of an earlier run is computed from
   * its age.
   */
  readonly lastRead: (systemId: string, dataset: Dataset) => LastRead | null;
  /** Unix seconds; null for never. */
  readonly readAt: (systemId: string, dataset: Dataset) => number | null;
  /** Where the newest window begins, unix seconds. */
  readonly recentFrom: () => number;
};

/**
 * Full syncs of strategies, in the order in which they were started. An unfinished full sync is
 * recorded and continued in the next run.
 */
export class FullSyncs {
  readonly #deps: FullSyncsDeps;
  readonly #syncs = new Map<string, FullSync>();
  /** The strategies whose full sync continues in the next run. */
  readonly #recorded = new Set<string>();

  constructor(deps: FullSyncsDeps) {
    this.#deps = deps;
    for (const { systemId, since } of deps.cache.fullSyncs()) {
      this.#syncs.set(systemId, this.#create(systemId, since));
      this.#recorded.add(systemId);
    }
  }

  begin(systemId: string): void {
    if (this.#syncs.get(systemId)?.isOver === false) return;
    this.#syncs.set(systemId, this.#create(systemId));
    this.#recorded.add(systemId);
    this.#recordStart(systemId);
  }

  #recordStart(systemId: string): void {
    void this.#deps.ingest.storeFullSync(systemId, Math.floor(this.#deps.ports.clock.now() / 1_000));
  }

  cancel(systemId: string): void {
    const sync = this.#syncs.get(systemId);
    if (sync === undefined || sync.isOver) return;
    sync.end();
    this.#recordEnd(systemId);
  }

  /**
   * Stored data was deleted, so nothing is complete any more. The marks by which the next run
   * continues a full sync were deleted too, and are stored again.
   */
  forget(): void {
    for (const [systemId, sync] of this.#syncs) {
      if (sync.isOver) this.#syncs.delete(systemId);
      else this.#recordStart(systemId);
    }
  }

  /** Null if no full sync needs a read. */
  next(): DueRead | null {
    // The earliest one: a full sync that waits after a failed read must not stop the others.
    let first: DueRead | null = null;
    for (const sync of this.#syncs.values()) {
      const next = sync.next();
      if (next !== null && (first === null || next.dueAt < first.dueAt)) first = next;
    }
    return first;
  }

  /** Called for each background read. */
  started(task: ReadTask, now: number): void {
    const sync = this.#syncs.get(task.systemId);
    if (sync?.needs(task) === true) sync.readingStarted(task, now);
  }

  /** Notes the end of a reading that a full sync waits for, even if another caller began it. */
  ended(task: ReadTask, end: ReadingEnd, now: number): void {
    const sync = this.#syncs.get(task.systemId);
    if (sync === undefined) return;
    if (sync.isWaitingFor(task)) sync.readingEnded(task, end, now);
    if (!this.#recorded.has(task.systemId) || !sync.isOver) return;
    sync.end();
    this.#recordEnd(task.systemId);
  }

  progress(systemId: string, blockedBy: Text | null): FullSyncProgress | null {
    return this.#syncs.get(systemId)?.progress(blockedBy) ?? null;
  }

  #recordEnd(systemId: string): void {
    if (this.#recorded.delete(systemId)) void this.#deps.ingest.storeFullSync(systemId, null);
  }

  /** `recordedAt` is when the full sync began in an earlier run, in unix seconds. */
  #create(systemId: string, recordedAt = Infinity): FullSync {
    const { ports, past, taskOf, isWithheld, lastRead, readAt, recentFrom, paceMs, retryMs } = this.#deps;
    const beganAt = ports.clock.monotonic();
    // The wall clock may be set back, so it only counts for readings of an earlier run.
    const isReadInThisRun = (dataset: Dataset): boolean => {
      const last = lastRead(systemId, dataset);
      return last !== null && last.at >= beganAt && last.failures === 0 && last.failing === null;
    };
    return new FullSync({
      isRead: (dataset) => isReadInThisRun(dataset) || (readAt(systemId, dataset) ?? -1) >= recordedAt,
      isWithheld: (dataset) => isWithheld(systemId, dataset),
      taskOf: (dataset) => taskOf(systemId, dataset),
      nextWindow: () => past.nextHistory(systemId, recentFrom()),
      windowsLeft: () => past.historyLeft(systemId, recentFrom()),
      paceMs,
      retryMs,
    });
  }
}
