import type { Dataset } from '#contract/model/status.ts';
import type { WholeReading } from '#contract/model/whole-reading.ts';
import type { ReadingEnd } from './dataset-reader.ts';
import { taskKey, type ReadTask } from './read-task.ts';

/** The present first: a window that is looked at meanwhile is complete soon. Signals come last, they take the longest. */
const order: readonly Dataset[] = [
  'signalsWorking',
  'tradesOpen',
  'margin',
  'details',
  'desired',
  'trades',
  'equity',
  'subscribers',
  'signalsAll',
];

export type WholeReadFacts = {
  /** Since this began. */
  readonly isRead: (dataset: Dataset) => boolean;
  readonly taskOf: (dataset: Dataset) => ReadTask;
  /** The next window of the past that was not read; null when there is none. */
  readonly nextWindow: () => ReadTask | null;
  /** How many windows there are still, at their present width. */
  readonly windowsLeft: () => number;
  /** Between two starts, before anything was measured. */
  readonly paceMs: number;
  readonly retryMs: number;
};

/**
 * Reads a strategy whole, one request after the other, in whatever time the others leave. It keeps nothing of its own: what
 * was read stands in the cache with its age and its windows, so that it goes on after a crash where it was.
 */
export class WholeRead {
  readonly #facts: WholeReadFacts;
  readonly #refused = new Set<Dataset>();
  #task: ReadTask | null = null;
  #isUnderWay = false;
  #startedAt = 0;
  /** Milliseconds of the requests that were answered. */
  #spentMs = 0;
  #answered = 0;
  #records = 0;
  #pausedUntil = -Infinity;
  #trouble = '';
  #isCanceled = false;

  constructor(facts: WholeReadFacts) {
    this.#facts = facts;
  }

  get isOver(): boolean {
    return this.#isCanceled || (this.#leftOf(order) === 0 && this.#facts.nextWindow() === null);
  }

  /** What to read next, and from when on (monotonic ms); null when it is over or under way. */
  next(): { readonly task: ReadTask; readonly dueAt: number } | null {
    if (this.#isUnderWay || this.#isCanceled) return null;
    const dataset = order.find((one) => this.#isLeft(one));
    const task = dataset === undefined ? this.#facts.nextWindow() : this.#facts.taskOf(dataset);
    return task === null ? null : { task, dueAt: this.#pausedUntil };
  }

  started(task: ReadTask, now: number): void {
    this.#task = task;
    this.#isUnderWay = true;
    this.#startedAt = now;
  }

  /** By what it reads: another asker's reading of the same may have been joined. */
  isWaitingFor(task: ReadTask): boolean {
    return this.#isUnderWay && this.#task !== null && taskKey(this.#task) === taskKey(task);
  }

  ended({ dataset }: ReadTask, end: ReadingEnd, now: number): void {
    this.#isUnderWay = false;
    if (end.kind === 'failed' && end.refused && isOrdered(dataset)) this.#refused.add(dataset);
    if (end.kind !== 'read' && !(end.kind === 'failed' && end.refused)) {
      this.#trouble = end.text;
      this.#pausedUntil = now + this.#facts.retryMs;
      return;
    }
    this.#trouble = '';
    this.#answered += 1;
    this.#spentMs += now - this.#startedAt;
    if (end.kind === 'read') this.#records += end.outcome.records;
  }

  cancel(): void {
    this.#isCanceled = true;
  }

  /** `hindrance`: why nothing is read at all now; null when there is none. */
  progress(hindrance: string | null): WholeReading {
    const isDone = !this.#isCanceled && this.isOver;
    // Nothing is left of what is done, whatever is written to the cache between two looks at it.
    const left = isDone ? 0 : this.#leftOf(order) + this.#facts.windowsLeft();
    const text = hindrance ?? this.#trouble;
    const dataset = this.#task?.dataset;
    return {
      state: this.#isCanceled ? 'canceled' : isDone ? 'done' : text === '' ? 'running' : 'waiting',
      dataset: dataset !== undefined && isOrdered(dataset) ? dataset : 'signalsWorking',
      from: this.#task?.window?.from ?? null,
      to: this.#task?.window?.to ?? null,
      done: this.#answered,
      total: this.#answered + left,
      records: this.#records,
      secondsLeft: this.#answered === 0 ? null : Math.ceil((left * this.#meanMs()) / 1_000),
      refused: [...this.#refused],
      text,
    };
  }

  #meanMs(): number {
    return Math.max(this.#facts.paceMs, this.#spentMs / this.#answered);
  }

  #leftOf(datasets: readonly Dataset[]): number {
    return datasets.filter((one) => this.#isLeft(one)).length;
  }

  #isLeft(dataset: Dataset): boolean {
    return !this.#refused.has(dataset) && !this.#facts.isRead(dataset);
  }
}

const isOrdered = (dataset: ReadTask['dataset']): dataset is Dataset => order.some((one) => one === dataset);
