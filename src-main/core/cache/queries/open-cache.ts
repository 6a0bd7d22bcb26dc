// The cache of a connection can be read again, so it must never keep the program from starting. A
// file that is damaged or of a newer version is quarantined, never deleted, and replaced by an
// empty one: every dataset counts as never read and is read again. A notice reports it. When the
// folder cannot be written, the cache is in the temporary folder for this run, and a notice says
// so.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Notice } from '#contract/model/status.ts';
import type { Ports } from '#core/ports.ts';
import { CacheFile } from '#core/cache/file/cache-file.ts';
import type { CacheReader } from './cache-reader.ts';
import { CachedData } from './cached-data.ts';
import { storeFailure, strategiesReading } from './readings.ts';
import { cacheTables } from '#core/cache/file/cache-tables.ts';
import { dataFile } from '#core/cache/file/data-file.ts';

export type CacheOptions = {
  readonly ports: Pick<Ports, 'dataDir' | 'clock' | 'log'>;
  readonly profileId: string;
  readonly notify: (notice: Pick<Notice, 'level' | 'title' | 'text'>) => void;
};

export interface Cache {
  readonly reader: CacheReader;
  /** The path that the ingest thread opens. */
  readonly file: string;
  /**
   * Calls `listener` when a read finds damage. Returns the unsubscribe function. After damage,
   * `rebuild` must be called once no other thread has the file open.
   */
  onDamage(listener: () => void): () => void;
  /** Replaces the damaged file by an empty one. The other threads must have closed it. */
  rebuild(): void;
  /** How often the file was replaced in this run. Revisions and row ids may restart each time. */
  generation(): number;
  close(): void;
}

export const openCache = (options: CacheOptions): Cache => {
  const file = dataFile(options.ports.dataDir, 'cache', options.profileId);
  try {
    return new OpenCache(options, file, false);
  } catch (error) {
    options.ports.log.error('cache.unusable', { code: codeOf(error) ?? 'unknown' });
    options.notify({
      level: 'danger',
      title: { code: 'cache.this-run-only' },
      text: { code: 'cache.unusable', file: basename(file), reason: codeOf(error) },
    });
    const temporary = mkdtempSync(join(tmpdir(), 'stratdesk-cache-'));
    return new OpenCache(options, dataFile(temporary, 'cache', options.profileId), true);
  }
};

const codeOf = (error: unknown): string | null => {
  const code: unknown = error instanceof Error ? (Reflect.get(error, 'errstr') ?? Reflect.get(error, 'code')) : '';
  return typeof code === 'string' && code !== '' ? code : null;
};

class OpenCache implements Cache {
  readonly file: string;
  readonly reader: CacheReader;
  readonly #options: CacheOptions;
  readonly #cacheFile: CacheFile;
  readonly #isTemporary: boolean;
  readonly #listeners = new Set<() => void>();
  #generation = 0;

  constructor(options: CacheOptions, file: string, isTemporary: boolean) {
    this.#options = options;
    this.#isTemporary = isTemporary;
    this.file = file;
    this.#cacheFile = new CacheFile(file, () => options.ports.clock.now(), cacheTables);
    this.#reportQuarantine();
    this.reader = new CachedData(
      () => this.#cacheFile.database(),
      () => this.#reportDamage(),
    );
  }

  onDamage(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  rebuild(): void {
    this.#cacheFile.replaceDamaged();
    this.#generation += 1;
    this.#reportQuarantine();
  }

  generation(): number {
    return this.#generation;
  }

  close(): void {
    this.#cacheFile.close();
    if (this.#isTemporary) rmSync(dirname(this.file), { recursive: true, force: true });
  }

  #reportDamage(): void {
    this.#options.ports.log.error('cache.damaged');
    for (const listener of this.#listeners) listener();
  }

  /** Notifies once about a quarantined file. */
  #reportQuarantine(): void {
    const quarantined = this.#cacheFile.takeQuarantined();
    if (quarantined === null) return;
    this.#options.ports.log.warn('cache.set-aside', { why: quarantined.why });
    const { why, name } = quarantined;
    storeFailure(this.#cacheFile.database(), strategiesReading, { code: 'dataset.lost', why });
    this.#options.notify({
      level: 'warn',
      title: { code: 'cache.read-again' },
      text: { code: 'cache.replaced', why, aside: name },
    });
  }
}
