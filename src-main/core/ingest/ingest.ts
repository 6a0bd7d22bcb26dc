// The main thread's side of the ingest. One job after the other: the thread is one, and answers of one strategy must be
// stored in the order in which they came. A thread that dies takes only the answer it died of with it, and is replaced.
import { Worker } from 'node:worker_threads';
import type { Cache } from '#core/cache/open-cache.ts';
import type { Reading } from '#core/cache/readings.ts';
import type { Log } from '#core/ports.ts';
import type { MadeReport, ReportQuery } from '#core/report/report-query.ts';
import { failedOutcome, type IngestJob, type IngestOutcome } from './ingest-job.ts';
import type { WorkerAnswer, WorkerReply, WorkerRequest } from './worker-message.ts';

type Waiting = { readonly settle: (answer: WorkerAnswer) => void };

/** Distributes over the union, so that each kind keeps its own members. */
type WithoutId<Request> = Request extends unknown ? Omit<Request, 'id'> : never;

const diedText = 'The thread that reads answers stopped at this one; what was known before stays.';

const closedText = 'The stored data is closed.';

/** Only a report is answered by anything else. */
const outcomeOf = (answer: WorkerAnswer): IngestOutcome =>
  answer.kind === 'outcome' ? answer.outcome : failedOutcome('crashed', diedText);

export class Ingest {
  readonly #entry: URL;
  readonly #cache: Cache;
  readonly #log: Log;
  readonly #waiting = new Map<number, Waiting>();
  readonly #release: () => void;
  #worker: Worker | null = null;
  #lastId = 0;
  #rebuilding: Promise<void> | null = null;
  #isClosed = false;

  constructor(entry: URL, cache: Cache, log: Log) {
    this.#entry = entry;
    this.#cache = cache;
    this.#log = log;
    this.#release = cache.onDamage(() => void this.#rebuild());
  }

  /** `bytes` are handed over: they are empty here afterwards. */
  async run(job: IngestJob, bytes: Uint8Array): Promise<IngestOutcome> {
    await this.#rebuilding;
    const outcome = await this.#ask({ kind: 'ingest', job, bytes }, bytes);
    if (outcome.damaged) await this.#rebuild();
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
    const answer = await this.#post(this.#worker ?? this.#start(), { kind: 'report', query });
    if (answer.kind === 'report') return answer.made;
    if (answer.kind === 'bug') throw new Error(`The figures could not be made: ${answer.text}`);
    if (answer.outcome.damaged) await this.#rebuild();
    return answer.outcome.text;
  }

  /** Resolves when the thread has stored what it was given and let go of the file. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#release();
    await this.#rebuilding;
    await this.#stop();
  }

  async #ask(message: WithoutId<WorkerRequest>, transferred?: Uint8Array): Promise<IngestOutcome> {
    if (this.#isClosed) return failedOutcome('not-stored', closedText);
    return outcomeOf(await this.#post(this.#worker ?? this.#start(), message, transferred));
  }

  #post(worker: Worker, message: WithoutId<WorkerRequest>, transferred?: Uint8Array): Promise<WorkerAnswer> {
    return new Promise((settle) => {
      this.#lastId += 1;
      this.#waiting.set(this.#lastId, { settle });
      const transfer = transferred?.buffer instanceof ArrayBuffer ? [transferred.buffer] : [];
      worker.postMessage({ ...message, id: this.#lastId }, transfer);
    });
  }

  #start(): Worker {
    const worker = new Worker(this.#entry);
    worker.on('message', ({ id, ...answer }: WorkerReply) => {
      this.#waiting.get(id)?.settle(answer);
      this.#waiting.delete(id);
    });
    worker.on('error', () => this.#log.error('ingest.thread-failed'));
    worker.on('exit', () => {
      if (this.#worker === worker) this.#lost();
    });
    this.#worker = worker;
    void this.#post(worker, { kind: 'open', file: this.#cache.file }).then((answer) => {
      if (outcomeOf(answer).verdict !== 'ok') this.#log.error('ingest.not-opened');
    });
    return worker;
  }

  /** Everything that was with the thread is answered; the next job starts another. */
  #lost(): void {
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { settle } of waiting) settle({ kind: 'outcome', outcome: failedOutcome('crashed', diedText) });
  }

  async #stop(): Promise<void> {
    const worker = this.#worker;
    if (worker === null) return;
    await this.#post(worker, { kind: 'close' });
    this.#worker = null;
    await worker.terminate();
  }

  /** The thread lets go of the file, the cache begins an empty one, the next job opens it. */
  async #rebuild(): Promise<void> {
    this.#rebuilding ??= this.#stop().then(() => {
      this.#cache.rebuild();
      this.#rebuilding = null;
    });
    await this.#rebuilding;
  }
}
