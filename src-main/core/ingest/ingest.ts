// The main thread's side of the ingest. Jobs run one after the other: there is one thread, and
// answers of one strategy must be stored in the order of their arrival. When the thread dies, the
// answers that wait for it are lost, and the thread is replaced.
import type { Message, Text } from '#contract/message.ts';
import type { Cache } from '#core/cache/queries/open-cache.ts';
import type { ReadingKey } from '#core/cache/queries/readings.ts';
import type { History } from '#core/history/open-history.ts';
import type { Log } from '#core/ports.ts';
import type { ReportWithBasis, ReportQuery } from '#core/report/report-query.ts';
import { ThreadLink } from '#core/thread-link.ts';
import { emptyOutcome, type IngestJob, type IngestOutcome } from './ingest-job.ts';
import type { PruneLimits, StoredCounts, StoreRequest, WorkerAnswer, WorkerQuestion } from './worker-message.ts';

const crashed: Message = { code: 'read.crashed' };

/** An answer of this size or more is read by a thread that ends afterwards. */
const bigBytes = 16 * 1024 * 1024;

const closed: Message = { code: 'store.closed' };

/**
 * The outcome in an answer. A query handles its own kinds of answer before it calls this, so here
 * an answer without an outcome is a fault and counts as a crash.
 */
const outcomeOf = (answer: WorkerAnswer): IngestOutcome =>
  answer.kind === 'outcome' ? answer.outcome : emptyOutcome('crashed', crashed);

/**
 * `history`: where past readings are recorded. `releaseFile`: closes the cache file wherever else
 * it is open. `rebuilt`: a damaged cache was replaced by an empty one.
 */
export type IngestDeps = {
  readonly history: Pick<History, 'file' | 'reportNotRecorded'> | null;
  readonly releaseFile: () => Promise<void>;
  readonly rebuilt: () => void;
};

const noDeps: IngestDeps = { history: null, releaseFile: () => Promise.resolve(), rebuilt: () => undefined };

export class Ingest {
  readonly #cache: Cache;
  readonly #deps: IngestDeps;
  readonly #log: Log;
  readonly #thread: ThreadLink<WorkerQuestion, WorkerAnswer>;
  readonly #unsubscribe: () => void;
  /** Set while the thread is being ended or the file replaced; jobs wait for that. */
  #interruption: Promise<void> | null = null;
  /** Set while the file is being replaced. It is then the interruption too. */
  #rebuilding: Promise<void> | null = null;
  #isClosed = false;

