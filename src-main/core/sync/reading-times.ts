import type { CacheReader, StoredState } from '#core/cache/cache-reader.ts';
import type { Clock } from '#core/ports.ts';
import { storedStates } from './stored-states.ts';
import { taskKey } from './read-task.ts';
import type { SyncDataset } from './sync-intervals.ts';

/** `failed`: nothing is known of it since; a refusal is an answer, and is not asked for again sooner. */
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

  ended(systemId: string, dataset: SyncDataset, plan: string, failed: boolean): void {
    this.#known.set(keyOf(systemId, dataset, plan), { at: this.#clock.monotonic(), failed });
  }

  forget(): void {
    this.#known.clear();
  }

  /** `plan`: the commission plan of an equity curve, else empty. */
  last(systemId: string, dataset: SyncDataset, plan: string): LastRead | null {
    const key = keyOf(systemId, dataset, plan);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = this.#fromCache(systemId, dataset, plan);
    this.#known.set(key, found);
    return found;
  }

  #fromCache(systemId: string, dataset: SyncDataset, plan: string): LastRead | null {
    const stored = this.stored(systemId, dataset, plan);
    if (stored.readAt === null) return null;
    const age = this.#clock.now() - stored.readAt * 1_000;
    return age < 0 ? null : { at: this.#clock.monotonic() - age, failed: false };
  }

  /** As the cache has it. */
  stored(systemId: string, dataset: SyncDataset, plan: string): StoredState {
    if (dataset === 'strategies') return this.#cache.strategiesState();
    if (dataset === 'roster') return this.#cache.rosterState();
    return storedStates(this.#cache, systemId, plan)[dataset];
  }
}

const keyOf = (systemId: string, dataset: SyncDataset, plan: string): string =>
  taskKey({ systemId, dataset, part: 'current', plan });
