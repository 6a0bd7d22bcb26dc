import type { CacheReader } from '#core/cache/cache-reader.ts';
import type { Clock } from '#core/ports.ts';
import { taskKey } from './read-task.ts';
import type { SyncDataset } from './sync-intervals.ts';

export type LastRead = { readonly at: number; readonly failed: boolean };

/**
 * When each dataset was last read, on the monotonic clock of this run. What earlier runs read is taken over from the
 * cache by its age on the wall clock, once; a wall clock that went backwards makes it due.
 */
export class ReadingTimes {
  readonly #clock: Clock;
  readonly #cache: CacheReader;
  readonly #known = new Map<string, LastRead | null>();

  constructor(clock: Clock, cache: CacheReader) {
    this.#clock = clock;
    this.#cache = cache;
  }

  ended(systemId: string, dataset: SyncDataset, failed: boolean): void {
    this.#known.set(keyOf(systemId, dataset), { at: this.#clock.monotonic(), failed });
  }

  last(systemId: string, dataset: SyncDataset): LastRead | null {
    const key = keyOf(systemId, dataset);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = this.#fromCache(systemId, dataset);
    this.#known.set(key, found);
    return found;
  }

  #fromCache(systemId: string, dataset: SyncDataset): LastRead | null {
    const stored = dataset === 'strategies' ? this.#cache.strategiesState() : this.#cache.datasets(systemId)[dataset];
    if (stored.readAt === null) return null;
    const age = this.#clock.now() - stored.readAt * 1_000;
    return age < 0 ? null : { at: this.#clock.monotonic() - age, failed: false };
  }
}

const keyOf = (systemId: string, dataset: SyncDataset): string => taskKey({ systemId, dataset, part: 'current' });
