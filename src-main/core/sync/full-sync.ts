import type { Text } from '#contract/message.ts';
import type { Dataset } from '#contract/model/status.ts';
import type { FullSyncProgress } from '#contract/model/full-sync-progress.ts';
import type { ReadingEnd } from './dataset-reader.ts';
import { taskKey, type ReadTask } from './read-task.ts';

/**
 * The current data is first, so that the screen is complete soon. The list of all signals is last,
 * because it takes longest.
 */
const readingOrder: readonly Dataset[] = [
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

export type FullSyncParts = {
  /** Whether the dataset was read since the full sync began. */
  readonly isRead: (dataset: Dataset) => boolean;
  /** Whether only the owner of the strategy may read the dataset, and another person owns it. */
  readonly isWithheld: (dataset: Dataset) => boolean;
  readonly taskOf: (dataset: Dataset) => ReadTask;
  /** The next window of the past that was not read; null when there is none. */
  readonly nextWindow: () => ReadTask | null;
  /** How many windows remain, at their current width. */
  readonly windowsLeft: () => number;
  /** The least time that one request is assumed to take. */
  readonly paceMs: number;
  readonly retryMs: number;
};

/**
 * Reads everything of a strategy, one request after the other, in the time that other reads leave.
 * Only its start is stored on disk (`FullSyncs`). The data that was read is in the cache with its
 * age and its windows, so the full sync can continue from there after a crash.
 */
export class FullSync {
  readonly #parts: FullSyncParts;
  readonly #refused = new Set<Dataset>();
  #task: ReadTask | null = null;
  #isRunning = false;
  #startedAt = 0;
  /** Milliseconds of the answered requests. */
  #spentMs = 0;
  #answeredCount = 0;
  #recordCount = 0;
  #pausedUntil = -Infinity;
  #failure: Text | null = null;
  /** Set when the sync ends. Later readings of the strategy do not change it. */
  #finalProgress: FullSyncProgress | null = null;

  constructor(parts: FullSyncParts) {
    this.#parts = parts;
  }

  get isOver(): boolean {
    return this.#finalProgress !== null || (this.#remainingOf(readingOrder) === 0 && this.#nextWindow() === null);
  }

  /** What to read next, and from when (monotonic ms); null if the sync is over or reads now. */
  next(): { readonly task: ReadTask; readonly dueAt: number } | null {
    if (this.#isRunning || this.#finalProgress !== null) return null;
    const dataset = readingOrder.find((one) => this.#isRemaining(one));
    const task = dataset === undefined ? this.#nextWindow() : this.#parts.taskOf(dataset);
    return task === null ? null : { task, dueAt: this.#pausedUntil };
  }

  /** Whether the reading is part of the sync: the strategy is read for other reasons too. */
  needs(task: ReadTask): boolean {
    if (this.#finalProgress !== null) return false;
    if (task.part === 'history') return this.#nextWindow() !== null;
    const { dataset } = task;
    if (!isOfFullSync(dataset) || !this.#isRemaining(dataset)) return false;
    return taskKey(this.#parts.taskOf(dataset)) === taskKey(task);
  }

  readingStarted(task: ReadTask, now: number): void {
    this.#task = task;
    this.#isRunning = true;
    this.#startedAt = now;
  }

  /**
   * Compares the keys of the tasks, not the objects, because this sync may have joined a reading
   * that another caller began.
   */
  isWaitingFor(task: ReadTask): boolean {
    return this.#isRunning && this.#task !== null && taskKey(this.#task) === taskKey(task);
  }

  readingEnded({ dataset }: ReadTask, end: ReadingEnd, now: number): void {
    this.#isRunning = false;
    if (end.kind === 'failed' && end.refused && isOfFullSync(dataset)) this.#refused.add(dataset);
    if (end.kind !== 'read' && !(end.kind === 'failed' && end.refused)) {
      this.#failure = end.text;
      this.#pausedUntil = now + this.#parts.retryMs;
      return;
    }
    this.#failure = null;
    this.#answeredCount += 1;
    this.#spentMs += now - this.#startedAt;
    if (end.kind === 'read') this.#recordCount += end.outcome.records;
  }

  /** Ends the sync, which is canceled unless everything was read. */
  end(): void {
    this.#finalProgress ??= { ...this.progress(null), state: this.isOver ? 'done' : 'canceled' };
  }

  /** `blockedBy`: why nothing can be read now, or null. */
  progress(blockedBy: Text | null): FullSyncProgress {
    if (this.#finalProgress !== null) return this.#finalProgress;
    const isDone = this.isOver;
    // Nothing remains of a finished sync, even if the cache changes between two calls.
    const remaining = isDone
      ? 0
      : this.#remainingOf(readingOrder) + (this.#readsWindows() ? this.#parts.windowsLeft() : 0);
    const text = blockedBy ?? this.#failure;
    const dataset = this.#task?.dataset;
    return {
      state: isDone ? 'done' : text === null ? 'running' : 'waiting',
      dataset: dataset !== undefined && isOfFullSync(dataset) ? dataset : 'signalsWorking',
      from: this.#task?.window?.from ?? null,
      to: this.#task?.window?.to ?? null,
      done: this.#answeredCount,
      total: this.#answeredCount + remaining,
      records: this.#recordCount,
      secondsLeft: this.#answeredCount === 0 ? null : Math.ceil((remaining * this.#meanMs()) / 1_000),
      refused: readingOrder.filter((one) => this.#refused.has(one) || this.#parts.isWithheld(one)),
      text,
    };
  }

  #meanMs(): number {
    return Math.max(this.#parts.paceMs, this.#spentMs / this.#answeredCount);
  }

  #remainingOf(datasets: readonly Dataset[]): number {
    return datasets.filter((one) => this.#isRemaining(one)).length;
  }

  /** False after the platform refused a window, which would otherwise be requested forever. */
  #readsWindows(): boolean {
    return !this.#refused.has('signalsAll');
  }

  #nextWindow(): ReadTask | null {
    return this.#readsWindows() ? this.#parts.nextWindow() : null;
  }

  #isRemaining(dataset: Dataset): boolean {
    const { isRead, isWithheld } = this.#parts;
    return !this.#refused.has(dataset) && !isWithheld(dataset) && !isRead(dataset);
  }
}

const isOfFullSync = (dataset: ReadTask['dataset']): dataset is Dataset => readingOrder.some((one) => one === dataset);
