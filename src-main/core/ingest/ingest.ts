// The main thread's side of the ingest. One job after the other: the thread is one, and answers of one strategy must be
// stored in the order in which they came. A thread that dies takes only the answer it died of with it, and is replaced.
import type { Cache } from '#core/cache/open-cache.ts';
import type { Reading } from '#core/cache/readings.ts';
import type { History } from '#core/history/open-history.ts';
import type { Log } from '#core/ports.ts';
import type { MadeReport, ReportQuery } from '#core/report/report-query.ts';
import { failedOutcome, type IngestJob, type IngestOutcome } from './ingest-job.ts';
import { ThreadLink } from './thread-link.ts';
import type { PruneLimits, StoredRows, StoreRequest, WorkerAnswer } from './worker-message.ts';

const diedText = 'The thread that reads answers stopped at this one; what was known before stays.';

/** An answer from this size on is read by a thread that ends after it. */
const bigBytes = 16 * 1024 * 1024;

const closedText = 'The stored data is closed.';

/** Only questions are answered by anything else. */
const outcomeOf = (answer: WorkerAnswer): IngestOutcome =>
  answer.kind === 'outcome' ? answer.outcome : failedOutcome('crashed', diedText);

/**
 * `history`: where past readings are kept. `letGo`: whoever else has the cache file open closes it. `rebuilt`: a damaged cache was
 * replaced by what could be read of it.
 */
export type BesideIngest = {
  readonly history: Pick<History, 'file' | 'notKept'> | null;
  readonly letGo: () => Promise<void>;
  readonly rebuilt: () => void;
};

const nobody: BesideIngest = { history: null, letGo: () => Promise.resolve(), rebuilt: () => undefined };

export class Ingest {
  readonly #cache: Cache;
  readonly #beside: BesideIngest;
  readonly #log: Log;
  readonly #thread: ThreadLink;
  readonly #release: () => void;
  /** The thread is being ended or the file replaced; jobs wait for that. */
  #rebuilding: Promise<void> | null = null;
  #isClosed = false;

