import type { CacheReader } from '#core/cache/queries/cache-reader.ts';
import { backOffMs } from '#core/platform/back-off.ts';
import type { ReadTask, Window } from './read-task.ts';
import {
  historyStart,
  historyWindow,
  unresolvedWindows,
  nextDays,
  nextHistoryWindow,
  unreadDays,
} from './signal-windows.ts';
import type { SyncIntervals } from './sync-intervals.ts';

/**
 * Milliseconds until a window of an unresolved signal is read again after its read failed. Long
 * enough that the other windows of the strategy get their turn, even if this one always fails.
 */
const failedLookUpMs = 60_000;

/** A read and when it is due: monotonic milliseconds. */
export type DueRead = { readonly task: ReadTask; readonly dueAt: number };

/**
 * Chooses the next window of past signals of a strategy: a window around an unresolved signal, else
 * the next window of the history. An unresolved signal is open as far as is known, but the working
 * list does not show it.
 */
export class PastSignals {
  readonly #cache: CacheReader;
  readonly #intervals: SyncIntervals;
  readonly #retainedFrom: () => number;
  /** Monotonic ms at which the window of an unresolved signal is read again, by `windowKey`. */
  readonly #dueAt = new Map<string, number>();
  /** Width of the next window of history in days, by strategy. */
  readonly #days = new Map<string, number>();
  #lastHistoryAt = -Infinity;
  /**
   * By strategy, the number of consecutive failures, and the monotonic ms until which `next` chooses
   * no window of the strategy.
   */
  readonly #failing = new Map<string, { readonly count: number; readonly pausedUntil: number }>();

  constructor(cache: CacheReader, intervals: SyncIntervals, retainedFrom: () => number = () => 0) {
    this.#retainedFrom = retainedFrom;
    this.#cache = cache;
    this.#intervals = intervals;
  }

  /**
   * `recentFrom`: where the recent window begins, unix seconds. `at`: monotonic ms. Null when
   * nothing is missing.
   */
  next(systemId: string, recentFrom: number, at: number): DueRead | null {
    const times = this.#cache.unresolvedTimes(systemId);
    const [unresolved] = unresolvedWindows(times, recentFrom)
      .map((window) => ({ window, dueAt: this.#dueAt.get(windowKey(systemId, window, times)) ?? at }))
      .sort((left, right) => left.dueAt - right.dueAt);
    const history = this.nextHistory(systemId, recentFrom);
    const pausedUntil = this.#failing.get(systemId)?.pausedUntil ?? -Infinity;
    if (unresolved !== undefined && (unresolved.dueAt <= at || history === null)) {
      const task: ReadTask = { systemId, dataset: 'signalsAll', part: 'unresolved', window: unresolved.window };
      return { task, dueAt: Math.max(unresolved.dueAt, pausedUntil) };
    }
    return history === null
      ? null
      : { task: history, dueAt: Math.max(this.#lastHistoryAt + this.#intervals.historyMs, pausedUntil) };
  }

  /** Notes how the reading of a window of the past ended; `records` is null when it failed. */
  ended({ systemId, part, window }: ReadTask, records: number | null, at: number): void {
    if (window === null) return;
    if (records === null) {
      const count = (this.#failing.get(systemId)?.count ?? 0) + 1;
      const pausedUntil = at + Math.max(this.#intervals.retryMs, backOffMs(count));
      this.#failing.set(systemId, { count, pausedUntil });
    } else this.#failing.delete(systemId);
    if (part === 'unresolved') {
      const wait = records === null ? failedLookUpMs : this.#intervals.unresolvedMs;
      this.#dueAt.set(windowKey(systemId, window, this.#cache.unresolvedTimes(systemId)), at + wait);
    }
    if (part !== 'history') return;
    if (records !== null) this.#lastHistoryAt = at;
    this.#days.set(systemId, nextDays(this.#daysOf(systemId), records));
  }

  /** The next unread window of a strategy's history; null when all were read. */
  nextHistory(systemId: string, recentFrom: number): ReadTask | null {
    const earliest = this.#earliest(systemId, recentFrom);
    const window = nextHistoryWindow(this.#cache.slices(systemId), recentFrom, earliest, this.#daysOf(systemId));
    return window === null ? null : { systemId, dataset: 'signalsAll', part: 'history', window };
  }

  /** How many windows of history remain, at their current width. */
  historyLeft(systemId: string, recentFrom: number): number {
    const days = unreadDays(this.#cache.slices(systemId), recentFrom, this.#earliest(systemId, recentFrom));
    return Math.ceil(days / this.#daysOf(systemId));
  }

  #daysOf(systemId: string): number {
    return this.#days.get(systemId) ?? historyWindow.usualDays;
  }

  #earliest(systemId: string, recentFrom: number): number {
    const strategy = this.#cache.strategies().find((one) => one.systemId === systemId);
    return historyStart(recentFrom, strategy?.createdAt ?? null, this.#retainedFrom());
  }
}

/**
 * Contains the number of unresolved signals in the window, so that the window is due at once when
 * one more leaves the working list. `times`: the posting times of the unresolved signals.
 */
const windowKey = (systemId: string, { from, to }: Window, times: readonly number[]): string =>
  `${systemId}/${from}/${times.filter((time) => time >= from && time <= to).length}`;
