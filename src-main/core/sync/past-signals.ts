import type { CacheReader } from '#core/cache/cache-reader.ts';
import type { ReadTask } from './read-task.ts';
import { firstPosting, historyDays, looseWindows, nextDays, nextHistoryWindow, unreadDays } from './signal-windows.ts';
import type { SyncIntervals } from './sync-intervals.ts';

/** A window of the past that is to be read, and when: monotonic milliseconds. */
export type PastRead = { readonly task: ReadTask; readonly dueAt: number };

/** Which window of past signals comes next for a strategy: one with a signal in no list, else the next of its history. */
export class PastSignals {
  readonly #cache: CacheReader;
  readonly #intervals: SyncIntervals;
  readonly #keptFrom: () => number;
  /** Monotonic ms at which a loose window was last read, by strategy and start. */
  readonly #asked = new Map<string, number>();
  readonly #days = new Map<string, number>();
  #lastHistoryAt = -Infinity;
  /** Windows that were read whole are known to the cache; one that failed is left alone for a while. */
  #pausedUntil = -Infinity;

  constructor(cache: CacheReader, intervals: SyncIntervals, keptFrom: () => number = () => 0) {
    this.#keptFrom = keptFrom;
    this.#cache = cache;
    this.#intervals = intervals;
  }

  /** `recentFrom`: where the recent window begins, unix seconds; `at`: monotonic. Null when nothing is missing. */
  next(systemId: string, recentFrom: number, at: number): PastRead | null {
    const [loose] = looseWindows(this.#cache.looseTimes(systemId), recentFrom)
      .map((window) => ({ window, dueAt: this.#looseDueAt(systemId, window.from, at) }))
      .sort((left, right) => left.dueAt - right.dueAt);
    const history = this.nextHistory(systemId, recentFrom);
    if (loose !== undefined && (loose.dueAt <= at || history === null)) {
      const task: ReadTask = { systemId, dataset: 'signalsAll', part: 'loose', window: loose.window };
      return { task, dueAt: Math.max(loose.dueAt, this.#pausedUntil) };
    }
    return history === null
      ? null
      : { task: history, dueAt: Math.max(this.#lastHistoryAt + this.#intervals.historyMs, this.#pausedUntil) };
  }

  /** How a window of the past went; `records` null when it was not read. */
  ended({ systemId, part, window }: ReadTask, records: number | null, at: number): void {
    if (window === null) return;
    if (records === null) this.#pausedUntil = at + this.#intervals.retryMs;
    if (part === 'loose') this.#asked.set(`${systemId}/${window.from}`, at);
    if (part !== 'history') return;
    if (records !== null) this.#lastHistoryAt = at;
    this.#days.set(systemId, nextDays(this.#daysOf(systemId), records));
  }

  /** The next window of a strategy's history that was not read; null when all were. */
  nextHistory(systemId: string, recentFrom: number): ReadTask | null {
    const earliest = this.#earliest(systemId, recentFrom);
    const window = nextHistoryWindow(this.#cache.slices(systemId), recentFrom, earliest, this.#daysOf(systemId));
    return window === null ? null : { systemId, dataset: 'signalsAll', part: 'history', window };
  }

  /** How many of them there are, as wide as they are now. */
  historyLeft(systemId: string, recentFrom: number): number {
    const days = unreadDays(this.#cache.slices(systemId), recentFrom, this.#earliest(systemId, recentFrom));
    return Math.ceil(days / this.#daysOf(systemId));
  }

  #daysOf(systemId: string): number {
    return this.#days.get(systemId) ?? historyDays.usual;
  }

  #earliest(systemId: string, recentFrom: number): number {
    const strategy = this.#cache.strategies().find((one) => one.systemId === systemId);
    return firstPosting(recentFrom, strategy?.createdAt ?? null, this.#keptFrom());
  }

  #looseDueAt(systemId: string, from: number, at: number): number {
    const asked = this.#asked.get(`${systemId}/${from}`);
    return asked === undefined ? at : asked + this.#intervals.looseMs;
  }
}