  constructor(entry: URL, cache: Cache, log: Log, beside: Partial<BesideIngest> = {}) {
    this.#cache = cache;
    this.#beside = { ...nobody, ...beside };
    this.#log = log;
    this.#thread = new ThreadLink({
      entry,
      lost: () => ({ kind: 'outcome', outcome: failedOutcome('crashed', diedText) }),
      failed: () => log.error('ingest.thread-failed'),
    });
    this.#release = cache.onDamage(() => void this.#rebuild());
  }

  /** `bytes` are handed over: they are empty here afterwards. */
  async run(job: IngestJob, bytes: Uint8Array): Promise<IngestOutcome> {
    await this.#rebuilding;
    const isBig = bytes.byteLength >= bigBytes;
    const outcome = await this.#ask({ kind: 'ingest', job, bytes }, bytes);
    if (isBig) await this.#giveBack();
    if (outcome.damaged) await this.#rebuild();
    if (outcome.notKept !== null) this.#beside.history?.notKept(outcome.notKept);
    if (outcome.bad > 0) this.#log.warn('ingest.bad-records', { dataset: job.dataset, bad: outcome.bad });
    return outcome;
  }

  /** A read that got no answer: the reason is stored beside the data it would have renewed. */
  async noteFailure(reading: Reading, text: string): Promise<void> {
    await this.#rebuilding;
    await this.#ask({ kind: 'failure', reading, text });
  }

  /** Figures over what is stored; one sentence instead where they can not be made now. Throws for a bug. */
  async report(query: ReportQuery): Promise<MadeReport | string> {
    await this.#rebuilding;
    if (this.#isClosed) return closedText;
    const answer = await this.#started().ask({ kind: 'report', query });
    if (answer.kind === 'report') return answer.made;
    if (answer.kind === 'bug') throw new Error(`The figures could not be made: ${answer.text}`);
    const outcome = outcomeOf(answer);
    if (outcome.damaged) await this.#rebuild();
    return outcome.text;
  }

  /** Counts of what is stored; null where they can not be made now. Throws for a bug. */
  async rows(notes: readonly string[]): Promise<StoredRows | null> {
    await this.#rebuilding;
    if (this.#isClosed) return null;
    const answer = await this.#started().ask({ kind: 'rows', notes });
    if (answer.kind === 'bug') throw new Error(`The rows could not be counted: ${answer.text}`);
    if (answer.kind === 'rows') return answer.rows;
    if (outcomeOf(answer).damaged) await this.#rebuild();
    return null;
  }

  /** Whether an answer can be stored again after the disk was full. */
  async hasRoom(): Promise<boolean> {
    await this.#rebuilding;
    return (await this.#ask({ kind: 'room' })).verdict === 'ok';
  }

  /** Gives up what is older, in parts between which answers are stored. */
  async prune(limits: PruneLimits): Promise<void> {
    for (let gone = 1, some = false; gone > 0; some = true) {
      await this.#rebuilding;
      gone = (await this.#ask({ kind: 'prune', limits })).changed;
      if (gone === 0 && some) await this.#ask({ kind: 'shrink' });
    }
  }

  /** Null when it is done, else why not. `file`: of a connection that is not in use; null is the one that is. */
  async clear(request: Omit<Extract<StoreRequest, { kind: 'clear' }>, 'kind'>): Promise<string | null> {
    await this.#rebuilding;
    const { verdict, text } = await this.#ask({ kind: 'clear', ...request });
    return verdict === 'ok' ? null : text;
  }

  /** Resolves when the thread has stored what it was given and let go of the file. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#release();
    await this.#rebuilding;
    await this.#stop();
  }

  async #ask(message: StoreRequest, transferred?: Uint8Array): Promise<IngestOutcome> {
    if (this.#isClosed) return failedOutcome('not-stored', closedText);
    const transfer = transferred?.buffer instanceof ArrayBuffer ? [transferred.buffer] : [];
    return outcomeOf(await this.#started().ask(message, transfer));
  }

  /** A thread that was just started is told its file before anything else. */
  #started(): ThreadLink {
    if (this.#thread.isRunning) return this.#thread;
    void this.#thread
      .ask({ kind: 'open', file: this.#cache.file, history: this.#beside.history?.file ?? null })
      .then((answer) => {
        const { verdict, notKept } = outcomeOf(answer);
        if (verdict !== 'ok') this.#log.error('ingest.not-opened');
        if (notKept !== null) this.#beside.history?.notKept(notKept);
      });
    return this.#thread;
  }

  /** A thread keeps the memory that it needed once: after a big answer it ends, and the next job starts another. */
  async #giveBack(): Promise<void> {
    if (this.#isClosed) return;
    this.#rebuilding ??= this.#stop().finally(() => {
      this.#rebuilding = null;
    });
    await this.#rebuilding;
  }

  async #stop(): Promise<void> {
    if (!this.#thread.isRunning) return;
    await this.#thread.ask({ kind: 'close' });
    await this.#thread.stop();
  }

  /** One at a time; never rejects: the damage of a file that could not be set aside is met, and this tried, again. */
  async #rebuild(): Promise<void> {
    this.#rebuilding ??= this.#replaced()
      .then(this.#beside.rebuilt)
      .catch((error: unknown) => {
        const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : null;
        this.#log.error('cache.not-rebuilt', { code: typeof code === 'string' ? code : 'unknown' });
      })
      .finally(() => {
        this.#rebuilding = null;
      });
    await this.#rebuilding;
  }

  /** The threads let go of the file, what can be read of it goes into a new one, the next job opens that. */
  async #replaced(): Promise<void> {
    await Promise.all([this.#stop(), this.#beside.letGo()]);
    const { file } = this.#cache;
    const answer = await this.#thread.ask({ kind: 'salvage', file, to: this.#cache.salvagePath() });
    // It was started without a file.
    await this.#thread.stop();
    if (answer.kind !== 'salvaged') throw new Error(answer.kind === 'bug' ? answer.text : diedText);
    this.#cache.rebuild(answer.salvaged);
  }
}