  constructor(entry: URL, cache: Cache, log: Log, deps: Partial<IngestDeps> = {}) {
    this.#cache = cache;
    this.#deps = { ...noDeps, ...deps };
    this.#log = log;
    this.#thread = new ThreadLink<WorkerQuestion, WorkerAnswer>({
      entry,
      lostAnswer: () => ({ kind: 'outcome', outcome: emptyOutcome('crashed', crashed) }),
      failed: () => log.error('ingest.thread-failed'),
    });
    this.#unsubscribe = cache.onDamage(() => void this.#rebuild());
  }

  /** `bytes` are transferred: they are empty here afterwards. */
  async run(job: IngestJob, bytes: Uint8Array): Promise<IngestOutcome> {
    await this.#interruption;
    const isBig = bytes.byteLength >= bigBytes;
    const outcome = await this.#ask({ kind: 'ingest', job, bytes }, bytes);
    if (isBig) await this.#endThread();
    if (outcome.damaged) await this.#rebuild();
    if (outcome.notRecorded !== null) this.#deps.history?.reportNotRecorded(outcome.notRecorded);
    if (outcome.bad > 0) this.#log.warn('ingest.bad-records', { dataset: job.dataset, bad: outcome.bad });
    return outcome;
  }

  /** Stores why a read got no answer, beside the data that the answer would have renewed. */
  async storeFailure(reading: ReadingKey, text: Text): Promise<void> {
    await this.#interruption;
    await this.#ask({ kind: 'failure', reading, text });
  }

  /**
   * Marks a full sync, so that the next run continues it. `since`: unix seconds; null when it has
   * ended.
   */
  async storeFullSync(systemId: string, since: number | null): Promise<void> {
    await this.#interruption;
    await this.#ask({ kind: 'full-sync', systemId, since });
  }

  /**
   * Figures over the stored data, or why they cannot be computed now. Throws for a bug.
   */
  async report(query: ReportQuery): Promise<ReportWithBasis | { readonly failure: Text }> {
    await this.#interruption;
    if (this.#isClosed) return { failure: closed };
    const answer = await this.#startedThread().ask({ kind: 'report', query });
    if (answer.kind === 'report') return answer.report;
    if (answer.kind === 'bug') throw new Error(`The figures could not be made: ${answer.text}`);
    const outcome = outcomeOf(answer);
    if (outcome.damaged) await this.#rebuild();
    return { failure: outcome.text };
  }

  /**
   * Counts of the stored rows, and of the pictures in the notes files at these paths. Null if they
   * cannot be counted now. Throws for a bug.
   */
  async countRows(notes: readonly string[]): Promise<StoredCounts | null> {
    await this.#interruption;
    if (this.#isClosed) return null;
    const answer = await this.#startedThread().ask({ kind: 'rows', notes });
    if (answer.kind === 'bug') throw new Error(`The rows could not be counted: ${answer.text}`);
    if (answer.kind === 'rows') return answer.rows;
    if (outcomeOf(answer).damaged) await this.#rebuild();
    return null;
  }

  /** Whether the disk, which was full, has room for answers again. */
  async hasDiskSpace(): Promise<boolean> {
    await this.#interruption;
    return (await this.#ask({ kind: 'room' })).verdict === 'ok';
  }

  /** Deletes older data in parts, between which answers are stored. */
  async prune(limits: PruneLimits): Promise<void> {
    for (let deleted = 1, hasDeleted = false; deleted > 0; hasDeleted = true) {
      await this.#interruption;
      deleted = (await this.#ask({ kind: 'prune', limits })).changed;
      if (deleted === 0 && hasDeleted) await this.#ask({ kind: 'shrink' });
    }
  }

  /**
   * Returns null when the data is cleared, otherwise why it is not. `file`: the cache of a
   * connection that is not open; null is the open one.
   */
  async clear(request: Omit<Extract<StoreRequest, { kind: 'clear' }>, 'kind'>): Promise<Text | null> {
    await this.#interruption;
    const { verdict, text } = await this.#ask({ kind: 'clear', ...request });
    return verdict === 'ok' ? null : text;
  }

  /** Resolves when the thread has stored its jobs and closed the file. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unsubscribe();
    await this.#interruption;
    await this.#stop();
  }

  async #ask(message: StoreRequest, transferred?: Uint8Array): Promise<IngestOutcome> {
    if (this.#isClosed) return emptyOutcome('not-stored', closed);
    const transfer = transferred?.buffer instanceof ArrayBuffer ? [transferred.buffer] : [];
    return outcomeOf(await this.#startedThread().ask(message, transfer));
  }

  /** Returns the thread, and starts it if needed. A new thread opens its file first. */
  #startedThread(): ThreadLink<WorkerQuestion, WorkerAnswer> {
    if (this.#thread.isRunning) return this.#thread;
    void this.#thread
      .ask({ kind: 'open', file: this.#cache.file, history: this.#deps.history?.file ?? null })
      .then((answer) => {
        const { verdict, notRecorded } = outcomeOf(answer);
        if (verdict !== 'ok') this.#log.error('ingest.not-opened');
        if (notRecorded !== null) this.#deps.history?.reportNotRecorded(notRecorded);
      });
    return this.#thread;
  }

  /**
   * A thread does not release the memory it once needed. After a large answer it ends, and the next
   * job starts another.
   */
  async #endThread(): Promise<void> {
    if (this.#isClosed) return;
    this.#interruption ??= this.#stop().finally(() => {
      this.#interruption = null;
    });
    await this.#interruption;
  }

  async #stop(): Promise<void> {
    if (!this.#thread.isRunning) return;
    await this.#thread.ask({ kind: 'close' });
    await this.#thread.stop();
  }

  /**
   * Only one rebuild runs at a time. Never rejects: if a damaged file cannot be quarantined, the
   * next damaged read tries again.
   */
  async #rebuild(): Promise<void> {
    // The thread may be ending after a large answer, which replaces no file.
    while (this.#interruption !== this.#rebuilding) await this.#interruption;
    if (this.#isClosed) return;
    this.#rebuilding ??= this.#replaceFile()
      .then(this.#deps.rebuilt)
      .catch((error: unknown) => {
        const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : null;
        this.#log.error('cache.not-rebuilt', { code: typeof code === 'string' ? code : 'unknown' });
      })
      .finally(() => {
        this.#rebuilding = null;
        this.#interruption = null;
      });
    this.#interruption = this.#rebuilding;
    await this.#rebuilding;
  }

  /** The threads close the damaged file. An empty file replaces it, and the next job opens it. */
  async #replaceFile(): Promise<void> {
    await Promise.all([this.#stop(), this.#deps.releaseFile()]);
    this.#cache.rebuild();
  }
}
