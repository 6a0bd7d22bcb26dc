import type { Text } from '#contract/message.ts';
import type { DatasetState } from '#contract/model/status.ts';
import type { CacheReader, StoredState } from '#core/cache/queries/cache-reader.ts';
import { backOffMs } from '#core/platform/back-off.ts';
import type { Clock } from '#core/ports.ts';
import type { StrategyTrouble } from './data-sync.ts';
import type { ReadingEnd } from './dataset-reader.ts';
import { taskKey, type ReadTask, type Variant } from './read-task.ts';
import type { SyncDataset } from './sync-intervals.ts';

/**
 * `failures` counts consecutive failures to get an answer. A refusal is an answer: the next read
 * waits at least as long as after a successful one. `records` is the number in the last answer of
 * this run. `failing` says why reads of the dataset fail or are refused, and since when in unix
 * seconds.
 */
export type LastRead = {
  readonly at: number;
  readonly failures: number;
  readonly records: number;
  readonly failing: { readonly since: number; readonly text: Text } | null;
};

/**
 * When each dataset was last read, on the monotonic clock of this run. Readings of earlier runs are
 * taken from the cache once, by their age on the wall clock. A wall clock that was set back makes
 * them due.
 */
export class ReadingTimes {
  readonly #clock: Clock;
  readonly #cache: CacheReader;
  readonly #known = new Map<string, LastRead | null>();

  constructor(clock: Clock, cache: CacheReader) {
    this.#clock = clock;
    this.#cache = cache;
  }

  ended({ systemId, dataset, variant = '' }: ReadTask, end: ReadingEnd): void {
    const before = this.last(systemId, dataset, variant);
    const at = this.#clock.monotonic();
    const key = keyOf(systemId, dataset, variant);
    const records = end.kind === 'read' ? end.outcome.records : (before?.records ?? 0);
    if (end.kind === 'skipped') {
      // The request was not sent, so it is tried again soon and says nothing about the service.
      const failures = Math.max(1, before?.failures ?? 0);
      this.#known.set(key, { at, failures, records, failing: before?.failing ?? null });
      return;
    }
    const { text } = end.kind === 'read' ? end.outcome : end;
    const isStored = end.kind === 'read' && end.outcome.verdict === 'ok';
    const isFailure = end.kind === 'failed' ? !end.refused : !isStored;
    const since = before?.failing?.since ?? Math.floor(this.#clock.now() / 1_000);
    const failing = isStored ? null : { since, text };
    this.#known.set(key, { at, failures: isFailure ? (before?.failures ?? 0) + 1 : 0, records, failing });
  }

  /** The trouble with the data that orders depend on: the working orders and the open positions. */
  trouble(systemId: string): StrategyTrouble | null {
    const found = (['signalsWorking', 'tradesOpen'] as const)
      .map((dataset) => this.last(systemId, dataset, '')?.failing ?? null)
      .filter((one) => one !== null);
    return found.sort((a, b) => a.since - b.since)[0] ?? null;
  }

  /**
   * The failure in the form for the screen. `earliestStart` returns the monotonic ms at which the
   * connection would start the next reading. Pass null if no reading is started automatically.
   */
  failing(
    systemId: string,
    dataset: SyncDataset,
    variant: Variant,
    earliestStart: (() => number) | null,
  ): Pick<DatasetState, 'failing'> {
    const last = this.last(systemId, dataset, variant);
    if (last?.failing == null) return {};
    const { since } = last.failing;
    if (earliestStart === null || last.failures === 0) return { failing: { since, nextTryAt: null } };
    const next = Math.max(last.at + backOffMs(last.failures), earliestStart());
    const wait = Math.max(0, next - this.#clock.monotonic());
    return { failing: { since, nextTryAt: Math.ceil((this.#clock.now() + wait) / 1_000) } };
  }

  forget(): void {
    this.#known.clear();
  }

  last(systemId: string, dataset: SyncDataset, variant: Variant): LastRead | null {
    const key = keyOf(systemId, dataset, variant);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = this.#fromCache(systemId, dataset, variant);
    this.#known.set(key, found);
    return found;
  }

  #fromCache(systemId: string, dataset: SyncDataset, variant: Variant): LastRead | null {
    const stored = this.stored(systemId, dataset, variant);
    if (stored.readAt === null) return null;
    const age = this.#clock.now() - stored.readAt * 1_000;
    return age < 0 ? null : { at: this.#clock.monotonic() - age, failures: 0, records: 0, failing: null };
  }

  /** The state in the cache. */
  stored(systemId: string, dataset: SyncDataset, variant: Variant): StoredState {
    if (dataset === 'strategies') return this.#cache.strategiesState();
    if (dataset === 'roster') return this.#cache.rosterState();
    if (dataset === 'people') return this.#cache.peopleState();
    if (variant !== '') return this.#cache.variantState(systemId, dataset, variant);
    return this.#cache.datasets(systemId)[dataset];
  }
}

const keyOf = (systemId: string, dataset: SyncDataset, variant: Variant): string =>
  taskKey({ systemId, dataset, part: 'current', variant });
